/**
 * A process that serves one debug session after the other, each as the adapter serves its standard streams.
 *
 * An adapter of its own for each test takes longer to load, and to have its code compiled, than most tests take. Its
 * first line is the port on which it listens; the others are the clients' ports, each when the session has ended in order.
 */
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { trustingHost, hangUp, listen, serveStreams } from '../../../debugger/node-serve.ts';
import { GigatronDebugSession } from '../../../debugger/session.ts';

const server = listen(0, (socket) => {
  const { remotePort } = socket;
  // As a pipe does: nothing waits for more to send with it.
  socket.setNoDelay();
  serveStreams(new GigatronDebugSession({ host: trustingHost }), socket, socket, {
    refused: ({ message }) => process.stderr.write(`${message}\n`),
    closed() {
      hangUp(socket);
      process.stdout.write(`${remotePort}\n`);
    },
  });
});
server.on('listening', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
// It ends with the tests that it serves.
process.stdin.on('end', () => process.exit()).resume();

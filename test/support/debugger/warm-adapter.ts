/**
 * A process that serves one debug session after the other, each as the adapter serves its standard streams.
 *
 * To load an adapter for each test, and to have its code compiled, would take longer than most tests. Its first message
 * is the port on which it listens; each further one is the port of a client whose session has ended properly.
 */
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { trustingHost, hangUp, listen, serveStreams } from '../../../debugger/node-serve.ts';
import { GigatronDebugSession } from '../../../debugger/session.ts';

const server = listen(0, (socket) => {
  const { remotePort } = socket;
  // As through a pipe, everything is sent at once.
  socket.setNoDelay();
  serveStreams(new GigatronDebugSession({ host: trustingHost }), socket, socket, {
    refused: ({ message }) => process.stderr.write(`${message}\n`),
    closed() {
      hangUp(socket);
      process.send!(remotePort);
    },
  });
});
server.on('listening', () => process.send!((server.address() as AddressInfo).port));
// It ends with the tests that it serves.
process.on('disconnect', () => process.exit());

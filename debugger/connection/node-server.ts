/** Clients over a port of this computer, as many as come, each with a session of its own. */
import { createServer, type Server } from 'node:net';
import { streamTransport, type StreamEvents } from './node-host.ts';
import type { Transport } from './transport.ts';

/**
 * Listens on the loopback interface alone: whoever can connect can read files through the adapter.
 * @param port 0 takes a free one
 * @param connect starts a session on a transport; answers with what ends it when its client has gone without a word
 */
export function listen(port: number, connect: (transport: Transport) => StreamEvents['gone']): Server {
  const server = createServer((socket) => {
    // A connection that breaks is closed as one that ends.
    socket.on('error', () => socket.destroy());
    const gone = connect(
      streamTransport(socket, socket, {
        gone: () => gone(),
        closed: () => socket.destroy(),
      }),
    );
  });
  return server.listen(port, 'localhost');
}

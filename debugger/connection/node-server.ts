/** Clients over a port of this computer, as many as come, each with a session of its own. */
import { createServer, type Server, type Socket } from 'node:net';

/** Time that a client has to hear why its connection ends, milliseconds. */
const LINGER_MS = 1000;

/** The interface that other computers cannot reach. Debuggers connect to its number, not to "localhost". */
const LOOPBACK = '127.0.0.1';

/**
 * Listens on the loopback interface alone: whoever can connect can read files through the adapter. The library's own
 * server listens on every interface.
 * @param port 0 takes a free one
 */
export function listen(port: number, connect: (socket: Socket) => void): Server {
  return createServer(connect).listen(port, LOOPBACK);
}

/**
 * Closes a connection on which all has been written. What still comes is read and dropped for a while: closed at once,
 * the system would reset the connection, and the last words would be lost.
 */
export function hangUp(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}

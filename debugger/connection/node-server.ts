/** Serves any number of clients over a port of this computer, each with a session of its own. */
import { createServer, type Server, type Socket } from 'node:net';

/** Time that a client has to read why its connection ends, milliseconds. */
const LINGER_MS = 1000;

/** The interface that other computers cannot reach. Debuggers connect to its number, not to "localhost". */
const LOOPBACK = '127.0.0.1';

/**
 * Listens only on the loopback interface, since anyone who can connect can read files through the adapter. The library's
 * own server listens on every interface.
 * @param port 0: any free port
 */
export function listen(port: number, connect: (socket: Socket) => void): Server {
  return createServer(connect).listen(port, LOOPBACK);
}

/**
 * Closes a connection to which everything has been written. For a while, whatever still arrives is read and dropped: if
 * it were closed at once, the system would reset the connection, and the last messages would be lost.
 */
export function hangUp(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}

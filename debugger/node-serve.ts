/**
 * The debug adapter over byte streams: standard input and output, or the clients of a port of this computer, which come
 * and go while programs that they leave run on.
 */
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import process from 'node:process';
import { realpath } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { finished, pipeline, type Readable, type Writable } from 'node:stream';
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readPlainFile } from '#files/node';
import { mapBuild } from '#python/node';
import { Parking } from './run/debuggee.ts';
import { GigatronDebugSession } from './session.ts';
import type { Host } from './connection/host.ts';
import { FrameGuard } from './connection/node-frame-guard.ts';
import type { RequestFailure } from './errors.ts';

/** Serves the client at standard input and output; the process ends with it. */
export function serveStandardStreams(): void {
  serveStreams(new GigatronDebugSession({ host: trustingHost }), process.stdin, process.stdout, {
    refused: ({ message }) => fail(message),
    closed: () => process.exit(),
  });
}

/** The token that clients must know: from the environment, or made here and printed. */
const TOKEN_VARIABLE = 'GIGATRON_DEBUG_TOKEN';

/**
 * Serves clients over a port until the process is ended.
 * @param port 0: any free one
 * @param wantsToken whether only clients are served that know a word, which is printed
 */
export function servePort(port: number, wantsToken: boolean): void {
  const given = process.env[TOKEN_VARIABLE];
  // 128 bits cannot be guessed.
  const token = wantsToken ? given || randomBytes(16).toString('hex') : undefined;
  const isToken = token === undefined ? {} : { isToken: tokenCheck(token) };
  const host = token === undefined ? nodeHost : trustingHost;
  const parking = new Parking();
  const server = listen(port, (socket) => {
    serveStreams(new GigatronDebugSession({ host, parking, ...isToken }), socket, socket, {
      refused: ({ message }) => process.stderr.write(`A client was refused: ${message}\n`),
      closed: () => hangUp(socket),
    });
  });
  server.on('listening', () => {
    const { port: open } = server.address() as AddressInfo;
    const wanted = token === undefined || token === given ? '' : `Its clients need "token": "${token}".\n`;
    process.stdout.write(`The Gigatron debugger listens on port ${open}.\n${wanted}`);
  });
  server.on('error', ({ message }) => fail(`The debugger cannot listen on port ${port}: ${message}`));
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 2;
}

/** For any client: it reads files, and runs nothing. */
const nodeHost: Host = {
  now: () => performance.now(),
  later: (task, delay) => {
    if (delay <= 0) {
      const handle = setImmediate(task);
      return () => clearImmediate(handle);
    }
    const handle = setTimeout(task, delay);
    return () => clearTimeout(handle);
  },
  readFile: readPlainFile,
  realPath: (path) => realpath(path).catch(() => path),
};

/** For a client that is known, and may run what its user could run: it started the adapter, or knows its token. */
export const trustingHost: Host = { ...nodeHost, build: mapBuild };

/** Time that a client has to read why its connection ends, milliseconds. */
const LINGER_MS = 1000;

/** The interface that other computers cannot reach. Debuggers connect to its number, not to "localhost". */
const LOOPBACK = '127.0.0.1';

/**
 * Listens only on the loopback interface, since a client can read files through the adapter. The library's
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

interface StreamEvents {
  /** The client sent something that is not the protocol; its connection is being closed. */
  refused(failure: RequestFailure): void;
  /** The session has ended, and everything that was sent has gone out or never will. */
  closed(): void;
}

export function serveStreams(
  session: Pick<GigatronDebugSession, 'start' | 'refuse' | 'close'>,
  input: Readable,
  output: Writable,
  { refused, closed }: StreamEvents,
): void {
  const guard = new FrameGuard((failure, ends) => {
    session.refuse(failure);
    if (!ends) return;
    refused(failure);
    session.close();
  });
  // However the connection ends, by a close, a reset or a broken pipe, the session ends with it.
  pipeline(input, guard, () => session.close());
  finished(output, { readable: false }, closed);
  session.start(guard, output);
}

/** Compares words with the token, in the same time however similar they are. */
function tokenCheck(token: string): (word: string) => boolean {
  const digest = (word: string): Buffer => createHash('sha256').update(word).digest();
  return (word) => timingSafeEqual(digest(word), digest(token));
}

/** The language server over byte streams: standard streams, or the clients of a port of this computer. */
import { createServer, type AddressInfo, type Server } from 'node:net';
import process from 'node:process';
import type { Readable, Writable } from 'node:stream';
import {
  ConnectionError,
  createConnection,
  ProposedFeatures,
  StreamMessageReader,
  StreamMessageWriter,
  type Message,
} from 'vscode-languageserver/node';
import { nodeFiles } from './files/node-files.ts';
import { LanguageServer } from './language-server.ts';
import { checkedMessages } from './message-check.ts';
import { LibraryFiles } from './node-library-files.ts';
import { PositionEncoding } from './position-encoding.ts';

/** The interface that other computers cannot reach, since a client can read files through the server. */
const LOOPBACK = '127.0.0.1';

/** Writes messages with columns as the client counts them. */
class EncodedWriter extends StreamMessageWriter {
  constructor(
    output: Writable,
    private readonly encoding: PositionEncoding,
    libraries: LibraryFiles,
  ) {
    const encode = (message: Message): Promise<Uint8Array> => Promise.resolve(libraries.encode(message));
    super(output, { contentTypeEncoder: { name: 'application/json', encode } });
  }

  override write(message: Message): Promise<void> {
    return super.write(this.encoding.sent(message));
  }
}

/** Serves one client until its stream ends. @param ended called with whether the client had asked to shut down */
function serve(input: Readable, output: Writable, ended: (isShutDown: boolean) => void): void {
  const encoding = new PositionEncoding();
  const libraries = new LibraryFiles();
  const decode = (bytes: Uint8Array): Promise<Message> => new Promise((resolve) => resolve(libraries.decode(bytes)));
  let isShutDown = false;
  for (const end of ['end', 'close']) input.on(end, () => ended(isShutDown));
  const connection = createConnection(
    ProposedFeatures.all,
    new StreamMessageReader(input, { contentTypeDecoder: { name: 'application/json', decode } }),
    new EncodedWriter(output, encoding, libraries),
    {
      messageStrategy: {
        handleMessage: (message, next) => {
          const { method } = message as { method?: unknown };
          // The library would end the process, which may serve others.
          if (method === 'exit') return ended(isShutDown);
          if (method === 'shutdown') isShutDown = true;
          checkedMessages.handleMessage(message, (checked) => next(encoding.received(checked)));
        },
      },
    },
  );
  const server = new LanguageServer(connection, nodeFiles, encoding);
  for (const end of ['end', 'close']) input.on(end, () => server.stop());
  server.listen();
}

/** Serves the client at standard input and output; the process ends with it. */
export function serveStandardStreams(): void {
  serve(process.stdin, process.stdout, (isShutDown) => process.exit(isShutDown ? 0 : 1));
}

/** Codes of writes to a connection that the other side has closed. */
const CLOSED = new Set<unknown>(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END']);

/** Whether a write failed because the client has gone. */
function isUnheard(failure: unknown): boolean {
  return (
    failure instanceof ConnectionError || (failure instanceof Error && 'code' in failure && CLOSED.has(failure.code))
  );
}

/**
 * Serves clients over a port, each with a server of its own, until the process is ended.
 * @param port 0: any free one
 */
export function servePort(port: number): void {
  // A client that has gone must not end the server of the others.
  process.on('unhandledRejection', (failure) => {
    if (!isUnheard(failure)) throw failure;
  });
  const server: Server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    // As with a pipe, small messages are sent at once.
    socket.setNoDelay();
    serve(socket, socket, () => socket.end());
  });
  server.on('listening', () => {
    const { port: open } = server.address() as AddressInfo;
    process.stdout.write(`The Gigatron language server listens on port ${open}.\n`);
  });
  server.on('error', ({ message }) => {
    process.stderr.write(`The language server cannot listen on port ${port}: ${message}\n`);
    process.exitCode = 2;
  });
  server.listen(port, LOOPBACK);
}

/**
 * A language client for tests: the real protocol over a connection to the bundled server, or over its standard streams.
 *
 * It opens, changes and closes documents like an editor, answers the server's requests for settings, and keeps the last
 * diagnostics of every file.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import process from 'node:process';
import type { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import {
  CancellationTokenSource,
  createProtocolConnection,
  DiagnosticSeverity,
  StreamMessageReader,
  StreamMessageWriter,
  type ProtocolConnection,
} from 'vscode-languageserver-protocol/node';
import type {
  ClientCapabilities,
  Diagnostic,
  InitializeResult,
  PublishDiagnosticsParams,
  TextDocumentContentChangeEvent,
} from 'vscode-languageserver-protocol';
import { programPath } from '../programs.ts';

export interface ClientOptions {
  /** Workspace folder; none for single files. */
  readonly folder?: string;
  /** Whether the client only names its folder in `rootUri`, as older ones do; others leave that out. */
  readonly rootOnly?: boolean;
  /** What the client answers when asked for the section `gigatron`. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** What the client can do with documents. */
  readonly textDocument?: ClientCapabilities['textDocument'];
  /** What else it can do, such as how it counts columns. */
  readonly general?: ClientCapabilities['general'];
  /** `initializationOptions`, as the extension sends them. */
  readonly start?: Readonly<Record<string, unknown>>;
}

export class LanguageClient {
  /** What the server has said about itself. */
  initializeResult!: InitializeResult;
  /** How often the server asked to refresh the semantic tokens of all documents. */
  refreshes = 0;
  /** The messages that the server has shown to the user. */
  readonly messages: string[] = [];
  private settings: Readonly<Record<string, unknown>> = {};
  private readonly connection: ProtocolConnection;
  private readonly versions = new Map<string, number>();
  private readonly published = new Map<string, PublishDiagnosticsParams>();
  private readonly waiting = new Set<() => void>();
  private hasEnded = false;

  private constructor(
    input: Readable,
    output: Writable,
    /** The exit status of the server; undefined at the end of a connection to one that also serves others. */
    readonly ended: Promise<number | undefined>,
  ) {
    const connection = createProtocolConnection(new StreamMessageReader(input), new StreamMessageWriter(output));
    this.connection = connection;
    const wakeAll = (): void => {
      for (const wake of [...this.waiting]) wake();
    };
    connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
      this.published.set(params.uri, params);
      wakeAll();
    });
    connection.onDispose(() => {
      this.hasEnded = true;
      wakeAll();
    });
    connection.onRequest('workspace/configuration', ({ items }: { items: unknown[] }) =>
      items.map(() => this.settings),
    );
    connection.onRequest('client/registerCapability', () => null);
    connection.onRequest('workspace/semanticTokens/refresh', () => void this.refreshes++);
    connection.onNotification('window/showMessage', ({ message }: { message: string }) => {
      this.messages.push(message);
    });
    // If the client vanishes while it writes an answer, that must not become an error outside of every test.
    output.on('error', () => undefined);
    // Requests that a server has not answered when it ends fail, instead of waiting forever.
    connection.onClose(() => connection.dispose());
    connection.listen();
  }

  /** Connects to a server, in a process that has served others, and shakes hands with it. */
  static async start(options: ClientOptions = {}): Promise<LanguageClient> {
    const socket = await connectToServer();
    // The promise of `once` from node:events would reject on an error of the socket, outside of every test.
    const ended = new Promise<undefined>((resolve) => {
      socket.once('close', () => resolve(undefined));
    });
    return new LanguageClient(socket, socket, ended).shakeHands(options);
  }

  /** Starts a server as a process of its own, as an editor does, and shakes hands with it. */
  static async startProcess(): Promise<LanguageClient> {
    const server = spawn(process.execPath, [programPath('server'), '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const ended = once(server, 'exit').then(([status]) => status as number);
    return new LanguageClient(server.stdout, server.stdin, ended).shakeHands({});
  }

  private async shakeHands(options: ClientOptions): Promise<this> {
    const { folder, rootOnly = false, settings = {}, textDocument = {}, general, start } = options;
    this.settings = settings;
    const rootUri = folder === undefined ? null : pathToFileURL(folder).toString();
    const workspaceFolders = rootUri === null || rootOnly ? null : [{ uri: rootUri, name: 'test' }];
    this.initializeResult = await this.connection.sendRequest('initialize', {
      processId: process.pid,
      ...(rootOnly && { rootUri }),
      capabilities: {
        textDocument,
        ...(general !== undefined && { general }),
        workspace: {
          workspaceEdit: { documentChanges: true, resourceOperations: ['create'] },
          configuration: true,
          workspaceFolders: true,
          semanticTokens: { refreshSupport: true },
        },
      },
      workspaceFolders,
      initializationOptions: { libraryScheme: true, ...start },
    });
    await this.notify('initialized', {});
    return this;
  }

  async open(uri: string, text: string): Promise<void> {
    this.versions.set(uri, 1);
    await this.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'gigatron', version: 1, text } });
  }

  async change(uri: string, changes: readonly TextDocumentContentChangeEvent[]): Promise<void> {
    const version = this.versions.get(uri)! + 1;
    this.versions.set(uri, version);
    await this.notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges: changes });
  }

  async close(uri: string): Promise<void> {
    await this.notify('textDocument/didClose', { textDocument: { uri } });
  }

  /** Changes the settings like an editor: says so, and answers with them when asked. */
  async configure(settings: Readonly<Record<string, unknown>>): Promise<void> {
    this.settings = settings;
    await this.notify('workspace/didChangeConfiguration', { settings: null });
  }

  /** Sends a request and cancels it at once. */
  async cancelled(method: string, uri: string, parameters: Readonly<Record<string, unknown>>): Promise<unknown> {
    const source = new CancellationTokenSource();
    const answer = this.connection.sendRequest(method, { textDocument: { uri }, ...parameters }, source.token);
    source.cancel();
    return answer;
  }

  async notify(method: string, params: unknown): Promise<void> {
    await this.connection.sendNotification(method, params);
  }

  /** Sends a request about a document; further parameters are added. */
  async request<R>(method: string, uri: string, parameters: Readonly<Record<string, unknown>> = {}): Promise<R> {
    return this.connection.sendRequest(method, { textDocument: { uri }, ...parameters });
  }

  async send<R>(method: string, params: unknown): Promise<R> {
    return this.connection.sendRequest(method, params);
  }

  /** Waits for the diagnostics of a document for its current text; those without a version are of the file on disk. */
  async diagnostics(uri: string): Promise<Diagnostic[]> {
    const wanted = this.versions.get(uri) ?? -1;
    return this.awaitDiagnostics(uri, ({ version = -1 }) => version >= wanted);
  }

  /** Waits until the diagnostics of a file satisfy a condition. */
  async awaitDiagnostics(uri: string, accept: (params: PublishDiagnosticsParams) => boolean): Promise<Diagnostic[]> {
    for (;;) {
      const params = this.published.get(uri);
      if (params !== undefined && accept(params)) return params.diagnostics;
      if (this.hasEnded) throw new Error(`the server has ended before it said this of ${uri}`);
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          this.waiting.delete(wake);
          resolve();
        };
        this.waiting.add(wake);
      });
    }
  }

  /** Goes without a word, like an editor that has crashed. */
  vanish(): void {
    this.connection.end();
    this.connection.dispose();
  }

  /** Ends the server like an editor; returns the exit status of a process of its own. */
  async stop(): Promise<number | undefined> {
    await this.connection.sendRequest('shutdown');
    await this.connection.sendNotification('exit');
    const status = await this.ended;
    this.connection.dispose();
    return status;
  }
}

export function errorsOf(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity === DiagnosticSeverity.Error);
}

/**
 * The port of the process that serves all files of tests that this process runs, each client with a server of its own;
 * undefined if it does not run. A process for each client would take longer to load and to compile its code than most
 * tests take.
 */
let port: Promise<number> | undefined;

/** Connects to that process, and starts it if it does not run. */
async function connectToServer(): Promise<Socket> {
  const socket = connect(await (port ??= startServer()), '127.0.0.1').setNoDelay();
  await once(socket, 'connect');
  return socket;
}

async function startServer(): Promise<number> {
  const server = spawn(process.execPath, [programPath('server'), '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  server.on('exit', () => (port = undefined));
  process.on('exit', () => server.kill());
  const [said] = (await once(server.stdout, 'data')) as [Buffer];
  // Tests end without waiting for it.
  server.unref();
  (server.stdout as Socket).unref();
  return Number(/port (\d+)/.exec(said.toString())?.[1]);
}

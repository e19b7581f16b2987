/**
 * A client of the debug adapter: the protocol's test client over standard input and output of the bundled adapter, or
 * over the port of one that listens.
 */
import { spawn } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { DebugClient } from '@vscode/debugadapter-testsupport';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { programPath } from '../programs.ts';
import { openWarmSession } from './warm-host.ts';

const EVENT_TIMEOUT_MS = 300_000;
/** What VS Code passes to `node -e` to start an adapter's file; so the command line is not that of the file itself. */
const AS_VSCODE_STARTS_IT = 'delete process.env.ELECTRON_RUN_AS_NODE;require(process.argv[1])';

type Breakpoints = DebugProtocol.Breakpoint[];

interface AtLabel {
  readonly name: string;
  readonly condition?: string | undefined;
  readonly hitCondition?: string | undefined;
}

export interface Stopped {
  readonly reason: string;
  readonly description?: string;
  readonly text?: string;
  readonly hitBreakpointIds?: readonly number[];
}

/** The library's client on our own streams: it would hide status and standard error of a process that it starts. */
class ProtocolClient extends DebugClient {
  readonly events: DebugProtocol.Event[] = [];

  constructor(input: Readable, output: Writable) {
    super('', '', 'gigatron');
    this.connect(input, output);
  }

  override emit(name: string, ...args: unknown[]): boolean {
    this.events.push(args[0] as DebugProtocol.Event);
    return super.emit(name, ...args);
  }

  /**
   * Returns the whole response to a request with any JSON as arguments. The library's `send` keeps only the sentence of
   * an error, and leaves out arguments without properties.
   */
  ask(command: string, args: string): Promise<DebugProtocol.Response> {
    const seq = this['sequence']++;
    const answer = new Promise<DebugProtocol.Response>((resolve) => this['pendingRequests'].set(seq, resolve));
    const request = JSON.stringify({ seq, type: 'request', command });
    this['outputStream'].write(framed(`${request.slice(0, -1)},"arguments":${args}}`));
    return answer;
  }
}

export class AdapterClient {
  /** What the adapter wrote to standard error; nothing, if all is well. */
  stderr = '';
  private readonly client: ProtocolClient;
  private readonly hear = (data: Buffer): void => void (this.stderr += data.toString());
  /** Events of each kind that have been waited for already. */
  private readonly consumed = new Map<string, number>();

  private constructor(
    input: Readable,
    private readonly output: Writable,
    /** The exit status of the adapter; null at the end of a connection to one that listens. */
    readonly exited: Promise<number | null>,
    stderr?: Readable,
  ) {
    this.client = new ProtocolClient(input, output);
    // An adapter that refuses its input stops reading it.
    output.on('error', () => undefined);
    stderr?.on('data', this.hear);
  }

  /** Starts an adapter as VS Code does: that of the tests, or a bundle. */
  static async start(program = programPath('debugger')): Promise<AdapterClient> {
    const adapter = spawn(process.execPath, ['-e', AS_VSCODE_STARTS_IT, program], { stdio: 'pipe' });
    const exited = new Promise<number | null>((resolve) => adapter.on('exit', resolve));
    return new AdapterClient(adapter.stdout, adapter.stdin, exited, adapter.stderr);
  }

  /** Begins a session of an adapter that has served others. */
  static async startWarm(): Promise<AdapterClient> {
    const { socket, stderr, exited } = await openWarmSession();
    const client = new AdapterClient(socket, socket, exited, stderr);
    // What the next session writes does not belong to this one.
    void exited.then(() => stderr.off('data', client.hear));
    return client;
  }

  static async connect(port: number): Promise<AdapterClient> {
    const socket = connect(port, '127.0.0.1');
    await new Promise((resolve, reject) => socket.on('connect', resolve).on('error', reject));
    return new AdapterClient(socket, socket, new Promise((resolve) => socket.on('close', () => resolve(null))));
  }

  get events(): readonly DebugProtocol.Event[] {
    return this.client.events;
  }

  /** Sends a request and returns the whole response, even if it is an error. */
  ask(command: string, args?: unknown): Promise<DebugProtocol.Response> {
    return this.askRaw(command, JSON.stringify(args ?? null));
  }

  /** Sends a request with any JSON as arguments, and returns the whole response. */
  askRaw(command: string, args: string): Promise<DebugProtocol.Response> {
    return this.client.ask(command, args);
  }

  /** Sends a request and returns the body of the response; throws on an error response. */
  async request<B = Record<string, never>>(command: string, args?: unknown): Promise<B> {
    const response = await this.client.send(command, args).catch((error: Error) => {
      throw new Error(`${command}: ${error.message}`, { cause: error });
    });
    return response.body as B;
  }

  /** The text of the error with which a request is answered. */
  async failure(command: string, args?: unknown): Promise<string> {
    const response = await this.ask(command, args);
    if (response.success) throw new Error(`${command} was expected to fail`);
    return response.message ?? '';
  }

  sendRaw(body: string): void {
    this.writeRaw(framed(body));
  }

  writeRaw(bytes: string | Uint8Array): void {
    this.output.write(bytes);
  }

  /** The next event of a kind that has not been waited for yet. */
  event<B = Record<string, never>>(event: string): Promise<B> {
    const skip = this.consumed.get(event) ?? 0;
    this.consumed.set(event, skip + 1);
    return new Promise((resolve, reject) => {
      const look = (): void => {
        const found = this.events.filter((candidate) => candidate.event === event)[skip];
        if (found === undefined) return;
        clearTimeout(timer);
        this.client.off(event, look);
        resolve(found.body as B);
      };
      const timer = setTimeout(() => reject(new Error(`no event "${event}" came`)), EVENT_TIMEOUT_MS);
      this.client.on(event, look);
      look();
    });
  }

  stopped(): Promise<Stopped> {
    return this.event<Stopped>('stopped');
  }

  /** Initializes and launches; resolves when the adapter asks for its configuration. */
  launch(args: Readonly<Record<string, unknown>>): Promise<void> {
    return this.begin('launch', args);
  }

  /** Initializes and attaches; resolves when the adapter asks for its configuration. */
  attach(args?: object): Promise<void> {
    return this.begin('attach', args);
  }

  private async begin(command: string, args?: object): Promise<void> {
    await this.request('initialize', {
      adapterID: 'gigatron',
      supportsMemoryEvent: true,
      supportsInvalidatedEvent: true,
      supportsProgressReporting: true,
    });
    // Awaited together: if the request fails, the event does not come, which would be a second, unhandled failure.
    await Promise.all([this.event('initialized'), this.request(command, args)]);
  }

  async launchStopped(args: Readonly<Record<string, unknown>>): Promise<void> {
    await this.launch({ stopOnEntry: true, ...args });
    await this.request('configurationDone');
    await this.stopped();
  }

  async frames(): Promise<DebugProtocol.StackFrame[]> {
    const body = await this.request<DebugProtocol.StackTraceResponse['body']>('stackTrace', { threadId: 1 });
    return body.stackFrames;
  }

  /** ROM address and line of the innermost frame, `0x0012:7`. */
  async position(): Promise<string> {
    const [top] = await this.frames();
    return `${top?.instructionPointerReference}:${top?.line}`;
  }

  async line(): Promise<number | undefined> {
    const [top] = await this.frames();
    return top?.line;
  }

  /** Replaces the breakpoints of a file, each given by line or in full. */
  breakAt(path: string, ...places: readonly (number | DebugProtocol.SourceBreakpoint)[]): Promise<Breakpoints> {
    const breakpoints = places.map((place) => (typeof place === 'number' ? { line: place } : place));
    return this.set('setBreakpoints', { source: { path }, breakpoints });
  }

  /** Replaces the breakpoints at labels, each given by name or in full. */
  breakIn(...labels: readonly (string | AtLabel)[]): Promise<Breakpoints> {
    const breakpoints = labels.map((label) => (typeof label === 'string' ? { name: label } : label));
    return this.set('setFunctionBreakpoints', { breakpoints });
  }

  /** Replaces the data breakpoints by one, given by name. */
  async breakOnData(name: string, accessType = 'write', condition?: string): Promise<Breakpoints> {
    const { dataId } = await this.request<{ dataId: string }>('dataBreakpointInfo', { name });
    return this.set('setDataBreakpoints', { breakpoints: [{ dataId, accessType, condition }] });
  }

  /** Switches on these exception filters, and all others off. */
  filter(...filters: readonly string[]): Promise<Breakpoints> {
    return this.set('setExceptionBreakpoints', { filters });
  }

  private async set(command: string, args: object): Promise<Breakpoints> {
    const { breakpoints } = await this.request<{ breakpoints: Breakpoints }>(command, args);
    return breakpoints;
  }

  /** Continues to a line, with the file's only breakpoint there. */
  async runTo(path: string, line: number): Promise<void> {
    await this.breakAt(path, line);
    const { reason } = await this.move('continue');
    if (reason !== 'breakpoint') throw new Error(`stopped for "${reason}" on the way to line ${line} of ${path}`);
    await this.breakAt(path);
  }

  /** Steps or continues, and returns why it stopped. */
  async move(command: string, args: Readonly<Record<string, unknown>> = {}): Promise<Stopped> {
    await this.request(command, { threadId: 1, ...args });
    return this.stopped();
  }

  /** Cycles since power-on. */
  async cycle(): Promise<number> {
    return Number(await this.evaluate('cycle,d'));
  }

  async evaluate(expression: string, context = 'watch'): Promise<string> {
    const body = await this.request<{ result: string }>('evaluate', { expression, context, frameId: 1 });
    return body.result;
  }

  /** Breaks the connection to an adapter that listens, without a close: the other side sees a reset. */
  async reset(): Promise<void> {
    (this.output as Socket).resetAndDestroy();
    await this.exited;
  }

  /** Ends the adapter, or the connection to it; returns its exit status. */
  async stop(): Promise<number | null> {
    this.output.end();
    return this.exited;
  }
}

function framed(body: string): string {
  return `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

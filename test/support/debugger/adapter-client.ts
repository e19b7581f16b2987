/**
 * A client of the debug adapter: the protocol over standard input and output of the bundled adapter, or over the port
 * of one that listens.
 *
 * Frames and matches messages by itself, so that it shares no code with what it tests.
 */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { connect } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { programPath } from '../programs.ts';

const EVENT_TIMEOUT_MS = 45_000;

export interface Stopped {
  readonly reason: string;
  readonly description?: string;
  readonly text?: string;
  readonly hitBreakpointIds?: readonly number[];
}

export class AdapterClient {
  /** All events so far, in order. */
  readonly events: DebugProtocol.Event[] = [];
  /** What the adapter wrote to standard error; nothing, if all is well. */
  stderr = '';
  readonly exited: Promise<number | null>;
  private sequence = 1;
  private pending: Buffer = Buffer.alloc(0);
  private readonly answers = new Map<number, (response: DebugProtocol.Response) => void>();
  private readonly awaited: { event: string; from: number; take: (event: DebugProtocol.Event) => void }[] = [];
  /** Events of each kind that have been waited for already. */
  private readonly consumed = new Map<string, number>();

  private constructor(
    input: Readable,
    private readonly output: Writable,
    private readonly process?: ChildProcessWithoutNullStreams,
  ) {
    input.on('data', (data: Buffer) => this.take(data));
    process?.stderr.on('data', (data: Buffer) => (this.stderr += data.toString()));
    this.exited = new Promise((resolve) => (process ?? input).on(process ? 'exit' : 'close', resolve));
  }

  /** Starts an adapter. */
  static async start(): Promise<AdapterClient> {
    const adapter = spawn(process.execPath, [programPath('debugger')], { stdio: 'pipe' });
    return new AdapterClient(adapter.stdout, adapter.stdin, adapter);
  }

  /** Connects to an adapter that listens on a port of this computer. */
  static async connect(port: number): Promise<AdapterClient> {
    const socket = connect(port, 'localhost');
    await new Promise((resolve, reject) => socket.on('connect', resolve).on('error', reject));
    return new AdapterClient(socket, socket);
  }

  /** Sends a request and answers with the whole response, be it an error. */
  ask(command: string, args?: unknown): Promise<DebugProtocol.Response> {
    const seq = this.sequence++;
    const answer = new Promise<DebugProtocol.Response>((resolve) => this.answers.set(seq, resolve));
    this.sendRaw(JSON.stringify({ seq, type: 'request', command, ...(args === undefined ? {} : { arguments: args }) }));
    return answer;
  }

  /** Sends a request and answers with the body of the response; an error response is a throw. */
  async request<B = Record<string, never>>(command: string, args?: unknown): Promise<B> {
    const response = await this.ask(command, args);
    if (!response.success) throw new Error(`${command}: ${response.message}`);
    return response.body as B;
  }

  /** The text of the error with which a request is answered. */
  async failure(command: string, args?: unknown): Promise<string> {
    const response = await this.ask(command, args);
    if (response.success) throw new Error(`${command} was expected to fail`);
    return response.message ?? '';
  }

  /** Writes a frame with any body. */
  sendRaw(body: string): void {
    this.output.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  /** The next event of a kind that has not been waited for yet. */
  event<B = Record<string, never>>(event: string): Promise<B> {
    const skip = this.consumed.get(event) ?? 0;
    this.consumed.set(event, skip + 1);
    const known = this.events.filter((candidate) => candidate.event === event)[skip];
    if (known !== undefined) return Promise.resolve(known.body as B);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no event "${event}" came`)), EVENT_TIMEOUT_MS);
      const take = (found: DebugProtocol.Event): void => {
        clearTimeout(timer);
        resolve(found.body as B);
      };
      this.awaited.push({ event, from: skip, take });
    });
  }

  stopped(): Promise<Stopped> {
    return this.event<Stopped>('stopped');
  }

  /** Initializes and launches; answers when the adapter wants its configuration. */
  launch(args: Readonly<Record<string, unknown>>): Promise<void> {
    return this.begin('launch', args);
  }

  /** Initializes and attaches; answers when the adapter wants its configuration. */
  attach(): Promise<void> {
    return this.begin('attach');
  }

  private async begin(command: string, args?: object): Promise<void> {
    await this.request('initialize', {
      adapterID: 'gigatron',
      supportsMemoryEvent: true,
      supportsInvalidatedEvent: true,
    });
    const initialized = this.event('initialized');
    await this.request(command, args);
    await initialized;
  }

  /** Launches stopped at the first instruction. */
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

  /** Line of the innermost frame. */
  async line(): Promise<number | undefined> {
    const [top] = await this.frames();
    return top?.line;
  }

  /** Continues to a line, where the only breakpoint of the file stands on the way. */
  async runTo(path: string, line: number): Promise<void> {
    await this.request('setBreakpoints', { source: { path }, breakpoints: [{ line }] });
    const { reason } = await this.move('continue');
    if (reason !== 'breakpoint') throw new Error(`stopped for "${reason}" on the way to line ${line} of ${path}`);
    await this.request('setBreakpoints', { source: { path }, breakpoints: [] });
  }

  /** Moves by a step or continue, and answers with why it stopped. */
  async move(command: string, args: Readonly<Record<string, unknown>> = {}): Promise<Stopped> {
    await this.request(command, { threadId: 1, ...args });
    return this.stopped();
  }

  async evaluate(expression: string, context = 'watch'): Promise<string> {
    const body = await this.request<{ result: string }>('evaluate', { expression, context, frameId: 1 });
    return body.result;
  }

  /** Ends the adapter, or the connection to it; answers with its exit status. */
  async stop(): Promise<number | null> {
    if (this.process && this.process.exitCode !== null) return this.process.exitCode;
    this.output.end();
    return this.exited;
  }

  private take(data: Buffer): void {
    this.pending = Buffer.concat([this.pending, data]);
    for (;;) {
      const end = this.pending.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/Content-Length: (\d+)/.exec(this.pending.toString('latin1', 0, end))?.[1]);
      if (this.pending.length < end + 4 + length) return;
      const body = this.pending.toString('utf8', end + 4, end + 4 + length);
      this.pending = this.pending.subarray(end + 4 + length);
      this.receive(JSON.parse(body) as DebugProtocol.ProtocolMessage);
    }
  }

  private receive(message: DebugProtocol.ProtocolMessage): void {
    if (message.type === 'response') {
      const response = message as DebugProtocol.Response;
      this.answers.get(response.request_seq)?.(response);
      this.answers.delete(response.request_seq);
    } else if (message.type === 'event') {
      const event = message as DebugProtocol.Event;
      const number = this.events.filter((known) => known.event === event.event).length;
      this.events.push(event);
      this.awaited.find((wanted) => wanted.event === event.event && wanted.from === number)?.take(event);
    }
  }
}

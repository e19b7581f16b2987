/**
 * A debug session: takes requests off a transport, has the request tables answer them, sends events.
 *
 * No request's logic stands here. Requests are answered one after the other, in the order in which
 * they come; an event that a request causes goes out after its answer. Whatever arrives, the session
 * stays alive: an unknown command, wrong arguments and even a fault of ours become error answers.
 */
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { ClientOptions } from './connection/client.ts';
import type { Host } from './connection/host.ts';
import type { Transport } from './connection/transport.ts';
import { failures, isFailure, type Failure } from './errors.ts';
import { REQUESTS } from './requests/index.ts';
import type { Answer, Session } from './requests/request.ts';
import type { Debuggee } from './run/debuggee.ts';
import type { Parking } from './run/parking.ts';

interface IncomingRequest {
  readonly seq: number;
  readonly command: string;
  readonly arguments: unknown;
}

export class DebugSession implements Session {
  client: ClientOptions = {
    linesStartAt1: true,
    columnsStartAt1: true,
    supportsMemoryEvents: false,
    supportsInvalidatedEvents: false,
  };
  debuggee: Debuggee | undefined;
  attached = false;

  private sequence = 1;
  private readonly waiting: IncomingRequest[] = [];
  private answering = false;
  /** True while events wait for the answer of the request that caused them. */
  private holding = false;
  private tasks: (() => void)[] = [];

  constructor(
    private readonly transport: Transport,
    readonly host: Host,
    readonly parking: Parking | undefined = undefined,
  ) {
    transport.listen((message) => this.receive(message));
  }

  emit(event: string, body?: object): void {
    const message = { seq: 0, type: 'event', event, ...(body === undefined ? {} : { body }) };
    if (this.holding) this.tasks.push(() => this.send(message));
    else this.send(message);
  }

  afterAnswer(task: () => void): void {
    this.tasks.push(task);
  }

  terminate(): void {
    if (this.debuggee === undefined) return;
    this.debuggee.dispose();
    this.debuggee = undefined;
    this.emit('terminated');
  }

  leave(): void {
    const { debuggee, parking } = this;
    this.debuggee = undefined;
    if (debuggee === undefined) return;
    if (parking === undefined) debuggee.dispose();
    else parking.leave(debuggee);
  }

  /** Ends the connection; also called when the client goes without a word. */
  close(): void {
    this.leave();
    this.transport.close();
  }

  private receive(message: unknown): void {
    const incoming = asRequest(message);
    if (incoming === undefined) return;
    this.waiting.push(incoming);
    if (!this.answering) void this.answerWaiting();
  }

  private async answerWaiting(): Promise<void> {
    this.answering = true;
    for (let next = this.waiting.shift(); next !== undefined; next = this.waiting.shift()) {
      this.holding = true;
      const answer = await this.answer(next);
      this.holding = false;
      this.respond(next, answer);
      const tasks = this.tasks;
      this.tasks = [];
      for (const task of tasks) task();
    }
    this.answering = false;
  }

  private async answer({ command, arguments: raw }: IncomingRequest): Promise<Answer> {
    const handler = Object.hasOwn(REQUESTS, command) ? REQUESTS[command] : undefined;
    if (handler === undefined) return failures.unknownRequest(command);
    try {
      return await handler(this, raw, command);
    } catch (error) {
      return failures.internal(command, error instanceof Error ? error.message : String(error));
    }
  }

  private respond(request: IncomingRequest, answer: Answer): void {
    const response = { seq: 0, type: 'response', request_seq: request.seq, command: request.command };
    if (isFailure(answer)) this.send({ ...response, success: false, message: answer.text, body: errorBody(answer) });
    else this.send({ ...response, success: true, ...(answer === undefined ? {} : { body: answer }) });
  }

  private send(message: DebugProtocol.ProtocolMessage & Readonly<Record<string, unknown>>): void {
    this.transport.send({ ...message, seq: this.sequence++ });
  }
}

function errorBody({ id, text, showUser }: Failure): { error: DebugProtocol.Message } {
  // Braces in `format` would be read as placeholders; all of the text is in one variable instead.
  return { error: { id, format: '{text}', variables: { text }, showUser } };
}

function asRequest(message: unknown): IncomingRequest | undefined {
  if (typeof message !== 'object' || message === null) return undefined;
  const { type, seq, command, arguments: args } = message as Record<string, unknown>;
  if (type !== 'request' || typeof command !== 'string') return undefined;
  return { seq: typeof seq === 'number' ? seq : 0, command, arguments: args };
}

/**
 * A debug session: the library's, whose requests the tables of `requests/` answer.
 *
 * `@vscode/debugadapter` reads and writes messages and numbers them; it serves streams (`start`) and, in a worker,
 * plain messages (`handleMessage`, `onDidSendMessage`). Of its own dispatch, only `initialize` is used, in which a
 * client says how it counts lines. No request's logic is here. What is done by hand, and why:
 *
 * - Requests are answered one at a time, and an event that a request causes goes out after its answer, except its
 *   progress: the library starts each request as it comes, so that a slow `launch` would be overtaken.
 * - Answers come from tables with checked arguments: the library answers wrong arguments with a stack trace, and
 *   unhandled requests with success.
 * - The end of a connection only ends the session: the library would end the process.
 */
import { DebugSession, Response, TerminatedEvent } from '@vscode/debugadapter';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Assembly } from '#assembler';
import { type Host } from './connection/host.ts';
import { type ClientOptions, type Positions, outputLine, VSCODE } from './connection/client.ts';
import { ASSEMBLY_FAILED, failures, RequestFailure } from './errors.ts';
import { REQUESTS } from './requests/index.ts';
import type { Answer, Session } from './requests/request.ts';
import type { Parking, Debuggee } from './run/debuggee.ts';

interface SessionOptions {
  readonly host: Host;
  /** Where programs can be left running; absent if the adapter ends with its client. */
  readonly parking?: Parking;
  /** Compares the token of a client with the one that it must know; absent if it needs none. */
  readonly isToken?: (word: string) => boolean;
  /** Called once when the session has ended: by `disconnect`, or because its client has gone. */
  readonly ended?: () => void;
}

export class GigatronDebugSession extends DebugSession implements Session {
  readonly host: Host;
  readonly parking: Parking | undefined;
  readonly isToken: ((word: string) => boolean) | undefined;
  readonly positions: Positions = {
    toClientLine: (line) => this.convertDebuggerLineToClient(line),
    fromClientLine: (line) => this.convertClientLineToDebugger(line),
    toClientColumn: (column) => this.convertDebuggerColumnToClient(column),
    fromClientColumn: (column) => this.convertClientColumnToDebugger(column),
  };
  client: ClientOptions = {};
  debuggee: Debuggee | undefined;
  assembly: Assembly | undefined;
  terminated = false;
  attached = false;

  private readonly ending = new AbortController();
  readonly ends = this.ending.signal;
  private readonly ended: (() => void) | undefined;
  private readonly waiting: DebugProtocol.Request[] = [];
  private answering = false;
  /** Events and tasks that wait for the answer to the request that caused them; undefined between requests. */
  private held: (() => void)[] | undefined;
  /** Goes on with the next request. */
  private answered: () => void = () => undefined;
  private closed = false;

  constructor({ host, parking, isToken, ended }: SessionOptions) {
    super();
    this.host = host;
    this.parking = parking;
    this.isToken = isToken;
    this.ended = ended;
  }

  override sendEvent(event: DebugProtocol.Event): void {
    this.afterAnswer(() => this.sendMeanwhile(event));
  }

  sendMeanwhile(event: DebugProtocol.Event): void {
    if (!this.closed) super.sendEvent(event);
  }

  afterAnswer(task: () => void): void {
    if (this.held === undefined) task();
    else this.held.push(task);
  }

  terminate(): void {
    if (this.debuggee === undefined) return;
    this.debuggee.dispose();
    this.debuggee = undefined;
    this.terminated = true;
    this.sendEvent(new TerminatedEvent());
  }

  leave(): void {
    const { debuggee, parking } = this;
    this.debuggee = undefined;
    if (debuggee === undefined) return;
    if (parking === undefined) debuggee.dispose();
    else parking.leave(debuggee);
  }

  /** Ends the session; calling it again does nothing. */
  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.ending.abort();
    this.leave();
    this.stop();
    this.ended?.();
  }

  /** Tells the client that something it sent was not a message. */
  refuse({ message }: RequestFailure): void {
    this.sendEvent(outputLine(message, 'stderr'));
  }

  /** The client has gone without a `disconnect`. */
  override shutdown(): void {
    this.close();
  }

  /** Takes any JSON from the client; ignores what is neither request nor response. */
  override handleMessage(message: unknown): void {
    if (isMessage(message)) super.handleMessage(message);
  }

  protected override dispatchRequest(request: DebugProtocol.Request): void {
    if (ENDINGS.has(request.command)) this.ending.abort();
    this.waiting.push(request);
    if (!this.answering) void this.answerWaiting();
  }

  protected override initializeRequest(response: DebugProtocol.Response, args: unknown): void {
    this.answer(response, args);
  }

  private answer(response: DebugProtocol.Response, args: unknown): void {
    void this.answerFor(response.command, args).then((answer) => {
      if (answer instanceof RequestFailure)
        this.sendErrorResponse(response, this.protocolError(answer, response.command));
      else this.sendResponse(answer === undefined ? response : Object.assign(response, { body: answer }));
    });
  }

  override sendResponse(response: DebugProtocol.Response): void {
    if (!this.closed) super.sendResponse(response);
    this.answered();
  }

  /**
   * Braces in `format` would be read as placeholders, so all of the text is in one variable instead. A client
   * reports the failures of our own requests itself; the editor would report them again.
   */
  private protocolError({ id, message, showUser }: RequestFailure, command: string): DebugProtocol.Message {
    // The library puts a variable into the plain message only if its name begins with "_".
    const text = { id, format: '{_text}', variables: { _text: message } };
    const button = id === ASSEMBLY_FAILED && this.client.clientID === VSCODE ? SHOW_PROBLEMS : {};
    return { ...button, ...text, showUser: showUser && !command.startsWith(OWN) };
  }

  private async answerWaiting(): Promise<void> {
    this.answering = true;
    for (let next = this.waiting.shift(); next !== undefined && !this.closed; next = this.waiting.shift()) {
      const { seq, command, arguments: args } = next;
      const request = { type: 'request', seq: typeof seq === 'number' ? seq : 0, command };
      const held: (() => void)[] = (this.held = []);
      await new Promise<void>((answered) => {
        this.answered = answered;
        if (command === 'initialize') super.dispatchRequest({ ...request, arguments: withPathFormat(args) });
        else this.answer(new Response(request), args);
      });
      this.held = undefined;
      for (const task of held) task();
    }
    this.answering = false;
    // A client that disappears in the middle of its `launch` leaves what was launched.
    if (this.closed) this.leave();
  }

  private async answerFor(command: string, args: unknown): Promise<Answer> {
    const handler = Object.hasOwn(REQUESTS, command) ? REQUESTS[command] : undefined;
    if (handler === undefined) return failures.unknownRequest(command);
    try {
      return await handler(this, args, command);
    } catch (error) {
      return failures.internal(command, error instanceof Error ? error.message : String(error));
    }
  }
}

/** Requests that end a program: they wait for their turn, but not for a build. */
const ENDINGS: ReadonlySet<string> = new Set(['terminate', 'disconnect']);

/** What names of requests begin with that the protocol does not have. */
const OWN = 'gigatron/';

/** The button of VS Code's dialog about a source with errors, which would otherwise offer to open launch.json. */
const SHOW_PROBLEMS = { url: 'command:workbench.actions.view.problems', urlLabel: 'Show Problems' };

function isMessage(message: unknown): message is DebugProtocol.ProtocolMessage {
  if (typeof message !== 'object' || message === null) return false;
  const { type, command } = message as Readonly<Record<string, unknown>>;
  return type === 'response' || (type === 'request' && typeof command === 'string');
}

/** The arguments of `initialize`, with the format of paths that the library takes for granted. */
function withPathFormat(args: unknown): object {
  return { pathFormat: 'path', ...(typeof args === 'object' ? args : {}) };
}

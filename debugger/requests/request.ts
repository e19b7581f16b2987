/**
 * What a request is: a shape that its arguments must have, and a function that answers it.
 *
 * Files beside this one hold a group of requests each, as a table from command to request; index.ts
 * puts the tables together. A handler returns the body of its answer or a failure (errors.ts).
 */
import { isFailure } from '#basics';
import type { Debuggee, Parking } from '../run/debuggee.ts';
import type { AssemblyHolder } from '../program/load-source.ts';
import { failures, type RequestFailure } from '../errors.ts';
import type { Shape } from '#basics/shape';
import type { Host } from '../connection/host.ts';
import type { Audience, ClientOptions, SendEvent } from '../connection/client.ts';

export interface Session extends Audience, AssemblyHolder {
  readonly host: Host;
  client: ClientOptions;
  /** What is being debugged; undefined before a launch and after its end. */
  debuggee: Debuggee | undefined;
  /** Whether a program was debugged, and its end was asked for. */
  readonly terminated: boolean;
  /** Where a program can be left running and found again; undefined if the adapter ends with its client. */
  readonly parking: Parking | undefined;
  /** Compares the token of a client with the one that it must know; undefined if none is needed. */
  readonly isToken: ((word: string) => boolean) | undefined;
  /** Aborted when the client wants the session to end, even during a request. */
  readonly ends: AbortSignal;
  /** Whether the program was running before this client came. */
  attached: boolean;
  /** Sends an event before the answer to the present request, such as its progress. */
  readonly sendMeanwhile: SendEvent;
  /** Runs a task once the answer to the present request is on its way. */
  afterAnswer(task: () => void): void;
  /** Ends the debuggee and reports it; the connection stays for `disconnect`. */
  terminate(): void;
  /** Leaves the program running for another client; ends it if the adapter ends with this one. */
  leave(): void;
  close(): void;
}

export type Answer = object | undefined | RequestFailure;
export type Request = (session: Session, rawArguments: unknown, command: string) => Answer | Promise<Answer>;
export type RequestTable = Readonly<Record<string, Request>>;

/** A request that needs no program. */
export function request<A>(shape: Shape<A>, handle: (session: Session, args: A) => Answer | Promise<Answer>): Request {
  return (session, rawArguments, command) => {
    const checked = shape(rawArguments, '');
    return isFailure(checked) ? failures.badArguments(command, checked.message) : handle(session, checked);
  };
}

/** A request about the program: fails if none is being debugged. */
export function debuggeeRequest<A>(
  shape: Shape<A>,
  handle: (debuggee: Debuggee, args: A, session: Session) => Answer | Promise<Answer>,
): Request {
  return request(shape, (session, args) =>
    session.debuggee === undefined ? failures.notLaunched() : handle(session.debuggee, args, session),
  );
}

/** A request that needs the program to be stopped. */
export function stoppedRequest<A>(
  shape: Shape<A>,
  handle: (debuggee: Debuggee, args: A, session: Session) => Answer | Promise<Answer>,
): Request {
  return debuggeeRequest(shape, (debuggee, args, session) =>
    debuggee.runner.running ? failures.running() : handle(debuggee, args, session),
  );
}

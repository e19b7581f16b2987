/**
 * The library's session, with all its requests led to one place.
 *
 * The library calls a method for each request of the protocol, answers those that are not overridden with an empty
 * success, and passes all others to `customRequest`. Here, every one of them becomes a call of `answer`, which finds the
 * request in the tables of `requests/`. A request that the library adds needs one line here; one that it does not know
 * (`modules`, the views' own) comes through `customRequest` and needs none.
 */
import { DebugSession } from '@vscode/debugadapter';
import type { DebugProtocol } from '@vscode/debugprotocol';

/** What the library passes: the answer to fill in, which names the command, and the request's arguments. */
type Call = readonly [response: DebugProtocol.Response, args: unknown, ...rest: readonly unknown[]];

export abstract class Switchboard extends DebugSession {
  /** Answers the request whose command is `response.command`, now or later. */
  protected abstract answer(response: DebugProtocol.Response, args: unknown): void;

  protected override customRequest(_command: string, response: DebugProtocol.Response, args: unknown): void {
    this.answer(response, args);
  }

  // Start and end.
  protected override initializeRequest(...[response, args]: Call): void {
    this.answer(response, args);
  }
  protected override launchRequest(...[response, args]: Call): void {
    this.answer(response, args);
  }
  protected override attachRequest(...[response, args]: Call): void {
    this.answer(response, args);
  }
  protected override configurationDoneRequest(...[response, args]: Call): void {
    this.answer(response, args);
  }
  protected override restartRequest(...[response, args]: Call): void {
    this.answer(response, args);
  }
  protected override terminateRequest(...[response, args]: Call): void {
    this.answer(response, args);
  }
  protected override disconnectRequest(...[response, args]: Call): void {
    this.answer(response, args);
  }

  // Execution.
  protected override threadsRequest(response: DebugProtocol.Response): void {
    this.answer(response, undefined);
  }
  protected override terminateThreadsRequest(...[response, args]: Call): void {
    this.answer(response, args);
  }
  protected override continueRequest(...[response, args]: Call): void {
    this.answer(response, args);
  }
  protected override nextRequest(...[response, args]: Call): void {
    this.answer(response, args);
  }
  protected override stepInRequest(...[response, args]: Call): void {
    this.answer(response, args);
  }
  protected override stepInTargetsRequest(...[response, args]: Call): void {
    this.answer(response, args);
  }
  protected override stepOutRequest(...[response, args]: Call): void {
    this.answer(response, args);
  }
  protected override stepBackRequest(...[response, args]: Call): void {
    this.answer(response, args);
  }
  protected override reverseContinueRequest(...[response, args]: Call): void {
    this.answer(response, args);
  }
  protected override restartFrameRequest(...[response, args]: Call): void {
    this.answer(response, args);
  }
  protected override pauseRequest(...[response, args]: Call): void {
    this.answer(response, args);
  }
  protected override gotoTargetsRequest(...[response, args]: Call): void {
    this.answer(response, args);
  }
  protected override gotoRequest(...[response, args]: Call): void {
    this.answer(response, args);
  }

  // Looking at the program.
  protected override stackTraceRequest(...[response, args]: Call): void {
    this.answer(response, args);
  }
  protected override scopesRequest(...[response, args]: Call): void {
    this.answer(response, args);
  }
  protected override variablesRequest(...[response, args]: Call): void {
    this.answer(response, args);
  }
  protected override setVariableRequest(...[response, args]: Call): void {
    this.answer(response, args);
  }
  protected override setExpressionRequest(...[response, args]: Call): void {
    this.answer(response, args);
  }
  protected override evaluateRequest(...[response, args]: Call): void {
    this.answer(response, args);
  }
  protected override completionsRequest(...[response, args]: Call): void {
    this.answer(response, args);
  }

  // Breakpoints.
  protected override setBreakPointsRequest(...[response, args]: Call): void {
    this.answer(response, args);
  }
  protected override setFunctionBreakPointsRequest(...[response, args]: Call): void {
    this.answer(response, args);
  }
  protected override setInstructionBreakpointsRequest(...[response, args]: Call): void {
    this.answer(response, args);
  }
  protected override breakpointLocationsRequest(...[response, args]: Call): void {
    this.answer(response, args);
  }
  protected override dataBreakpointInfoRequest(...[response, args]: Call): void {
    this.answer(response, args);
  }
  protected override setDataBreakpointsRequest(...[response, args]: Call): void {
    this.answer(response, args);
  }
  protected override setExceptionBreakPointsRequest(...[response, args]: Call): void {
    this.answer(response, args);
  }
  protected override exceptionInfoRequest(...[response, args]: Call): void {
    this.answer(response, args);
  }

  // Memory and sources.
  protected override readMemoryRequest(...[response, args]: Call): void {
    this.answer(response, args);
  }
  protected override writeMemoryRequest(...[response, args]: Call): void {
    this.answer(response, args);
  }
  protected override disassembleRequest(...[response, args]: Call): void {
    this.answer(response, args);
  }
  protected override sourceRequest(...[response, args]: Call): void {
    this.answer(response, args);
  }
  protected override loadedSourcesRequest(...[response, args]: Call): void {
    this.answer(response, args);
  }
  protected override cancelRequest(...[response, args]: Call): void {
    this.answer(response, args);
  }
}

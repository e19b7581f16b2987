/**
 * What the adapter needs from the computer that it runs on: time, a way to continue later, files.
 *
 * Node's are in node-serve.ts, a browser's in main-browser.ts; tests bring their own.
 */
import type { Result } from '#basics';
import type { FileContent } from '#files';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { OutputEvent } from '@vscode/debugadapter';

interface BuildRun {
  /** The working folder. */
  readonly folder: string;
  /** Called with each line of its output; `isError` for those of standard error. */
  print(line: string, isError: boolean): void;
  readonly ends: AbortSignal;
}

export interface Host {
  /** Milliseconds of a steady clock; only differences count. */
  now(): number;
  /**
   * Runs `task` once, no sooner than after `delay` milliseconds and waiting messages; returns a function that cancels it.
   */
  later(task: () => void, delay: number): () => void;
  /** The content of a file that a program or a launch configuration names; failures are values. */
  readFile(path: string): Promise<FileContent>;
  /** The path without symbolic links; the path itself if there is no such file. Absent on a host without links. */
  realPath?(path: string): Promise<string>;
  /**
   * Runs a line of the system's shell that builds ROMs in Python, and writes debug information beside each; gives their
   * paths. Absent on a host without processes, and for unknown clients.
   */
  build?(command: string, run: BuildRun): Promise<Result<readonly string[]>>;
}

/**
 * The client as the debuggee and the requests see it: what it can do, how it counts, and how to notify it.
 */

/** What the client declared in `initialize`. */
export interface ClientOptions {
  readonly supportsMemoryEvents: boolean;
  readonly supportsInvalidatedEvents: boolean;
  readonly supportsProgressReporting: boolean;
  /** Whether it opens the URIs of library sources itself; others ask for their text. */
  readonly opensLibraries: boolean;
  /** The user types to the machine, so that a stop must not take the focus (`gigatron/typing`). */
  readonly isTyping: boolean;
}

/** Lines and columns, 0-based inside, as the client counts them: from 1 unless it declared otherwise. */
export interface Positions {
  toClientLine(line: number): number;
  fromClientLine(line: number): number;
  toClientColumn(column: number): number;
  fromClientColumn(column: number): number;
}

export type SendEvent = (event: DebugProtocol.Event) => void;

/** The receiver of a program's events; it changes when another client takes the program over. */
export interface Audience {
  readonly client: ClientOptions;
  readonly positions: Positions;
  readonly sendEvent: SendEvent;
}

/** Where a click on a line of the console leads. */
interface OutputPlace {
  readonly path: string;
  /** As the client counts lines. */
  readonly line: number;
}

/** A line of text for the console. @param place the line of a source that it is about */
export function outputLine(
  text: string,
  category: 'console' | 'stdout' | 'stderr' | 'important',
  place?: OutputPlace,
): DebugProtocol.OutputEvent {
  const event: DebugProtocol.OutputEvent = new OutputEvent(`${text}\n`, category);
  if (place !== undefined) Object.assign(event.body, { source: { path: place.path }, line: place.line });
  return event;
}

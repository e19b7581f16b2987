/** The client as the debuggee and the requests see it: what it can do, how it counts, and how to notify it. */
import type { DebugProtocol } from '@vscode/debugprotocol';
import { Event } from '@vscode/debugadapter';

/** The client in which the extension runs beside the adapter: it opens library sources itself, and knows commands. */
export const VSCODE = 'vscode';

/** What a client has said of itself with `initialize`, and since. */
export interface ClientOptions {
  readonly supportsMemoryEvent?: boolean | undefined;
  readonly supportsInvalidatedEvent?: boolean | undefined;
  readonly supportsProgressReporting?: boolean | undefined;
  readonly clientID?: string | undefined;
  /** The user types to the machine, so that a stop must not take the focus (`gigatron/typing`). */
  readonly isTyping?: boolean;
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

/** A line of text for the console. @param place the source that it is about, and the line as the client counts it */
export function outputLine(
  text: string,
  category: 'console' | 'stdout' | 'stderr' | 'important',
  place?: { readonly path: string; readonly line: number },
): DebugProtocol.Event {
  const at = place && { source: { path: place.path }, line: place.line };
  return new Event('output', { category, output: `${text}\n`, ...at });
}

/** The client as the debuggee sees it: what it can do, and how it hears of something. */

/** What the client said about itself in `initialize`. */
export interface ClientOptions {
  readonly linesStartAt1: boolean;
  readonly columnsStartAt1: boolean;
  readonly supportsMemoryEvents: boolean;
  readonly supportsInvalidatedEvents: boolean;
}

/** Sends an event of the protocol. */
export type Emit = (event: string, body?: object) => void;

/** Whoever hears of a program, and how it wants to be told; another one once another client takes the program over. */
export interface Audience {
  readonly client: ClientOptions;
  readonly emit: Emit;
}

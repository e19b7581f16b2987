/** The messages between a page and the worker with its machine. Types only. */
import type { Cycle } from '#basics';
import type { DecodedPlay } from '#chess';
import type { KeyInput, PadInput, ScreenState, Speed } from '#debugger/protocol';
import type { PageProgram } from './program.ts';

export type ToMachine =
  | { readonly type: 'begin'; readonly program: PageProgram }
  | { readonly type: 'run'; readonly on: boolean }
  /** Runs one frame, and then pauses. */
  | { readonly type: 'frame' }
  /** Goes back to the beginning: the state with which the page starts, or power-on. */
  | { readonly type: 'reset' }
  | { readonly type: 'input'; readonly input: PadInput | KeyInput }
  /** Types keys by their names, as fast as the machine takes them. */
  | { readonly type: 'type'; readonly keys: readonly string[] }
  | { readonly type: 'speed'; readonly speed: Speed }
  | { readonly type: 'listen'; readonly on: boolean }
  /** Asks for the state as the text of a file; the answer says where it goes. */
  | { readonly type: 'save'; readonly to: KeptIn }
  | { readonly type: 'load'; readonly text: string }
  /** Moves the program's cursor to a square, and presses A there. */
  | { readonly type: 'square'; readonly name: string }
  | { readonly type: 'position'; readonly fen: string }
  | { readonly type: 'level'; readonly level: number }
  /** Whether the visitor looks inside. */
  | { readonly type: 'look'; readonly on: boolean };

export type KeptIn = 'browser' | 'file';

export type FromMachine =
  | { readonly type: 'screen'; readonly picture: PagePicture }
  | { readonly type: 'sound'; readonly samples: Uint8Array<ArrayBuffer> }
  | { readonly type: 'play'; readonly cycle: Cycle; readonly play: DecodedPlay }
  | { readonly type: 'state'; readonly text: string; readonly to: KeptIn }
  | { readonly type: 'inside'; readonly inside: Inside }
  | { readonly type: 'figures'; readonly figures: Figures }
  /** Something that the visitor asked for did not work: one sentence. */
  | { readonly type: 'failed'; readonly message: string };

/** A picture with its pixels as bytes, which go to the page without being copied. */
type PagePicture = ScreenState & { readonly pixels: Uint8Array<ArrayBuffer> };

/** How the machine has run in the last second. */
export interface Figures {
  /** Share of a processor core, 0 to 1. */
  readonly busy: number;
  /** Emulated time by real time. */
  readonly speed: number;
  readonly pictures: number;
}

/** What is in the machine, for whoever looks inside. */
export interface Inside {
  /** Registers by name, and the values of variables, as text. */
  readonly registers: readonly (readonly [string, string])[];
  readonly variables: readonly (readonly [string, string])[];
  /** Label and line of the next instruction; empty where they are not known. */
  readonly place: string;
}

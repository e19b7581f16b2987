/** What the answers of the requests in protocol.ts say of frames, saved states and the timeline. */
import type { Cycle, RamAddress } from '#basics';

/** What a cycle was used for: within hSync, by the video handler, by other code, by `nop` and `.wait`. */
export type CycleKind = 'pulse' | 'handler' | 'code' | 'waiting';

export interface LineSegment {
  readonly kind: CycleKind;
  readonly cycles: number;
}

/** A complete scan line, from one fall of hSync to the next. */
export interface LineUse extends Readonly<Record<CycleKind, number>> {
  readonly from: number;
  readonly cycles: number;
  /** Cycles of any kind that the video handler took. */
  readonly handlerCycles: number;
  /** The code that it went through, by name, at most the first forty. */
  readonly path: readonly string[];
}

/** A time check that was passed. */
export interface CheckUse {
  readonly address: number;
  readonly charge: number;
  readonly passes: number;
  /** How often it left for the handler. */
  readonly left: number;
  /** The lowest value of the account after the charge. */
  readonly worst: number;
  /** Absolute path and 0-based line. */
  readonly path?: string;
  readonly line?: number;
}

export interface PageUse {
  /** Number of the page; of RAM by index, banks of an expander one after the other. */
  readonly page: number;
  /** The owners of words or bytes in it. */
  readonly owners: readonly string[];
  /** Words or bytes that have an owner, 0 to 256. */
  readonly used: number;
  /** Cycles executed in it; of RAM reads and writes. */
  readonly executed: number;
  readonly reads: number;
  readonly writes: number;
  /** Where its first word or byte is written: absolute path and 0-based line. */
  readonly path?: string;
  readonly line?: number;
}

/** How the cycles from `from` to `to`, excluding `to`, were used. */
export interface FrameMessage {
  readonly from: number;
  readonly to: number;
  readonly lineCycles: number;
  /** The video handler's share of the whole lines, 0..1; null if there are none. */
  readonly handlerShare: number | null;
  readonly lines: readonly LineUse[];
  /** The present line so far, in the order of its cycles. */
  readonly present: readonly LineSegment[];
  /** Where the program stopped, by name. */
  readonly at: string;
  readonly checks: readonly CheckUse[];
  readonly rom: readonly PageUse[];
  readonly ram: readonly PageUse[];
}

/** Custom requests by name: arguments and answer. */
export interface StateRequests {
  /** The present state as the text of a file. */
  'gigatron/saveState': { arguments: Record<string, never>; answer: { text: string; cycle: Cycle } };
  /** Goes to a state. The run has no past from then on. */
  'gigatron/loadState': { arguments: StateFile; answer: Record<string, never> };
  /** Assembles the source again; RAM, registers and the place in the code stay. */
  'gigatron/reload': { arguments: Record<string, never>; answer: Record<string, never> };
  /** What differs between a state and another one, or the present one. */
  'gigatron/compareStates': { arguments: { one: StateFile; other?: StateFile }; answer: StateComparison };
}

export interface StateFile {
  /** For messages. */
  readonly name: string;
  /** Its bytes, base64. */
  readonly data: string;
}

export interface StateComparison {
  readonly differences: readonly StateDifference[];
}

export type StateGroup = 'Registers' | 'Zero page' | 'Tables' | 'Other RAM' | 'Picture';

/** One thing that differs, as it is in each of the two states. */
export interface StateDifference {
  readonly group: StateGroup;
  readonly name: string;
  /** Where it is in RAM; null if it is not in RAM. */
  readonly address: RamAddress | null;
  readonly one: string;
  readonly other: string;
}

/** What happens in a run: a move of the game, a stop, a change by the user, input, a fault of the picture. */
export type HappeningKind = (typeof HAPPENING_KINDS)[number];
export const HAPPENING_KINDS = ['move', 'stop', 'edit', 'input', 'fault'] as const;

export interface Happening {
  readonly kind: HappeningKind;
  /** Where to go to see it. A move is found while the program runs, a few milliseconds after it was made. */
  readonly cycle: number;
  readonly text: string;
}

export interface TimelineMessage {
  /** The earliest cycle that can be reached, and the latest that the run has reached. */
  readonly oldest: number;
  readonly latest: number;
  readonly now: number;
  readonly running: boolean;
  readonly frameCycles: number;
  /** In order of time; only the latest of each kind. */
  readonly happenings: readonly Happening[];
}

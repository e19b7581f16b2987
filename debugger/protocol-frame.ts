/** What the Frame view shows: the use of cycles by lines, checks and pages. */
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
  /** Cycles charged. */
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

/** A page of ROM or RAM. */
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
  /** Cycles that a line should take. */
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

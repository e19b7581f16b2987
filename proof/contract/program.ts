/**
 * What the timing proof reads: a laid-out program, as plain data.
 *
 * Everything is an address; sources, lines and names are up to the caller, which maps an address in a finding back to
 * its statement. The words themselves are the truth: checks and charges are given by address and are verified against
 * the words, never believed.
 */
import { ROM_WORDS } from '#isa';
import type { CheckForm, RamKib } from '#isa';
import type { FrameShape } from './frame-shape.ts';

/**
 * A time check: `ld -n`, `adda [account]`, `st [account]`, `blt trampoline`, `ld check`, or a short one: `suba n`,
 * `blt exit`, `st [account]`.
 */
export interface TimeCheck {
  /** Address of the first word. */
  readonly address: number;
  /** `check` and `short` pay n cycles ahead, `sync` charges the n cycles that end with it. */
  readonly form: CheckForm;
  /** The charge n in cycles, the check's own words included. */
  readonly cycles: number;
  /** Zero-page address of the account. */
  readonly account: number;
  /** Where it leaves for the handler: the trampoline of its page, or an exit of its own if it is short. */
  readonly trampoline: number;
}

/** A correction of the account, three words: `ld -n`, `adda [account]` or `ld [account]`, `suba n`; `st [account]`. */
export interface Charge {
  /** Address of the first word. */
  readonly address: number;
  /** Cycles charged; negative for a refund. With `perCount`, the constant part. */
  readonly cycles: number;
  /**
   * Set where the amount comes from a table of costs: it is `cycles + factor * count`, `count` being the name that a
   * {@link LoopCount} carries; without a name it is `cycles` alone. `address` is then that of `st [account]`, or of the
   * word before it, which adds the account; how the program computes what it adds is not checked, and the table is
   * believed.
   */
  readonly perCount?: { readonly count: string; readonly factor: number };
}

/**
 * Where the computed jump at `address` can go: `.targets`. No target at all says that the jump
 * resumes the check that left for the handler.
 */
export interface DeclaredTargets {
  readonly address: number;
  readonly targets: readonly number[];
}

/**
 * How often the word at `head` executes for each entry into its loop. A jump to `head` from there or from the 255 words
 * after it is another turn; every other way to `head` is an entry.
 */
export interface LoopCount {
  readonly head: number;
  readonly min: number;
  readonly max: number;
  /** Name of the count, where charges depend on it. */
  readonly count?: string;
}

/** `.exact from, to, n` and `.atmost from, to, n`: cycles of every path, `from` executed and `to` not. */
export interface TimeAssertion {
  readonly kind: 'exact' | 'at-most';
  /** Address that stands for the assertion in reports; normally `from`. */
  readonly address: number;
  readonly from: number;
  readonly to: number;
  readonly cycles: number;
}

/** A routine: words start..end-1. */
export interface Routine {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** A program after layout. */
export interface TimingProgram {
  /** The image, one word per ROM address, 65,536 of them. */
  readonly words: Uint16Array;
  /** 1 where the source put a word, 0 where the image is filled; 65,536 bytes. */
  readonly used: Uint8Array;
  /** Addresses where execution can begin; power-on's address 0 is always one. */
  readonly entries: readonly number[];
  readonly checks: readonly TimeCheck[];
  readonly charges: readonly Charge[];
  readonly targets: readonly DeclaredTargets[];
  /** Zero-page bytes that something outside the program sets, such as a mailbox: they may hold anything at any time. */
  readonly external?: ReadonlySet<number>;
  /** RAM of the machine in KiB; 32 without it. */
  readonly ramKib?: RamKib;
  /** Jumps that can go to the word after the check that left for the handler: `.resume`. */
  readonly resumes?: readonly number[];
  /**
   * Tables that are read an entry at a time: the addresses of all entries, by that of the first. Each entry is `ld` of
   * a constant. As a target of a jump, the first, executed alone, stands for all.
   */
  readonly tables: ReadonlyMap<number, readonly number[]>;
  readonly loops: readonly LoopCount[];
  readonly assertions: readonly TimeAssertion[];
  readonly routines: readonly Routine[];
  /**
   * Cycles by which the handler may be entered after the account has run out. Without it, no path may spend what was
   * not charged before.
   */
  readonly slack?: number;
  /** What a line and a frame are; without it the Gigatron's VGA timing. */
  readonly shape?: FrameShape;
}

/** Gives access to the words of a program by address. */
export interface WordReader {
  word(address: number): number;
  /** Whether the source has a word there. */
  isUsed(address: number): boolean;
}

/** What directives declare of a program, collected in source order. */
export interface Declarations {
  readonly entries: number[];
  readonly checks: TimeCheck[];
  readonly charges: Charge[];
  readonly targets: DeclaredTargets[];
  readonly resumes: number[];
  readonly tables: Map<number, readonly number[]>;
  readonly loops: LoopCount[];
  readonly assertions: TimeAssertion[];
  readonly intended: Set<number>;
  readonly data: Uint8Array;
}

export function noDeclarations(): Declarations {
  return {
    entries: [],
    checks: [],
    charges: [],
    targets: [],
    resumes: [],
    tables: new Map(),
    loops: [],
    assertions: [],
    intended: new Set(),
    data: new Uint8Array(ROM_WORDS),
  };
}

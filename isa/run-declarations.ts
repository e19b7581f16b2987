/**
 * What a source declares about its program's run, and what its proof assumes: debug information passes it on, and the
 * emulator compares it with what happens. All addresses are those of ROM words where nothing else is said.
 */
import type { RamAddress, RomAddress, ZeroPageOffset } from '#basics';
import type { CheckForm } from './time-check.ts';

/** A time check by its first word. */
export interface DeclaredCheck {
  readonly address: RomAddress;
  /** `check` pays ahead, `sync` charges the cycles that end with it. */
  readonly form: CheckForm;
  readonly cycles: number;
}

/** A computed jump with declared targets. */
export interface DeclaredJump {
  readonly address: RomAddress;
  readonly targets: readonly RomAddress[];
  /** Whether it can also go after the check that left for the handler. */
  readonly resumes: boolean;
}

/** A loop with a declared number of times that its first word executes for each entry. */
export interface DeclaredLoop {
  readonly head: RomAddress;
  /** The last word of the loop: the delay slot of the last jump that goes round. */
  readonly last: RomAddress;
  readonly min: number;
  readonly max: number;
  /** Name of the count; null if it has none. */
  readonly count: string | null;
  /** Where it is left; absent in documents that do not say so. */
  readonly exits?: readonly LoopExit[] | undefined;
  /** Branches before the head that enter it in its middle. */
  readonly entries?: readonly RomAddress[] | undefined;
}

/** Words that execute one after another where a loop is left: the only way back from there is through an entry. */
interface LoopExit {
  readonly address: RomAddress;
  readonly next: RomAddress;
  readonly to: RomAddress;
}

/** Words that charge a declared amount: `cycles + factor · count`. */
export interface DeclaredCharge {
  /** Of `adda [account]`, or of the `st [account]` that is alone. */
  readonly address: RomAddress;
  readonly cycles: number;
  readonly factor: number;
  readonly count: string | null;
}

/** Stores whose address the proof does not know, and the bytes that it assumes they do not hit. */
export interface BlindStores {
  /** Words that store by `[x]`, `[y,x]`, `[y,x++]` or `[y,D]`. */
  readonly words: readonly RomAddress[];
  /** RAM addresses; a mirror of a byte is that byte. */
  readonly bytes: readonly RamAddress[];
}

/**
 * A timed block that shares its start with others. What leaves it through one of their ends comes to a jump that the
 * proof cannot follow, and which it assumes not to go back inside.
 */
export interface DeclaredBlock {
  readonly from: RomAddress;
  readonly to: RomAddress;
  /** Ends of the other blocks. */
  readonly exits: readonly RomAddress[];
  /** Jumps after them that the proof cannot follow. */
  readonly jumps: readonly RomAddress[];
  /** Words from which the code leads to the block's end, and that end. */
  readonly inside: readonly RomAddress[];
}

/** Everything that a program declares, and what its proof assumes. */
export interface RunDeclarations {
  /** Zero-page address of the account; null without one. */
  readonly account: ZeroPageOffset | null;
  /** Cycles of a line if the proof could follow the video handler; otherwise null. */
  readonly line: number | null;
  readonly checks: readonly DeclaredCheck[];
  readonly jumps: readonly DeclaredJump[];
  readonly loops: readonly DeclaredLoop[];
  readonly charges: readonly DeclaredCharge[];
  /** Lines of a frame if the proof could follow the video handler; otherwise absent. */
  readonly frameLines?: number | undefined;
  /** Absent if there are none. */
  readonly blindStores?: BlindStores | undefined;
  /** Timed blocks with several exits that are exact; absent if there are none. */
  readonly blocks?: readonly DeclaredBlock[] | undefined;
}

/** Declarations of a program that has none. */
export const NO_DECLARATIONS: RunDeclarations = {
  account: null,
  line: null,
  checks: [],
  jumps: [],
  loops: [],
  charges: [],
};

/**
 * What a source declares about its program's run, as plain data, in the shape of the debug information.
 */
import type { Cycle, RomAddress, ZeroPageOffset } from '#basics';
import type { CheckForm } from '#isa';

/** A time check by its first word. */
export interface DeclaredCheck {
  readonly address: RomAddress;
  /** `check` pays ahead, `sync` charges the cycles that end with it. */
  readonly form: CheckForm;
  /** Cycles charged. */
  readonly cycles: number;
}

/** A computed jump with declared targets. */
export interface DeclaredJump {
  readonly address: RomAddress;
  readonly targets: readonly number[];
  /** Whether it can also go after the check that left for the handler. */
  readonly resumes: boolean;
}

/** A loop with a declared number of times that its first word executes for each entry. */
export interface DeclaredLoop {
  readonly head: RomAddress;
  /** The last word of the loop: the delay slot of the last branch back. */
  readonly last: RomAddress;
  /** Near branches back to the head. */
  readonly backs: readonly number[];
  readonly min: number;
  readonly max: number;
  /** Name of the count; null if it has none. */
  readonly count: string | null;
}

/** Words that charge a declared amount: `cycles + factor · count`. */
export interface DeclaredCharge {
  /** Of `adda [account]`, or of the `st [account]` that is alone. */
  readonly address: RomAddress;
  readonly cycles: number;
  readonly factor: number;
  readonly count: string | null;
}

/** Everything that a program declares. */
export interface RunDeclarations {
  /** Zero-page address of the account; null without one. */
  readonly account: ZeroPageOffset | null;
  /** Cycles of a line if the proof could follow the video handler; otherwise null. */
  readonly line: number | null;
  readonly checks: readonly DeclaredCheck[];
  readonly jumps: readonly DeclaredJump[];
  readonly loops: readonly DeclaredLoop[];
  readonly charges: readonly DeclaredCharge[];
}

/** The first thing that was not as declared. */
export interface Difference {
  readonly kind: 'account' | 'targets' | 'loop' | 'charged';
  /** The word that shows it, which executes next. */
  readonly address: RomAddress;
  readonly cycle: Cycle;
  /** A clause each, for people. */
  readonly declared: string;
  readonly seen: string;
}

/**
 * Tests from the `.test` blocks of a source, with all names resolved: whatever runs them does not need the source.
 *
 * Documented in docs/testing.md. Addresses are ROM words 0..65535 or RAM bytes 0..65535 as stated; lines are
 * 0-based.
 */
import type { RamAddress, RomAddress } from '#basics';
import type { Relation } from './syntax.ts';
import type { Location } from './source.ts';

/** The tests of a program, and what it takes to count their cycles. */
export interface TestProgram {
  /** In the order in which their lines are read. */
  readonly tests: readonly TestBlock[];
  /** ROM addresses where time checks leave for the video handler. */
  readonly trampolines: readonly number[];
}

export interface TestBlock extends Location {
  /** As written; unique in its file. */
  readonly name: string;
  /** Cycles that a call or run may take, including those of the handler. */
  readonly limit: number;
  /** Where the test begins; undefined: at power-on. */
  readonly after: NamedAddress | undefined;
  /** At least one. */
  readonly cases: readonly TestCase[];
}

/** A ROM address as it is written. */
export interface NamedAddress {
  readonly name: string;
  readonly address: RomAddress;
}

/** A test with values for the names of its columns. */
export interface TestCase extends Location {
  /** `a = 3, b = 4`; empty if the test has neither a table nor random values. */
  readonly label: string;
  /** What happens, in order. */
  readonly steps: readonly TestStep[];
}

/** Something that a case does, and the line that says so. */
export type TestStep = Location & TestAction;

export type TestAction =
  | { readonly kind: 'given'; readonly wanted: readonly Wanted[] }
  /** `.call`: AC becomes the low byte of the return address, and Y the page of the routine. */
  | { readonly kind: 'call'; readonly from: NamedAddress; readonly to: NamedAddress }
  | { readonly kind: 'run'; readonly from: NamedAddress; readonly to: NamedAddress }
  | { readonly kind: 'expect'; readonly relation: Relation; readonly wanted: readonly Wanted[] };

/** A place of the machine and a value for it. */
export interface Wanted {
  /** As a person would write it: `count`, `board[$2a]`, `AC`. */
  readonly name: string;
  readonly place: TestPlace;
  /** What one or several bytes hold, 0 or more; or the text of a FEN. */
  readonly value: number | string;
}

/** A register, by its name in sources. */
export interface RegisterPlace {
  readonly kind: 'register';
  readonly register: 'ac' | 'x' | 'y' | 'out' | 'outx' | 'in';
}

/** Bytes from an address on; lowest first unless `highFirst`. */
export interface BytesPlace {
  readonly kind: 'memory';
  readonly address: RamAddress;
  /** The bank of declared RAM from $8000 on; absent: the one that the window shows. */
  readonly bank?: number | undefined;
  readonly size: number;
  readonly highFirst: boolean;
}

export type TestPlace =
  | RegisterPlace
  | BytesPlace
  /** Cycles of the last call or run, without the video handler. */
  | { readonly kind: 'cycles' }
  /** Faults of the picture since the test began. */
  | { readonly kind: 'faults' }
  /** A position in the tables that are declared to hold one. */
  | { readonly kind: 'fen' };

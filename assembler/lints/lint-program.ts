import type { TimingProgram } from '#proof';

/** A program with what only the lints need. */
export interface LintProgram extends TimingProgram {
  /** Labels of the source by address, in source order where several share one; without constants. */
  readonly labels: ReadonlyMap<number, readonly string[]>;
  /** Addresses of branches in delay slots, and of other words, that the source marks as intended. */
  readonly intended: ReadonlySet<number>;
  /** 1 for the addresses of words that are meant as data: entries of lookup tables, `.word`, fill. */
  readonly data: Uint8Array;
  /** Zero-page bytes that something outside the program sets, such as a mailbox or a loader. */
  readonly external: ReadonlySet<number>;
  /** Names of the zero-page bytes that are declared, by address. */
  readonly variables: ReadonlyMap<number, string>;
}

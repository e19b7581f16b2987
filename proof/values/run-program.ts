/** What the symbolic execution of a path reads of its program, and what it finds that a run needs. */
import type { RamKib } from '#isa';
import type { TimingProgram } from '../contract/program.ts';

/** The program whose path is executed. */
export interface RunProgram {
  readonly ram: RamKib;
  /** Bytes of the zero page that something outside may change at any time. */
  readonly external: { has(byte: number): boolean };
  /** Undefined for a word of which nothing is known but that it loads AC. */
  word(address: number): number | undefined;
  /** Whether a word stands for all entries of a table where it executes alone. */
  isTable(address: number): boolean;
  /** What bytes of the zero page can hold where the path begins; without it, each of them anything. */
  readonly begins?: {
    /** Undefined if it may hold anything. */
    held?(byte: number): readonly number[] | undefined;
    /** Whether they and the registers hold what they did at power-on, which has nothing to do with what others hold. */
    readonly isPowerOn?: boolean;
  };
}

/** @param isTable whether a word stands for all entries of a table where it executes alone */
export function runProgramOf(
  { words, ramKib = 32, external = new Set() }: TimingProgram,
  isTable: RunProgram['isTable'],
): RunProgram {
  return { ram: ramKib, external, word: (address) => words[address], isTable };
}

/** What something finds at its beginning. */
export interface Wanted {
  /** Bytes of the zero page. */
  readonly bytes: ReadonlyMap<number, number>;
  /** The input register; undefined for any. */
  readonly input: number | undefined;
}

export const NOTHING_WANTED: Wanted = { bytes: new Map(), input: undefined };

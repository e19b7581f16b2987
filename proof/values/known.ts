/** What is known at a point of a program, in what surroundings, and how tracked bytes in it are read and changed. */
import { opcodeOfWord, type RamKib, type Touch, writesRam } from '#isa';
import type { CellPlan } from './cells.ts';
import { ANY, LOST, type Value, type ValueTable } from './values.ts';

/** What is known at a point; changed in place by `transfer`. */
export interface Known {
  ac: Value;
  y: Value;
  /** Which bytes of far return addresses belong together (pairs.ts), as bits. */
  pairs: number;
  /** Tracked zero-page bytes by slot; replaced, never changed, so that points may share it. */
  cells: readonly Value[];
}

/** Tracked bytes at Y:D, over all of a program's run. Pages are those that Y can be; undefined if they are not known. */
export interface Fields {
  /** All that is known, for comparisons. */
  readonly held: ReadonlyMap<number, Value>;
  /** What each of the bytes holds that may be meant. */
  load(offset: number, pages: readonly number[] | undefined): readonly Value[];
  store(offset: number, pages: readonly number[] | undefined, value: Value): void;
}

/** Bytes of the zero page that words may store to by an X that is a constant, by the address of the word. */
export type StoredByX = ReadonlyMap<number, ReadonlySet<number>>;

/** What does not change while a program is followed. */
export interface Surroundings {
  readonly values: ValueTable;
  readonly plan: CellPlan;
  readonly ram: RamKib;
  readonly fields: Fields;
  /** What reading an entry of a table gives, by the address of the first entry. */
  readonly entries: { get(address: number): Value | undefined };
  /** The addresses of all entries of a table, by that of the first. */
  readonly tables: { get(address: number): readonly number[] | undefined };
  /** Slots of bytes that may hold anything after a store through X that may be in page 0. */
  readonly lostByX: ReadonlySet<number>;
  /** What stores by X may hit, as far as X is a constant. */
  readonly storedByX: Pick<StoredByX, 'get'>;
  /** Whether it is known what is stored where; until then, a byte to which nothing is stored has no value yet. */
  readonly isFound: boolean;
  /** Whether the bytes that only jumps with declared targets read are tracked as well. */
  readonly tracksReturns: boolean;
}

/** Whether a store touches a byte of the zero page. */
export function touchOfByte(y: Value, word: number, byte: number, { values, ram }: Surroundings): Touch {
  const { address } = opcodeOfWord(word);
  if ((word & 0xff) !== byte || !writesRam(word, ram)) return 'never';
  if (address === 'd') return 'certainly';
  return address === 'yd' ? values.inPageZero(y, ram) : 'never';
}

/** What a tracked byte holds. */
export function cellOf({ cells }: Readonly<Known>, slot: number): Value {
  return cells[slot] ?? ANY;
}

/** Changes one tracked byte. */
export function setCell(known: Known, slot: number, value: Value): void {
  if (known.cells[slot] === value) return;
  const cells = known.cells.slice();
  cells[slot] = value;
  known.cells = cells;
}

/** Forgets what some tracked bytes hold. */
export function forgetCells(known: Known, slots: ReadonlySet<number>): void {
  for (const slot of slots) setCell(known, slot, LOST);
}

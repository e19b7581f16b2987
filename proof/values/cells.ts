/**
 * Which bytes of RAM the proof keeps track of: those that computed jumps depend on, and those that count turns.
 *
 * The former are found by looking a few words back from each computed jump, and then from each store into a byte that
 * was already found (a return address may be moved to a frame and back). If a byte is missed, a jump is unknown and the
 * proof fails; it never succeeds because of that.
 */
import { byteReadBy, IS_FIXED_BRANCH, nearTarget, type Opcode, opcodeOfWord, wordAt } from '#isa';
import type { TimingProgram } from '../contract/program.ts';
import type { TimeWords } from '../words/time-words.ts';

/** The tracked bytes. */
export interface CellPlan {
  /** Zero-page addresses, by slot. */
  readonly cells: readonly number[];
  /**
   * How many slots, from the first on, all questions track. The others are for bytes that only jumps with declared
   * targets read: telling calls apart by these is worth its cost only for a single routine.
   */
  readonly inAll: number;
  /** Slot of a zero-page address, -1 where it is not tracked; 256 entries. */
  readonly slotOf: Int16Array;
  /** Bytes that far returns take page and low byte from. */
  readonly pairs: readonly PagePair[];
  /** The slot of OUT, -1 where it is not tracked. */
  readonly out: number;
  /** 1 where bytes at Y:D are tracked as one, whatever Y is; 256 entries by D. */
  readonly fields: Uint8Array;
  /** Slots of bytes that count turns. They are known from a store to the next check, or store that might hit them. */
  readonly counters: ReadonlySet<number>;
}

/** Two bytes that keep a return address, by slot. */
export interface PagePair {
  readonly page: number;
  readonly low: number;
}

/** The slot of a zero-page address (0..255), -1 where it is not tracked. */
export function slotOf(plan: CellPlan, address: number): number {
  return plan.slotOf[address] ?? -1;
}

/** The most pairs that are tracked; a program has as many as its calls are deep. */
const MOST_PAIRS = 10;
/** How far back from a use its load is looked for, in words. */
const LOOK_BACK = 12;

/** Finds the bytes of a program that are worth tracking. */
export function planCells(program: TimingProgram, { addresses }: TimeWords): CellPlan {
  const tracked = new Set<number>();
  const fields = new Uint8Array(0x100);
  const pairs = new Map<number, PagePair>();
  const returns = new Set<number>();
  const declared = new Set(program.targets.map(({ address }) => address));
  const stores: { address: number; opcode: Opcode; operand: number }[] = [];
  for (const address of addresses) {
    const word = wordAt(program.words, address);
    const [opcode, operand] = [opcodeOfWord(word), word & 0xff];
    if (opcode.operation === 'st' && opcode.bus === 'ac') stores.push({ address, opcode, operand });
    if (opcode.operation !== 'jump') continue;
    if (declared.has(address)) {
      if (opcode.bus !== 'ram') continue;
      returns.add(operand);
      const page = opcode.condition === 'far' ? pageByteBefore(program, address) : undefined;
      if (page !== undefined) returns.add(page);
      continue;
    }
    if (opcode.bus === 'ram') tracked.add(operand);
    if (opcode.bus === 'ac') trackLoad(program, address, writesAc, tracked, fields);
    if (opcode.condition !== 'far') continue;
    trackLoad(program, address, writesY, tracked, fields);
    const page = opcode.bus === 'ram' ? pageByteBefore(program, address) : undefined;
    if (page !== undefined) pairs.set((page << 8) | operand, { page, low: operand });
  }
  for (let size = -1; size !== tracked.size + count(fields);) {
    size = tracked.size + count(fields);
    for (const { address, opcode, operand } of stores) {
      const cell = tracked.has(operand) && isInPageZero(program, address);
      const field = opcode.address === 'yd' && fields[operand] === 1;
      if (cell || field) trackLoad(program, address, writesAc, tracked, fields);
    }
  }
  // Nothing is ever known of a byte that something outside may change.
  const isSetOutside = (byte: number): boolean => program.external?.has(byte) === true;
  const rising = (bytes: Iterable<number>): number[] =>
    [...bytes].filter((byte) => !isSetOutside(byte)).sort((a, b) => a - b);
  const others = rising(returns).filter((cell) => !tracked.has(cell));
  const counters = rising(counterBytes(program, addresses)).filter((byte) => !tracked.has(byte) && !returns.has(byte));
  const known = [...pairs.values()].filter(({ page, low }) => !isSetOutside(page) && !isSetOutside(low));
  return planOf(rising(tracked), others, fields, known.slice(0, MOST_PAIRS), counters);
}

/** Stands for OUT among the tracked bytes. */
export const OUT_CELL = 0x100;

/** The plan to track some bytes, and others for routines alone; see {@link CellPlan}. */
export function planOf(
  inAll: readonly number[],
  others: readonly number[],
  fields: Uint8Array,
  pairs: readonly PagePair[] = [],
  counters: readonly number[] = [],
): CellPlan {
  const cells = [...inAll, ...counters, ...others];
  const slotOf = new Int16Array(0x100).fill(-1);
  cells.forEach((cell, slot) => {
    if (cell !== OUT_CELL) slotOf[cell] = slot;
  });
  const bySlot = pairs.map(({ page, low }) => ({ page: slotOf[page] ?? -1, low: slotOf[low] ?? -1 }));
  return {
    cells,
    inAll: inAll.length + counters.length,
    slotOf,
    pairs: bySlot,
    out: cells.indexOf(OUT_CELL),
    fields,
    counters: new Set(counters.map((byte) => slotOf[byte]!)),
  };
}

function count(fields: Uint8Array): number {
  return fields.reduce((sum, flag) => sum + flag, 0);
}

function writesAc(opcode: Opcode): boolean {
  return opcode.target === 'ac' && opcode.mnemonic !== 'nop';
}

function writesY(opcode: Opcode): boolean {
  return opcode.target === 'y';
}

/** The byte that Y is loaded from before a far jump, if a word just before does it. */
function pageByteBefore(program: TimingProgram, jump: number): number | undefined {
  const word = changeOfY(program, jump);
  return word !== undefined && opcodeOfWord(word).operation === 'ld' ? byteReadBy(word) : undefined;
}

/** The last word before another one that changes Y, if it is near. */
function changeOfY({ words, used }: TimingProgram, use: number): number | undefined {
  for (let address = use - 1; address >= Math.max(0, use - LOOK_BACK) && used[address] === 1; address--) {
    const word = wordAt(words, address);
    if (writesY(opcodeOfWord(word))) return word;
  }
  return undefined;
}

/** Whether a word accesses the byte at D of page 0: by `[D]`, or by `[y,D]` where 0 was loaded just before. */
function isInPageZero(program: TimingProgram, address: number): boolean {
  const mode = opcodeOfWord(wordAt(program.words, address)).address;
  const page = mode === 'yd' ? changeOfY(program, address) : undefined;
  if (page === undefined) return mode === 'd';
  const { operation, bus } = opcodeOfWord(page);
  return operation === 'ld' && bus === 'd' && (page & 0xff) === 0;
}

/** Tracks the byte that the last word before a use loads into a register, if it loads one. */
function trackLoad(
  program: TimingProgram,
  use: number,
  writes: (opcode: Opcode) => boolean,
  tracked: Set<number>,
  fields: Uint8Array,
): void {
  let [from, isSought] = [use, writes];
  for (let address = from - 1; address >= Math.max(0, from - LOOK_BACK); address--) {
    const word = wordAt(program.words, address);
    const opcode = opcodeOfWord(word);
    if (program.used[address] === 0) return;
    if (!isSought(opcode)) continue;
    const loads = opcode.operation === 'ld' && opcode.readsRam;
    if (loads && isInPageZero(program, address)) tracked.add(word & 0xff);
    if (loads && opcode.address === 'yd') fields[word & 0xff] = 1;
    const moves = opcode.bus === 'ac' || opcode.operation === 'st';
    if (!moves && (opcode.operation === 'ld' || opcode.bus !== 'd')) return;
    // AC moved to Y, or a constant added to what was loaded: the load is further back.
    [from, isSought] = [address, writesAc];
  }
}

/**
 * The zero-page addresses (0..255) of bytes that may count the turns of a loop for which nothing is declared: the loop
 * both reads and stores to them.
 *
 * If such a byte starts with a constant, paths that know what it holds come to an end by themselves. If a byte is
 * missed, the loop has no known count; no proof succeeds because of that.
 */
function counterBytes(program: TimingProgram, addresses: readonly number[]): ReadonlySet<number> {
  const declared = new Set(program.loops.map(({ head }) => head));
  const timed = [...program.checks, ...program.charges].map(({ address }) => address as number).sort((a, b) => a - b);
  const counters = new Set<number>();
  for (const address of addresses) {
    const word = wordAt(program.words, address);
    if (IS_FIXED_BRANCH[word >> 8] !== 1) continue;
    const head = nearTarget(address, word & 0xff);
    if (head > address || declared.has(head) || timed.some((each) => each >= head && each <= address)) continue;
    for (const byte of readAndStored(program, head, address + 1)) counters.add(byte);
  }
  return counters;
}

/** The bytes of the zero page that words both read and store to. */
function readAndStored(program: TimingProgram, from: number, to: number): readonly number[] {
  const read = new Set<number>();
  const stored = new Set<number>();
  for (let address = from; address <= to; address++) {
    const word = wordAt(program.words, address);
    const { operation, bus } = opcodeOfWord(word);
    if (!isInPageZero(program, address)) continue;
    if (operation === 'st') stored.add(word & 0xff);
    else if (bus === 'ram') read.add(word & 0xff);
  }
  return [...stored].filter((byte) => read.has(byte));
}

/**
 * Which registers and tracked bytes may still be read from a point on.
 *
 * Two paths that meet and differ only in what nobody reads again are one path from there on; this is
 * what keeps the number of states of the proof near the number of words. Forgetting too much would
 * only make a jump unknown, never a verdict exact.
 */
import { INSTRUCTION_TABLE } from '#isa';
import { AC, READS, WRITES, Y, isIdle } from './opcode-facts.ts';
import type { Reach, ReachedPoint } from './reach.ts';
import type { TimingProgram } from './program.ts';
import type { TimeWords } from './time-words.ts';

/** Bits before those of the slots. */
const AC_BIT = 0;
const Y_BIT = 1;
const SLOT_BITS = 2;

/** What is alive at a point; equal sets are the same object. */
export interface LiveSet {
  readonly id: number;
  readonly ac: boolean;
  readonly y: boolean;
  isLive(slot: number): boolean;
}

export interface Liveness {
  /** What is alive before the word at `address` executes; everything, where the pair was never come to. */
  at(address: number, next: number): LiveSet;
}

/** Computes what is alive at every point that can be reached. */
export function computeLiveness(program: TimingProgram, words: TimeWords, found: Reach): Liveness {
  const width = (SLOT_BITS + found.around.plan.cells.length + 31) >> 5;
  const { points } = found;
  const index = new Map(points.map((point, at) => [point, at]));
  const followers = points.map((point) => followersOf(point, index));
  const uses = new Int32Array(points.length * width);
  const defines = new Int32Array(points.length * width);
  points.forEach((point, at) => effect(program, words, found, point, uses, defines, at * width));
  const live = uses.slice();
  for (let changed = true; changed;) {
    changed = false;
    for (let at = points.length - 1; at >= 0; at--) {
      for (let word = at * width, end = word + width, part = 0; word < end; word++, part++) {
        let out = 0;
        for (const follower of followers[at]!) out |= live[follower * width + part]!;
        const into = uses[word]! | (out & ~defines[word]!);
        if (into !== live[word]) {
          live[word] = into;
          changed = true;
        }
      }
    }
  }
  return indexByPair(points, live, width);
}

/** Points behind a point, without those of the handler that a taken check leads to. */
function followersOf(point: ReachedPoint, index: ReadonlyMap<ReachedPoint, number>): readonly number[] {
  return [...point.followers].filter((next) => next.inHandler === point.inHandler).map((next) => index.get(next)!);
}

function effect(
  program: TimingProgram,
  words: TimeWords,
  found: Reach,
  point: ReachedPoint,
  uses: Int32Array,
  defines: Int32Array,
  base: number,
): void {
  const { address } = point;
  if (program.used[address] === 0) return;
  const code = program.words[address]! >> 8;
  const opcode = INSTRUCTION_TABLE[code]!;
  const operand = program.words[address]! & 0xff;
  const mark = (set: Int32Array, bit: number): void => void (set[base + (bit >> 5)]! |= 1 << (bit & 31));
  if (READS[code]! & AC) mark(uses, AC_BIT);
  if (READS[code]! & Y) mark(uses, Y_BIT);
  if (WRITES[code]! & AC && !isIdle(opcode)) mark(defines, AC_BIT);
  if (WRITES[code]! & Y) mark(defines, Y_BIT);
  if (words.slots.has(address)) {
    mark(defines, AC_BIT);
    mark(defines, Y_BIT);
  }
  const slot = found.around.plan.slotOf[operand]!;
  if (slot < 0) return;
  if (opcode.readsRam && (opcode.address === 'd' || opcode.address === 'yd')) mark(uses, SLOT_BITS + slot);
  if (opcode.operation === 'st' && opcode.address === 'd') mark(defines, SLOT_BITS + slot);
}

function indexByPair(points: readonly ReachedPoint[], live: Int32Array, width: number): Liveness {
  const rows = new Map<number, { readonly next: number; readonly row: Int32Array }[]>();
  points.forEach(({ address, next }, at) => {
    let here = rows.get(address);
    if (here === undefined) rows.set(address, (here = []));
    const known = here.find((each) => each.next === next);
    const row = known?.row ?? new Int32Array(width);
    if (known === undefined) here.push({ next, row });
    for (let part = 0; part < width; part++) row[part]! |= live[at * width + part]!;
  });
  const sets = new Map<string | number, LiveSet>();
  const everything = liveSet(new Int32Array(width).fill(-1), 0);
  const intern = (row: Int32Array): LiveSet => {
    const text = width === 1 ? row[0]! : row.join();
    let set = sets.get(text);
    if (set === undefined) sets.set(text, (set = liveSet(row, sets.size + 1)));
    return set;
  };
  const byAddress = new Map(
    [...rows].map(([address, here]) => [address, here.map(({ next, row }) => ({ next, set: intern(row) }))]),
  );
  return { at: (address, next) => byAddress.get(address)?.find((each) => each.next === next)?.set ?? everything };
}

function liveSet(row: Int32Array, id: number): LiveSet {
  const has = (bit: number): boolean => ((row[bit >> 5]! >> (bit & 31)) & 1) === 1;
  return { id, ac: has(AC_BIT), y: has(Y_BIT), isLive: (slot) => has(SLOT_BITS + slot) };
}

/**
 * Which registers and tracked bytes may still be read from a point on.
 *
 * Two paths that meet and differ only in what nobody reads again are one path from there on; this is
 * what keeps the number of states of the proof near the number of words. Forgetting too much would
 * only make a jump unknown, never a verdict exact.
 */
import { INSTRUCTION_TABLE } from '#isa';
import type { CellPlan } from './cells.ts';
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
  /** All of it as bits. */
  readonly row: Int32Array;
  isLive(slot: number): boolean;
}

export interface Liveness {
  /** What is alive before the word at `address` executes; everything, where the pair was never come to. */
  at(address: number, next: number): LiveSet;
  /** The same for all pairs with an address. */
  allAt(address: number): LiveAt | undefined;
}

/** What is alive at one pair, and at the others with the same address. */
export interface LiveAt {
  readonly next: number;
  readonly set: LiveSet;
  readonly beside: LiveAt | undefined;
}

interface MutableLiveAt extends LiveAt {
  set: LiveSet;
  readonly beside: MutableLiveAt | undefined;
}

/** Sets that are alive somewhere; programs with the same tracked bytes may share them. */
export class LiveSets {
  private readonly sets = new Map<string | number, LiveSet>();
  /** Words of 32 bits of a set. */
  readonly width: number;
  readonly everything: LiveSet;

  /** @param slots how many bytes are tracked */
  constructor(slots: number) {
    this.width = (SLOT_BITS + slots + 31) >> 5;
    this.everything = liveSet(new Int32Array(this.width).fill(-1), 0);
  }

  intern(row: Int32Array): LiveSet {
    const text = this.width === 1 ? row[0]! : row.join();
    let set = this.sets.get(text);
    if (set === undefined) this.sets.set(text, (set = liveSet(row.slice(), this.sets.size + 1)));
    return set;
  }
}

/** What one word reads and overwrites; two words with equal effects are the same to the liveness. */
export function effectOf(
  program: TimingProgram,
  words: TimeWords,
  plan: CellPlan,
  address: number,
): { readonly uses: readonly number[]; readonly defines: readonly number[] } {
  const uses: number[] = [];
  const defines: number[] = [];
  if (program.used[address] === 0) return { uses, defines };
  const code = program.words[address]! >> 8;
  const opcode = INSTRUCTION_TABLE[code]!;
  if (READS[code]! & AC) uses.push(AC_BIT);
  if (READS[code]! & Y) uses.push(Y_BIT);
  if (WRITES[code]! & AC && !isIdle(opcode)) defines.push(AC_BIT);
  if (WRITES[code]! & Y) defines.push(Y_BIT);
  if (words.slots.has(address)) defines.push(AC_BIT, Y_BIT);
  const slot = plan.slotOf[program.words[address]! & 0xff]!;
  if (slot < 0) return { uses, defines };
  if (opcode.readsRam && (opcode.address === 'd' || opcode.address === 'yd')) uses.push(SLOT_BITS + slot);
  if (opcode.operation === 'st' && opcode.address === 'd') defines.push(SLOT_BITS + slot);
  return { uses, defines };
}

/** Computes what is alive at every point that can be reached. */
export function computeLiveness(program: TimingProgram, words: TimeWords, found: Reach, sets: LiveSets): Liveness {
  const { width } = sets;
  const { points } = found;
  const uses = new Int32Array(points.length * width);
  const defines = new Int32Array(points.length * width);
  for (const { index, address } of points) {
    const effect = effectOf(program, words, found.around.plan, address);
    for (const bit of effect.uses) uses[index * width + (bit >> 5)]! |= 1 << (bit & 31);
    for (const bit of effect.defines) defines[index * width + (bit >> 5)]! |= 1 << (bit & 31);
  }
  return indexByPair(points, spread(points, uses, defines, width), sets);
}

/** What is alive before each point, from what each word reads and overwrites; until nothing changes any more. */
function spread(points: readonly ReachedPoint[], uses: Int32Array, defines: Int32Array, width: number): Int32Array {
  const { starts, followers } = flatFollowers(points);
  const live = uses.slice();
  for (let changed = true; changed;) {
    changed = false;
    for (let at = points.length - 1; at >= 0; at--) {
      for (let part = 0; part < width; part++) {
        let out = 0;
        for (let each = starts[at]!; each < starts[at + 1]!; each++) out |= live[followers[each]! * width + part]!;
        const word = at * width + part;
        const into = uses[word]! | (out & ~defines[word]!);
        if (into === live[word]) continue;
        live[word] = into;
        changed = true;
      }
    }
  }
  return live;
}

/** Points behind each point, one after the other, without those of the handler that a taken check leads to. */
function flatFollowers(points: readonly ReachedPoint[]): { starts: Int32Array; followers: Int32Array } {
  const starts = new Int32Array(points.length + 1);
  for (const { index, followers } of points) starts[index + 1] = starts[index]! + followers.length;
  const flat = new Int32Array(starts[points.length]!);
  let end = 0;
  for (const { index, followers, inHandler } of points) {
    starts[index] = end;
    for (const follower of followers) if (follower.inHandler === inHandler) flat[end++] = follower.index;
  }
  starts[points.length] = end;
  return { starts, followers: flat };
}

function indexByPair(points: readonly ReachedPoint[], live: Int32Array, sets: LiveSets): Liveness {
  const { width, everything } = sets;
  const byAddress = new Array<MutableLiveAt | undefined>(0x10000);
  for (const { index, address, next } of points) {
    const row = live.subarray(index * width, (index + 1) * width);
    let known = byAddress[address];
    while (known !== undefined && known.next !== next) known = known.beside;
    if (known === undefined) byAddress[address] = { next, set: sets.intern(row), beside: byAddress[address] };
    // Come to in the handler and outside of it: what is alive on either side.
    else known.set = sets.intern(known.set.row.map((bits, part) => bits | row[part]!));
  }
  return {
    at(address, next) {
      let known: LiveAt | undefined = byAddress[address];
      while (known !== undefined && known.next !== next) known = known.beside;
      return known?.set ?? everything;
    },
    allAt: (address) => byAddress[address],
  };
}

function liveSet(row: Int32Array, id: number): LiveSet {
  const has = (bit: number): boolean => ((row[bit >> 5]! >> (bit & 31)) & 1) === 1;
  return { id, ac: has(AC_BIT), y: has(Y_BIT), row, isLive: (slot) => has(SLOT_BITS + slot) };
}

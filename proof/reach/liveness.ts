/**
 * Which registers and tracked bytes may still be read from a point on.
 *
 * Two paths that meet and differ only in dead values continue as one path; this is what keeps the number of states of
 * the proof near the number of words. Forgetting too much would only make a jump unknown, never a verdict exact.
 */
import { setBits } from '#basics';
import { AC, isIdle, opcodeOfWord, registersRead, registersWritten, wordAt, writesRam, Y, ROM_WORDS } from '#isa';
import { type CellPlan, slotOf } from '../values/cells.ts';
import type { Reach, ReachedPoint } from './reached.ts';
import { AddressTable } from '../contract/address-table.ts';
import type { TimingProgram } from '../contract/program.ts';
import { same } from '../contract/same.ts';
import type { TimeWords } from '../words/time-words.ts';

/** Bits of a row: AC, Y, and from {@link SLOT_BITS} on the slots. */
const AC_BIT = 0;
const Y_BIT = 1;
const SLOT_BITS = 2;

/** What is live at a point; equal sets are the same object. */
export interface LiveSet {
  readonly id: number;
  readonly ac: boolean;
  readonly y: boolean;
  /** All of it as bits. */
  readonly row: Int32Array;
  /** 1 where a tracked byte is alive, by slot. */
  readonly liveSlots: Uint8Array;
  /** The slots of those that are alive. */
  readonly slots: readonly number[];
}

export interface Liveness {
  /** What is alive before the word at `address` executes; everything, where the pair was never reached. */
  at(address: number, next: number): LiveSet;
  /** Whether the pair was reached. */
  has(address: number, next: number): boolean;
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

/** Interns live sets; programs with the same tracked bytes may share them. */
export class LiveSets {
  private readonly sets = new Map<string | number, LiveSet>();
  /** 32-bit words in a row. */
  readonly width: number;
  readonly everything: LiveSet;

  /** @param slots how many bytes are tracked */
  constructor(private readonly slots: number) {
    this.width = (SLOT_BITS + slots + 31) >> 5;
    this.everything = liveSet(new Int32Array(this.width).fill(-1), 0, slots);
  }

  intern(row: Int32Array): LiveSet {
    const text = this.width === 1 ? row[0]! : row.join();
    let set = this.sets.get(text);
    if (set === undefined) this.sets.set(text, (set = liveSet(row.slice(), this.sets.size + 1, this.slots)));
    return set;
  }
}

/** What words read and overwrite, as bits: one row for each word. */
interface Effects {
  readonly uses: Int32Array;
  readonly defines: Int32Array;
}

/** Notes what the word at an address reads and overwrites, in rows that begin at `base`. */
function noteEffect(
  { uses, defines }: Effects,
  base: number,
  { program, words, plan }: EffectParts,
  address: number,
): void {
  if (program.used[address] === 0) return;
  const word = wordAt(program.words, address);
  const opcode = opcodeOfWord(word);
  const mark = (set: Int32Array, bit: number): void => setBits(set, base + (bit >> 5), 1 << (bit & 31));
  // Which entry of a table the first one stands for, AC says.
  if ((registersRead(word) & AC) !== 0 || program.tables.has(address)) mark(uses, AC_BIT);
  if (registersRead(word) & Y) mark(uses, Y_BIT);
  if (registersWritten(word) & AC && !isIdle(opcode)) mark(defines, AC_BIT);
  if (registersWritten(word) & Y) mark(defines, Y_BIT);
  if (words.slots.has(address)) {
    mark(defines, AC_BIT);
    mark(defines, Y_BIT);
  }
  const slot = slotOf(plan, word & 0xff);
  if (slot < 0) return;
  if (opcode.readsRam && (opcode.address === 'd' || opcode.address === 'yd')) mark(uses, SLOT_BITS + slot);
  if (writesRam(word, program.ramKib ?? 32) && opcode.address === 'd') mark(defines, SLOT_BITS + slot);
}

/** A program as far as its words' effects depend on it. */
export interface EffectParts {
  readonly program: TimingProgram;
  readonly words: TimeWords;
  readonly plan: CellPlan;
}

/** Whether each word of a program reads and overwrites what it did in the earlier one; both track the same bytes. */
export function isSameEffects(before: EffectParts, now: EffectParts, { width }: LiveSets): boolean {
  for (let address = 0; address < ROM_WORDS; address++) {
    if (before.program.words[address] === now.program.words[address]) continue;
    const [was, is] = [before, now].map((parts) => {
      const effects = { uses: new Int32Array(width), defines: new Int32Array(width) };
      noteEffect(effects, 0, parts, address);
      return effects;
    });
    if (!same(was, is)) return false;
  }
  return true;
}

/** Computes what is alive at every point that can be reached. */
export function computeLiveness(program: TimingProgram, words: TimeWords, found: Reach, sets: LiveSets): Liveness {
  const { width } = sets;
  const { points } = found;
  const effects = { uses: new Int32Array(points.length * width), defines: new Int32Array(points.length * width) };
  const parts = { program, words, plan: found.around.plan };
  for (const { index, address } of points) noteEffect(effects, index * width, parts, address);
  return indexByPair(points, spread(points, effects, width), sets);
}

/** What is alive before each point, from what each word reads and overwrites: a fixpoint. */
function spread(points: readonly ReachedPoint[], { uses, defines }: Effects, width: number): Int32Array {
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

/** The followers of all points in one list, but for those on the other side of the handler; and where each's begin. */
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
  const byAddress = new AddressTable<MutableLiveAt>();
  const find = (address: number, next: number): MutableLiveAt | undefined => {
    let known = byAddress.get(address);
    while (known !== undefined && known.next !== next) known = known.beside;
    return known;
  };
  for (const { index, address, next } of points) {
    const row = live.subarray(index * width, (index + 1) * width);
    const known = find(address, next);
    if (known === undefined) byAddress.set(address, { next, set: sets.intern(row), beside: byAddress.get(address) });
    // Reached in the handler and outside of it: alive is what is alive on either side.
    else known.set = sets.intern(known.set.row.map((bits, part) => bits | row[part]!));
  }
  return {
    at: (address, next) => find(address, next)?.set ?? everything,
    has: (address, next) => find(address, next) !== undefined,
    allAt: (address) => byAddress.get(address),
  };
}

function liveSet(row: Int32Array, id: number, slots: number): LiveSet {
  const has = (bit: number): boolean => ((row[bit >> 5]! >> (bit & 31)) & 1) === 1;
  const liveSlots = Uint8Array.from({ length: slots }, (_, slot) => (has(SLOT_BITS + slot) ? 1 : 0));
  const alive = [...liveSlots.keys()].filter((slot) => liveSlots[slot] === 1);
  return { id, ac: has(AC_BIT), y: has(Y_BIT), row, liveSlots, slots: alive };
}

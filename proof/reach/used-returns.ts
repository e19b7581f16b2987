/**
 * Jumps that may use a return address a second time.
 *
 * Following the program forgets a return address when a jump uses it, although the byte still holds it. Here, the bytes
 * that may hold a used one are followed from the jump until they are overwritten. What was used before a call is kept
 * apart from what the routine uses, so that a return does not bring along what other callers have used.
 */
import { elementAt, numberAt, setBits } from '#basics';
import { IS_FIXED_BRANCH, IS_JUMP, type Opcode, opcodeOfWord, wordAt, writesRam } from '#isa';
import type { TimingProgram } from '../contract/program.ts';
import type { Points } from './call-graph.ts';
import { slotOf } from '../values/cells.ts';
import { findPastCallers, type PastCallers } from './past-callers.ts';
import type { ReachedPoint } from './reached.ts';
import { Returns } from './returns.ts';

const NONE: readonly ReachedPoint[] = [];

/** Addresses of jumps that may use a return address again. */
export function findUsedAgain(found: Points, program: TimingProgram): ReadonlySet<number> {
  const returns = new Returns(found, program);
  const cells = bytesOfAddresses(found, program, returns);
  const past = findPastCallers(found, program, returns, cells);
  return new UsedReturns({ found, program, returns, past }, cells).find();
}

/** Whether a point is a jump through a byte without declared targets. */
function isReturn({ declared }: Points, word: number, { address }: ReachedPoint): boolean {
  return IS_JUMP[word >> 8] === 1 && opcodeOfWord(word).bus === 'ram' && !declared.has(address);
}

/** The bytes that returns read, and those from which an address is copied. */
function bytesOfAddresses(found: Points, { words }: TimingProgram, returns: Returns): readonly number[] {
  const { plan, values } = found.around;
  const bytes = new Set<number>();
  for (const point of found.points) {
    const word = wordAt(words, point.address);
    const byte = word & 0xff;
    if (isReturn(found, word, point)) bytes.add(byte);
    const slot = mayLoad(found, point, word) ? slotOf(plan, byte) : -1;
    if (slot < 0 || bytes.has(byte)) continue;
    const held = values.constants(numberAt(point.cells, slot)) ?? [];
    if (held.some((constant) => returns.isAddress(constant))) bytes.add(byte);
  }
  return [...bytes];
}

/** Whether a word may load AC from its byte of the zero page. */
function mayLoad({ around: { values, ram } }: Points, { y }: ReachedPoint, word: number): boolean {
  const { operation, target, bus, address } = opcodeOfWord(word);
  if (operation !== 'ld' || target !== 'ac' || bus !== 'ram') return false;
  return address === 'd' || (address === 'yd' && values.inPageZero(y, ram) !== 'never');
}

/** A program, and what its returns go back to. */
interface Followed {
  readonly found: Points;
  readonly program: TimingProgram;
  readonly returns: Returns;
  readonly past: PastCallers;
}

/** The parts of {@link Used} for what was used before the current routine was called, and for what since. */
const [OUTER, INNER] = [0, 1];

/**
 * What may have been used: before the routine was called, since then, and since each byte of `pastCells` was stored to.
 * Each of these parts has a bit for each byte that holds return addresses, and then one for AC.
 */
type Used = Int32Array;

class UsedReturns {
  /** Bytes through which routines go back past their caller. */
  private readonly pastCells: readonly number[];
  private readonly bits: ReadonlyMap<number, number>;
  private readonly inAc: number;
  /** 32-bit words in a part, and in all parts. */
  private readonly width: number;
  private readonly size: number;
  /** What may have been used at each point. */
  private readonly used: Int32Array;
  private readonly work: ReachedPoint[] = [];
  private readonly waiting: Uint8Array;
  /** Fields, by D, into which a used address was stored. */
  private readonly fields = new Set<number>();
  private readonly again = new Set<number>();

  /** @param cells the bytes that hold return addresses */
  constructor(
    private readonly all: Followed,
    cells: readonly number[],
  ) {
    const { length } = all.found.points;
    this.pastCells = [...new Set(all.past.through.values())].filter((through) => through !== 'ac');
    this.bits = new Map(cells.map((cell, bit) => [cell, bit]));
    this.inAc = cells.length;
    this.width = (cells.length >> 5) + 1;
    this.size = this.width * (2 + this.pastCells.length);
    this.used = new Int32Array(length * this.size);
    this.waiting = new Uint8Array(length);
  }

  find(): ReadonlySet<number> {
    for (const jump of this.all.returns.jumps) if (this.targetOf(jump) !== undefined) this.queue(jump);
    for (let point = this.work.pop(); point !== undefined; point = this.work.pop()) {
      this.waiting[point.index] = 0;
      this.follow(point);
    }
    return this.again;
  }

  private usedAt({ index }: ReachedPoint): Used {
    return this.used.subarray(index * this.size, (index + 1) * this.size);
  }

  private part(used: Used, part: number): Int32Array {
    return used.subarray(part * this.width, (part + 1) * this.width);
  }

  /** All that may have been used, before the routine was called or since. */
  private allOf(used: Used): Int32Array {
    const inner = this.part(used, INNER);
    return this.part(used, OUTER).map((bits, at) => bits | numberAt(inner, at));
  }

  private has(used: Used, bit: number | undefined): boolean {
    if (bit === undefined) return false;
    const at = bit >> 5;
    return (((numberAt(used, at) | numberAt(used, this.width + at)) >> (bit & 31)) & 1) === 1;
  }

  private follow(point: ReachedPoint): void {
    const word = wordAt(this.all.program.words, point.address);
    if (IS_JUMP[word >> 8] === 1) this.followJump(point, word);
    else this.followWord(point, word);
  }

  private followJump(point: ReachedPoint, word: number): void {
    const { address, followers } = point;
    const used = this.usedAt(point);
    const isDeclared = this.all.found.declared.has(address);
    // A near branch to a constant neither reads a byte nor goes back to a call.
    const isFixed = IS_FIXED_BRANCH[word >> 8] === 1;
    if (!isFixed && !isDeclared && this.has(used, this.targetOf(point))) this.again.add(address);
    const ways = this.all.returns.waysBack(point);
    for (let at = 0; at < followers.length; at++) {
      const follower = elementAt(followers, at);
      const way = ways?.[at];
      if (way !== undefined && way.calls.length > 0) this.comeBack(point, follower, way.calls);
      // It is not known which call a declared jump belongs to, so used addresses are not followed beyond it.
      if (way?.isOnly !== true) this.arrive(follower, used);
    }
  }

  /** A word that does not jump. */
  private followWord(point: ReachedPoint, word: number): void {
    const opcode = opcodeOfWord(word);
    const operand = word & 0xff;
    const before = this.usedAt(point);
    const stores = writesRam(word, this.all.program.ramKib ?? 32);
    const overwrites = stores && opcode.address === 'd';
    const isUsed = this.bringsUsed(opcode, operand, before);
    if (isUsed && stores && opcode.address === 'yd') this.noteField(operand);
    const after = before.slice();
    const written = overwrites ? this.bits.get(operand) : this.writtenOfAc(opcode);
    // A store through Y may or may not hit the zero page; a sum is an address, too, if one of its parts is.
    const brought = !isUsed ? undefined : stores ? this.bits.get(operand) : this.inAc;
    for (let from = 0; from < this.size; from += this.width) {
      if (written !== undefined) clearBit(after, from, written);
      // What is used now was not used before the call.
      if (brought !== undefined && from > 0) setBit(after, from, brought);
    }
    if (overwrites) this.beginAnew(after, operand, point);
    const returns = this.all.returns.returnsTo(point);
    for (const jump of returns ?? NONE) this.queue(jump);
    if (returns !== undefined) {
      this.part(after, OUTER).set(this.allOf(after));
      this.part(after, INNER).fill(0);
    }
    for (const follower of point.followers) this.arrive(follower, after);
  }

  /** A byte is stored to: nothing has been used since, unless it gets a copy of an older address. */
  private beginAnew(used: Used, cell: number, { index }: ReachedPoint): void {
    const place = this.pastCells.indexOf(cell);
    if (place < 0) return;
    const since = this.part(used, 2 + place);
    if (this.all.past.copies.has(index)) since.set(this.allOf(used));
    else since.fill(0);
  }

  /** Whether a word stores or loads a used address. */
  private bringsUsed({ operation, target, bus, address, readsRam }: Opcode, operand: number, used: Used): boolean {
    if (operation === 'st') return bus === 'ac' && this.has(used, this.inAc);
    if (operation === 'jump' || target !== 'ac' || !readsRam) return false;
    if (address !== 'd' && address !== 'yd') return false;
    return this.has(used, this.bits.get(operand)) || (address === 'yd' && this.fields.has(operand));
  }

  /** The bit of AC, if a word loads it with something else. */
  private writtenOfAc({ operation, target, bus }: Opcode): number | undefined {
    return operation === 'ld' && target === 'ac' && bus !== 'ac' ? this.inAc : undefined;
  }

  /**
   * A return: the routine may have used something, and whatever the caller had used is still used, unless it was stored
   * again. If the return skips its caller, the routines in between may have used something, too.
   */
  private comeBack(jump: ReachedPoint, slot: ReachedPoint, calls: readonly ReachedPoint[]): void {
    const { width } = this;
    const used = this.usedAt(jump);
    const outer = this.part(used, OUTER);
    const between = this.usedInBetween(jump, used);
    const inner = this.part(used, INNER).map((bits, at) => bits | (between?.[at] ?? 0));
    const target = this.targetOf(jump);
    if (target !== undefined) setBit(inner, 0, target);
    // The routine may have stored to a byte through which another routine skips its caller.
    const added = used.map((bits, at) => (at < width ? 0 : bits | numberAt(inner, at % width)));
    for (const call of calls) {
      const kept = this.usedAt(call).map((bits, at) => bits & numberAt(outer, at % width));
      this.arrive(
        slot,
        kept.map((bits, at) => bits | numberAt(added, at)),
      );
    }
  }

  /** What may have been used since the call to which a jump goes back, if it skips its caller. */
  private usedInBetween({ index }: ReachedPoint, used: Used): Int32Array | undefined {
    const through = this.all.past.through.get(index);
    if (through === undefined) return undefined;
    return through === 'ac' ? this.allOf(used) : this.part(used, 2 + this.pastCells.indexOf(through));
  }

  /** What a jump reads its target from, as a bit. */
  private targetOf({ address }: ReachedPoint): number | undefined {
    const word = wordAt(this.all.program.words, address);
    const { bus } = opcodeOfWord(word);
    if (bus === 'ac') return this.inAc;
    return bus === 'ram' ? this.bits.get(word & 0xff) : undefined;
  }

  private arrive(point: ReachedPoint, used: Used): void {
    const known = this.usedAt(point);
    let isNew = false;
    for (let at = 0; at < this.size; at++) {
      const before = numberAt(known, at);
      const after = before | numberAt(used, at);
      if (after === before) continue;
      known[at] = after;
      isNew = true;
    }
    if (isNew) this.queue(point);
  }

  private queue(point: ReachedPoint): void {
    if (this.waiting[point.index] === 1) return;
    this.waiting[point.index] = 1;
    this.work.push(point);
  }

  /** A used address was stored into a field: every read of the field may get it. */
  private noteField(operand: number): void {
    if (this.all.found.around.plan.fields[operand] !== 1 || this.fields.has(operand)) return;
    this.fields.add(operand);
    for (const point of this.all.found.points) {
      const word = wordAt(this.all.program.words, point.address);
      const { readsRam, address } = opcodeOfWord(word);
      if (readsRam && address === 'yd' && (word & 0xff) === operand) this.queue(point);
    }
  }
}

/** Sets a bit of a part that begins at `from`. */
function setBit(used: Int32Array, from: number, bit: number): void {
  setBits(used, from + (bit >> 5), 1 << (bit & 31));
}

function clearBit(used: Int32Array, from: number, bit: number): void {
  used[from + (bit >> 5)] = numberAt(used, from + (bit >> 5)) & ~(1 << (bit & 31));
}

/**
 * Jumps that may use a return address for the second time.
 *
 * Following the program forgets a return address when a jump uses it, although the byte still holds it. Here, the bytes
 * that may hold a used one are followed from the jump until the byte is overwritten. What was used before a call is
 * kept apart from what the routine uses, so that a return does not bring along what other callers have used.
 */
import { elementAt, numberAt } from '#basics';
import { IS_FIXED_BRANCH, IS_JUMP, type Opcode, opcodeOfWord, wordAt, writesRam } from '#isa';
import type { TimingProgram } from '../contract/program.ts';
import type { Points } from './call-graph.ts';
import { slotOf } from '../values/cells.ts';
import { findPastCallers, type PastCallers } from './past-callers.ts';
import type { ReachedPoint } from './reached.ts';
import { Returns } from './returns.ts';

/** Bytes that are followed at a time, one bit each. */
const MOST_CELLS = 30;

/** Bytes that hold return addresses, as bits; the bit after the last of them is AC. */
type CellSet = number;

const NONE: readonly ReachedPoint[] = [];

/** Addresses of jumps that may use a return address again. */
export function findUsedAgain(found: Points, program: TimingProgram): ReadonlySet<number> {
  const again = new Set<number>();
  const escaped = new Set<number>();
  const returns = new Returns(found, program);
  const cells = bytesOfAddresses(found, program, returns);
  const past = findPastCallers(found, program, returns, cells);
  for (let first = 0; first < cells.length; first += MOST_CELLS) {
    const followed = cells.slice(first, first + MOST_CELLS);
    const used = new UsedReturns({ found, program, returns, past }, cells, followed, escaped);
    for (const address of used.find()) again.add(address);
  }
  // An address moved to a byte of another pass may be used there, or go on to anywhere if no jump reads that byte.
  const jumps = found.points.filter((point) => isReturn(found, wordAt(program.words, point.address), point));
  const byteOf = ({ address }: ReachedPoint): number => wordAt(program.words, address) & 0xff;
  const read = new Set(jumps.map(byteOf));
  const isLost = [...escaped].some((byte) => !read.has(byte));
  for (const jump of jumps) if (isLost || escaped.has(byteOf(jump))) again.add(jump.address);
  return again;
}

/** Whether a point is a jump through a byte that is not declared. */
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

/** Where in {@link Used} stands what was used before the routine that executes was called, and what since. */
const [OUTER, INNER] = [0, 1];

/** Bytes that may have been used: before the routine was called, since then, and since each byte of `pastCells` was stored. */
type Used = readonly CellSet[];

class UsedReturns {
  /** Bytes through which routines go back past their caller. */
  private readonly pastCells: readonly number[];
  /** What may have been used at each point, one array for each part of it. */
  private readonly used: readonly Int32Array[];
  private readonly work: ReachedPoint[] = [];
  private readonly waiting: Uint8Array;
  private readonly bits: ReadonlyMap<number, number>;
  private readonly inAc: number;
  /** Fields, by D, into which a used address was stored. */
  private readonly fields = new Set<number>();
  private readonly again = new Set<number>();

  constructor(
    private readonly all: Followed,
    /** All bytes that hold return addresses, and those that are followed. */
    private readonly cells: readonly number[],
    followed: readonly number[],
    /** Takes the others to which a used address was stored. */
    private readonly escaped: Set<number>,
  ) {
    const { points } = all.found;
    this.pastCells = [...new Set(all.past.through.values())].filter((through) => through !== 'ac');
    this.used = Array.from({ length: 2 + this.pastCells.length }, () => new Int32Array(points.length));
    this.waiting = new Uint8Array(points.length);
    this.bits = new Map(followed.map((cell, bit) => [cell, 1 << bit]));
    this.inAc = 1 << this.bits.size;
  }

  find(): ReadonlySet<number> {
    for (const jump of this.all.returns.jumps) if (this.targetOf(jump) !== 0) this.queue(jump);
    for (let point = this.work.pop(); point !== undefined; point = this.work.pop()) {
      this.waiting[point.index] = 0;
      this.follow(point);
    }
    return this.again;
  }

  private usedAt({ index }: ReachedPoint): Used {
    return this.used.map((part) => part[index] ?? 0);
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
    if (!isFixed && !isDeclared && (usedOf(used) & this.targetOf(point)) !== 0) this.again.add(address);
    const calls = this.all.returns.callsByFollower(point);
    for (let at = 0; at < followers.length; at++) {
      const follower = elementAt(followers, at);
      const backTo = calls?.[at] ?? NONE;
      if (backTo.length > 0) this.comeBack(point, follower, backTo);
      // It is not known which call a declared jump belongs to, so used addresses are not followed beyond it.
      if (!this.all.returns.onlyGoesBack(point, follower, word)) this.arrive(follower, used);
    }
  }

  /** What a word that does not jump does to the bytes that may have been used. */
  private followWord(point: ReachedPoint, word: number): void {
    const opcode = opcodeOfWord(word);
    const operand = word & 0xff;
    const before = this.usedAt(point);
    const stores = writesRam(word, this.all.program.ramKib ?? 32);
    const isUsed = this.bringsUsed(opcode, operand, usedOf(before));
    const written = stores && opcode.address === 'd' ? this.bitOf(operand) : this.writtenOfAc(opcode);
    if (isUsed && stores) this.noteMove(opcode, operand);
    // A store through Y may or may not hit the zero page; a sum is an address, too, if one of its parts is.
    const brought = isUsed ? (stores ? this.bitOf(operand) : this.inAc) : 0;
    const after = before.map((part, place) => (part & ~written) | (place === OUTER ? 0 : brought));
    if (stores && opcode.address === 'd') this.beginAnew(after, operand, point);
    const returns = this.all.returns.returnsTo(point);
    for (const jump of returns ?? NONE) this.queue(jump);
    const isCall = returns !== undefined;
    const called = isCall ? [usedOf(after), 0, ...after.slice(2)] : after;
    for (const follower of point.followers) this.arrive(follower, called);
  }

  /** A used address is stored into a byte that is not followed now, or into a field. */
  private noteMove({ address }: Opcode, operand: number): void {
    if (address !== 'd' && address !== 'yd') return;
    if (address === 'yd' && this.all.found.around.plan.fields[operand] === 1) this.noteField(operand);
    if (this.bitOf(operand) === 0 && this.cells.includes(operand)) this.escaped.add(operand);
  }

  /** A byte is stored: nothing has been used since, unless what it gets is an older address. */
  private beginAnew(used: CellSet[], cell: number, { index }: ReachedPoint): void {
    const place = this.pastCells.indexOf(cell);
    if (place >= 0) used[2 + place] = this.all.past.copies.has(index) ? usedOf(used) : 0;
  }

  /** Whether a word stores or loads a used address. */
  private bringsUsed({ operation, target, bus, address, readsRam }: Opcode, operand: number, used: CellSet): boolean {
    if (operation === 'st') return bus === 'ac' && (used & this.inAc) !== 0;
    if (operation === 'jump' || target !== 'ac' || !readsRam) return false;
    if (address !== 'd' && address !== 'yd') return false;
    return (used & this.bitOf(operand)) !== 0 || (address === 'yd' && this.fields.has(operand));
  }

  /** What a load writes of what is followed. */
  private writtenOfAc({ operation, target, bus }: Opcode): CellSet {
    return operation === 'ld' && target === 'ac' && bus !== 'ac' ? this.inAc : 0;
  }

  /**
   * A return: the routine may have used something, and whatever the caller had used is still used, unless it was stored
   * again. If it goes back past its caller, so may all routines in between.
   */
  private comeBack(jump: ReachedPoint, slot: ReachedPoint, calls: readonly ReachedPoint[]): void {
    const used = this.usedAt(jump);
    const outer = numberAt(used, OUTER);
    const inner = numberAt(used, INNER) | this.targetOf(jump) | this.usedInBetween(jump, used);
    for (const call of calls) {
      const before = this.usedAt(call);
      this.arrive(
        slot,
        // The routine may have stored a byte through which another one returns past its caller.
        before.map((part, place) => (part & outer) | (place === OUTER ? 0 : inner | numberAt(used, place))),
      );
    }
  }

  /** What may have been used since the call to which a jump goes back past the caller. */
  private usedInBetween({ index }: ReachedPoint, used: Used): CellSet {
    const through = this.all.past.through.get(index);
    if (through === undefined) return 0;
    return through === 'ac' ? usedOf(used) : numberAt(used, 2 + this.pastCells.indexOf(through));
  }

  /** What a jump reads its target from. */
  private targetOf({ address }: ReachedPoint): CellSet {
    const word = wordAt(this.all.program.words, address);
    const { bus } = opcodeOfWord(word);
    if (bus === 'ac') return this.inAc;
    return bus === 'ram' ? this.bitOf(word & 0xff) : 0;
  }

  private bitOf(cell: number): CellSet {
    return this.bits.get(cell) ?? 0;
  }

  private arrive(point: ReachedPoint, used: Used): void {
    let isNew = false;
    for (const [place, part] of this.used.entries()) {
      const before = part[point.index] ?? 0;
      const after = before | numberAt(used, place);
      if (after === before) continue;
      part[point.index] = after;
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
    if (this.fields.has(operand)) return;
    this.fields.add(operand);
    for (const point of this.all.found.points) {
      const word = wordAt(this.all.program.words, point.address);
      const { readsRam, address } = opcodeOfWord(word);
      if (readsRam && address === 'yd' && (word & 0xff) === operand) this.queue(point);
    }
  }
}

/** All bytes that may have been used. */
function usedOf(used: Used): CellSet {
  return numberAt(used, OUTER) | numberAt(used, INNER);
}

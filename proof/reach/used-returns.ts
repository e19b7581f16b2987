/**
 * Jumps that may use a return address for the second time.
 *
 * Following the program forgets a return address when a jump uses it, although the byte still holds it. Here, the bytes
 * that may hold a used one are followed from the jump until the byte is overwritten. What was used before a call is
 * kept apart from what the routine uses, so that a return does not bring along what other callers have used.
 */
import { elementAt } from '#basics';
import { IS_FIXED_BRANCH, IS_JUMP, type Opcode, opcodeOf, opcodeOfWord, wordAt } from '#isa';
import type { TimingProgram } from '../contract/program.ts';
import { findCalls, type CallGraph, type Points } from './call-graph.ts';
import type { ReachedPoint } from './reached.ts';

/** Bytes that are followed at a time, one bit each. */
const MOST_CELLS = 30;
const LOAD = opcodeOf('ld', 0, 'd');

/** Bytes that returns read, as bits; the bit after the last of them is AC. */
type CellSet = number;

const NONE: readonly ReachedPoint[] = [];

/** Addresses of jumps that may use a return address again. */
export function findUsedAgain(found: Points, program: TimingProgram): ReadonlySet<number> {
  const again = new Set<number>();
  const cells = cellsOfReturns(found, program);
  const escaped = new Set<number>();
  for (let first = 0; first < cells.length; first += MOST_CELLS) {
    const used = new UsedReturns(found, program, cells, cells.slice(first, first + MOST_CELLS), escaped).find();
    for (const address of used) again.add(address);
  }
  // An address moved to a byte of another pass may be used there.
  for (const point of found.points) {
    const word = wordAt(program.words, point.address);
    if (isReturn(found, word, point) && escaped.has(word & 0xff)) again.add(point.address);
  }
  return again;
}

/** Whether a point is a jump through a byte that is not declared. */
function isReturn({ declared }: Points, word: number, { address }: ReachedPoint): boolean {
  return IS_JUMP[word >> 8] === 1 && opcodeOfWord(word).bus === 'ram' && !declared.has(address);
}

/** The bytes that returns read. */
function cellsOfReturns(found: Points, { words }: TimingProgram): readonly number[] {
  const cells = new Set<number>();
  for (const point of found.points) {
    const word = wordAt(words, point.address);
    if (isReturn(found, word, point)) cells.add(word & 0xff);
  }
  return [...cells];
}

class UsedReturns {
  /** By point: what was used before the routine that executes was called, and what was used since. */
  private readonly outer: Int32Array;
  private readonly inner: Int32Array;
  private readonly calls: CallGraph;
  private readonly work: ReachedPoint[] = [];
  private readonly waiting: Uint8Array;
  /** Returns by the number of a call that they go back to. */
  private readonly returnsTo = new Map<number, Set<ReachedPoint>>();
  /** By the number of a jump: the calls to which it goes back by each of its followers; undefined if by none. */
  private readonly callsOfJumps = new Map<number, readonly (readonly ReachedPoint[])[] | undefined>();
  private readonly bits: ReadonlyMap<number, number>;
  private readonly inAc: number;
  /** Fields, by D, into which a used address was stored. */
  private readonly fields = new Set<number>();
  private readonly again = new Set<number>();
  /** Delay slots that load the low byte of a declared target, by that byte: calls whose returns are declared. */
  private readonly declaredCalls = new Map<number, ReachedPoint[]>();
  private readonly declaredSlots = new Set<ReachedPoint>();

  constructor(
    private readonly found: Points,
    private readonly program: TimingProgram,
    /** All bytes that returns read, and those that are followed. */
    private readonly cells: readonly number[],
    followed: readonly number[],
    /** Takes the others to which a used address was stored. */
    private readonly escaped: Set<number>,
  ) {
    this.calls = findCalls(found, program);
    this.outer = new Int32Array(found.points.length);
    this.inner = new Int32Array(found.points.length);
    this.waiting = new Uint8Array(found.points.length);
    this.bits = new Map(followed.map((cell, bit) => [cell, 1 << bit]));
    this.inAc = 1 << this.bits.size;
    this.findDeclaredCalls();
  }

  private findDeclaredCalls(): void {
    for (const targets of this.found.declared.values())
      for (const target of targets) this.declaredCalls.set(target & 0xff, []);
    for (const point of this.found.points) {
      const word = wordAt(this.program.words, point.address);
      const isInSlot = point.next !== ((point.address + 1) & 0xffff);
      const calls = isInSlot && word >> 8 === LOAD ? this.declaredCalls.get(word & 0xff) : undefined;
      if (calls === undefined) continue;
      calls.push(point);
      this.declaredSlots.add(point);
    }
  }

  find(): ReadonlySet<number> {
    if (this.bits.size === 0) return this.again;
    for (const point of this.found.points) if (this.usesReturn(point)) this.queue(point);
    for (let point = this.work.pop(); point !== undefined; point = this.work.pop()) {
      this.waiting[point.index] = 0;
      this.follow(point);
    }
    return this.again;
  }

  /** Whether a point is a jump that reads a return address. */
  private usesReturn(point: ReachedPoint): boolean {
    const isJump = IS_JUMP[wordAt(this.program.words, point.address) >> 8] === 1;
    if (!isJump || this.targetOf(point) === 0) return false;
    return point.followers.some(({ next }) => this.callsOf(point, next).length > 0);
  }

  /** Calls to which a jump goes back by each of its followers, in their order; undefined if it is not a return. */
  private callsByFollower(jump: ReachedPoint): readonly (readonly ReachedPoint[])[] | undefined {
    if (this.callsOfJumps.has(jump.index)) return this.callsOfJumps.get(jump.index);
    const calls = jump.followers.map(({ next }) => this.callsOf(jump, next));
    const known = calls.some((each) => each.length > 0) ? calls : undefined;
    this.callsOfJumps.set(jump.index, known);
    for (const each of calls) for (const call of each) this.noteReturn(call, jump);
    return known;
  }

  private noteReturn(call: ReachedPoint, jump: ReachedPoint): void {
    let returns = this.returnsTo.get(call.index);
    if (returns === undefined) this.returnsTo.set(call.index, (returns = new Set()));
    returns.add(jump);
  }

  /** Calls to which a jump goes back by a target. */
  private callsOf(jump: ReachedPoint, target: number): readonly ReachedPoint[] {
    const calls = this.found.declared.has(jump.address)
      ? (this.declaredCalls.get(target & 0xff) ?? [])
      : (this.calls.callsOf(jump, target)?.filter((call) => this.calls.isCall(call)) ?? []);
    // The same low byte in another page is another call, where there is one in the page of the target.
    const near = calls.filter(({ address }) => address >> 8 === target >> 8);
    return near.length > 0 ? near : calls;
  }

  private isCall(point: ReachedPoint): boolean {
    return this.calls.isCall(point) || this.declaredSlots.has(point);
  }

  private follow(point: ReachedPoint): void {
    const word = wordAt(this.program.words, point.address);
    if (IS_JUMP[word >> 8] === 1) this.followJump(point, word);
    else this.followWord(point, word);
  }

  private followJump(point: ReachedPoint, word: number): void {
    const { address, index, followers } = point;
    const outer = this.outer[index] ?? 0;
    const inner = this.inner[index] ?? 0;
    // A near branch to a constant neither reads a byte nor goes back to a call.
    const isFixed = IS_FIXED_BRANCH[word >> 8] === 1;
    if (!isFixed && ((outer | inner) & this.targetOf(point)) !== 0 && !this.found.declared.has(address))
      this.again.add(address);
    const isDeclared = this.found.declared.has(address);
    const calls = isFixed && !isDeclared ? undefined : this.callsByFollower(point);
    for (let at = 0; at < followers.length; at++) {
      const follower = elementAt(followers, at);
      const backTo = calls?.[at] ?? NONE;
      if (backTo.length > 0) this.comeBack(point, follower, backTo);
      // It is not known which call a declared jump belongs to, so used addresses are not followed beyond it.
      else if (!isDeclared) this.arrive(follower, outer, inner);
    }
  }

  /** What a word that does not jump does to the bytes that may have been used. */
  private followWord(point: ReachedPoint, word: number): void {
    const opcode = opcodeOfWord(word);
    const operand = word & 0xff;
    const outer = this.outer[point.index] ?? 0;
    const inner = this.inner[point.index] ?? 0;
    const isUsed = this.bringsUsed(opcode, operand, outer | inner);
    const written = this.writtenBy(opcode, operand);
    const before = outer & ~written;
    let since = isUsed ? inner | written : inner & ~written;
    if (isUsed && opcode.operation === 'st' && opcode.address === 'yd') {
      // It may or may not hit the zero page.
      since |= this.bitOf(operand);
      if (this.found.around.plan.fields[operand] === 1) this.noteField(operand);
    }
    const isMoved = isUsed && opcode.operation === 'st' && (opcode.address === 'd' || opcode.address === 'yd');
    if (isMoved && this.bitOf(operand) === 0 && this.cells.includes(operand)) this.escaped.add(operand);
    if (!this.isCall(point)) {
      for (const follower of point.followers) this.arrive(follower, before, since);
      return;
    }
    for (const jump of this.returnsTo.get(point.index) ?? []) this.queue(jump);
    for (const follower of point.followers) this.arrive(follower, before | since, 0);
  }

  /** Whether a word stores or loads a used address. */
  private bringsUsed({ operation, target, bus, address, readsRam }: Opcode, operand: number, used: CellSet): boolean {
    if (operation === 'st') return bus === 'ac' && (used & this.inAc) !== 0;
    if (operation !== 'ld' || target !== 'ac' || !readsRam) return false;
    if (address !== 'd' && address !== 'yd') return false;
    return (used & this.bitOf(operand)) !== 0 || (address === 'yd' && this.fields.has(operand));
  }

  /** What a word certainly writes of what is followed. */
  private writtenBy({ operation, target, bus, address }: Opcode, operand: number): CellSet {
    if (operation === 'st') return address === 'd' ? this.bitOf(operand) : 0;
    return operation === 'ld' && target === 'ac' && bus !== 'ac' ? this.inAc : 0;
  }

  /**
   * A return: the routine may have used something, and whatever the caller had used is still used, unless it was stored
   * again.
   */
  private comeBack(jump: ReachedPoint, slot: ReachedPoint, calls: readonly ReachedPoint[]): void {
    const outer = this.outer[jump.index] ?? 0;
    const inner = (this.inner[jump.index] ?? 0) | this.targetOf(jump);
    for (const { index } of calls)
      this.arrive(slot, (this.outer[index] ?? 0) & outer, inner | ((this.inner[index] ?? 0) & outer));
  }

  /** What a jump reads its target from. */
  private targetOf({ address }: ReachedPoint): CellSet {
    const word = wordAt(this.program.words, address);
    const { bus } = opcodeOfWord(word);
    if (bus === 'ac') return this.inAc;
    return bus === 'ram' ? this.bitOf(word & 0xff) : 0;
  }

  private bitOf(cell: number): CellSet {
    return this.bits.get(cell) ?? 0;
  }

  private arrive(point: ReachedPoint, outer: CellSet, inner: CellSet): void {
    const { index } = point;
    const [before, since] = [this.outer[index] ?? 0, this.inner[index] ?? 0];
    if ((outer & ~before) === 0 && (inner & ~since) === 0) return;
    this.outer[index] = before | outer;
    this.inner[index] = since | inner;
    this.queue(point);
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
    for (const point of this.found.points) {
      const word = wordAt(this.program.words, point.address);
      const { readsRam, address } = opcodeOfWord(word);
      if (readsRam && address === 'yd' && (word & 0xff) === operand) this.queue(point);
    }
  }
}

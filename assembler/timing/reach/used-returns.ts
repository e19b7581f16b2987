/**
 * Jumps that may use a return address for the second time.
 *
 * Following the program forgets a return address when a jump uses it, although the byte still holds it. Here it is
 * followed which bytes may hold one that was used: from the jump on, up to a store. What was used before a call is
 * kept apart from what the routine uses, so that a return does not bring along what other callers have used. Far
 * returns are not reported: which call a low byte belongs to, among those of several pages, is not certain enough.
 */
import { elementAt } from '#basics';
import { IS_FIXED_BRANCH, IS_JUMP, type Opcode, opcodeOf, opcodeOfWord, wordAt } from '#isa';
import type { TimingProgram } from '../contract/program.ts';
import { findCalls, type CallGraph, type Points } from './call-graph.ts';
import type { ReachedPoint } from './reached.ts';

/** Bytes that are followed; so many routines within routines no page has. */
const MOST_CELLS = 30;
const LOAD = opcodeOf('ld', 0, 'd');

/** The bytes that near returns read, as bits; the bit after the last of them is AC. */
type CellSet = number;

/** No calls. */
const NONE: readonly ReachedPoint[] = [];

/** Addresses of jumps that may use a return address again. */
export function findUsedAgain(found: Points, program: TimingProgram): ReadonlySet<number> {
  return new UsedReturns(found, program).find();
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
  ) {
    this.calls = findCalls(found, program);
    this.outer = new Int32Array(found.points.length);
    this.inner = new Int32Array(found.points.length);
    this.waiting = new Uint8Array(found.points.length);
    this.bits = this.cellsOfReturns();
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
    if (!isFixed && ((outer | inner) & this.targetOf(point)) !== 0 && this.isNearReturn(point)) this.again.add(address);
    const isDeclared = this.found.declared.has(address);
    const calls = isFixed && !isDeclared ? undefined : this.callsByFollower(point);
    for (let at = 0; at < followers.length; at++) {
      const follower = elementAt(followers, at);
      const backTo = calls?.[at] ?? NONE;
      if (backTo.length > 0) this.comeBack(point, follower, backTo);
      // Which call a declared jump belongs to is not known: what is used is not followed on.
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
      // It may hit the zero page or not.
      since |= this.bitOf(operand);
      if (this.found.around.plan.fields[operand] === 1) this.noteField(operand);
    }
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
   * A return: the routine may have used something, and what the caller had used is so still, unless it was stored
   * again.
   */
  private comeBack(jump: ReachedPoint, slot: ReachedPoint, calls: readonly ReachedPoint[]): void {
    const outer = this.outer[jump.index] ?? 0;
    const inner = (this.inner[jump.index] ?? 0) | this.targetOf(jump);
    for (const { index } of calls)
      this.arrive(slot, (this.outer[index] ?? 0) & outer, inner | ((this.inner[index] ?? 0) & outer));
  }

  /** Whether a jump is computed, stays in its page, and is not declared. */
  private isNearReturn({ address }: ReachedPoint): boolean {
    const { condition } = opcodeOfWord(wordAt(this.program.words, address));
    return condition !== 'far' && !this.found.declared.has(address);
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

  /** Bytes that near returns read, each with its bit. */
  private cellsOfReturns(): ReadonlyMap<number, number> {
    const bits = new Map<number, number>();
    for (const point of this.found.points) {
      const word = wordAt(this.program.words, point.address);
      const isRead = opcodeOfWord(word).bus === 'ram' && IS_JUMP[word >> 8] === 1 && this.isNearReturn(point);
      if (isRead && !bits.has(word & 0xff) && bits.size < MOST_CELLS) bits.set(word & 0xff, 1 << bits.size);
    }
    return bits;
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

  /** A field was given a used address: whoever reads it reads that. */
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

/**
 * Jumps that may use a return address for the second time.
 *
 * Following the program forgets a return address when a jump uses it, although the byte still holds it. Here it is
 * followed which bytes may hold one that was used: from the jump on, up to a store. What was used before a call is
 * kept apart from what the routine uses, so that a return does not bring along what other callers have used. Far
 * returns are not reported: which call a low byte belongs to, among those of several pages, is not certain enough.
 */
import { opcodeOf, opcodeOfWord } from '#isa';
import type { TimingProgram } from '../contract/program.ts';
import { IS_JUMP } from '../words/opcode-facts.ts';
import { findCalls, type CallGraph, type Points } from './call-graph.ts';
import type { ReachedPoint } from './reached.ts';

/** Bytes that are followed; so many routines within routines no page has. */
const MOST_CELLS = 30;
const LOAD = opcodeOf('ld', 0, 'd');

/** Sets of bytes that near returns read, as bits; the bit after the last of them is AC. */
interface Used {
  /** Used before the routine that executes was called. */
  outer: number;
  /** Used since. */
  inner: number;
}

/** Addresses of jumps that may use a return address again. */
export function findUsedAgain(found: Points, program: TimingProgram): ReadonlySet<number> {
  return new UsedReturns(found, program).find();
}

class UsedReturns {
  private readonly used: Used[];
  private readonly calls: CallGraph;
  private readonly work: ReachedPoint[] = [];
  private readonly waiting: Uint8Array;
  /** Returns by the number of a call that they go back to. */
  private readonly returnsTo = new Map<number, Set<ReachedPoint>>();
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
    this.used = found.points.map(() => ({ outer: 0, inner: 0 }));
    this.waiting = new Uint8Array(found.points.length);
    this.bits = this.cellsOfReturns();
    this.inAc = 1 << this.bits.size;
    this.findDeclaredCalls();
  }

  private findDeclaredCalls(): void {
    for (const targets of this.found.declared.values())
      for (const target of targets) this.declaredCalls.set(target & 0xff, []);
    for (const point of this.found.points) {
      const word = this.program.words[point.address]!;
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
    const isJump = IS_JUMP[this.program.words[point.address]! >> 8] === 1;
    if (!isJump || this.targetOf(point) === 0) return false;
    return point.followers.some(({ next }) => this.callsOf(point, next).length > 0);
  }

  /** Calls to which a jump goes back by a target; none where it is no return. */
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
    const used = { ...this.used[point.index]! };
    const isJump = IS_JUMP[this.program.words[point.address]! >> 8] === 1;
    if (!isJump) this.execute(point, used);
    else if (((used.outer | used.inner) & this.targetOf(point)) !== 0 && this.isNearReturn(point))
      this.again.add(point.address);
    const isCall = !isJump && this.isCall(point);
    if (isCall) for (const jump of this.returnsTo.get(point.index) ?? []) this.queue(jump);
    for (const follower of point.followers) {
      const calls = isJump ? this.callsOf(point, follower.next) : [];
      if (calls.length > 0) this.comeBack(point, used, follower, calls);
      // Which call a declared jump belongs to is not known: what is used is not followed on.
      else if (isJump && this.found.declared.has(point.address)) continue;
      else if (isCall) this.arrive(follower, used.outer | used.inner, 0);
      else this.arrive(follower, used.outer, used.inner);
    }
  }

  /** What a word that does not jump does to the bytes that may have been used. */
  private execute({ address }: ReachedPoint, used: Used): void {
    const word = this.program.words[address]!;
    const { operation, target, bus, address: mode, readsRam } = opcodeOfWord(word);
    const operand = word & 0xff;
    const bit = this.bitOf(operand);
    const isField = mode === 'yd' && this.found.around.plan.fields[operand] === 1;
    if (operation === 'st') {
      const isUsed = bus === 'ac' && ((used.outer | used.inner) & this.inAc) !== 0;
      if (mode === 'd') set(used, bit, isUsed);
      else if (isUsed && mode === 'yd') used.inner |= bit;
      if (isUsed && isField) this.noteField(operand);
    } else if (operation === 'ld' && target === 'ac' && bus !== 'ac') {
      const held = readsRam && (mode === 'd' || mode === 'yd') && ((used.outer | used.inner) & bit) !== 0;
      set(used, this.inAc, held || (readsRam && isField && this.fields.has(operand)));
    }
  }

  /** A return: the routine may have used something, and what the caller had used is so still, unless it was stored again. */
  private comeBack(jump: ReachedPoint, used: Used, slot: ReachedPoint, calls: readonly ReachedPoint[]): void {
    const bit = this.targetOf(jump);
    for (const call of calls) {
      let returns = this.returnsTo.get(call.index);
      if (returns === undefined) this.returnsTo.set(call.index, (returns = new Set()));
      returns.add(jump);
      const before = this.used[call.index]!;
      const inner = used.inner | (before.inner & used.outer) | bit;
      this.arrive(slot, before.outer & used.outer, inner);
    }
  }

  /** Whether a jump is computed, stays in its page, and is not declared. */
  private isNearReturn({ address }: ReachedPoint): boolean {
    const { condition } = opcodeOfWord(this.program.words[address]!);
    return condition !== 'far' && !this.found.declared.has(address);
  }

  /** What a jump reads its target from. */
  private targetOf({ address }: ReachedPoint): number {
    const word = this.program.words[address]!;
    const { bus } = opcodeOfWord(word);
    if (bus === 'ac') return this.inAc;
    return bus === 'ram' ? this.bitOf(word & 0xff) : 0;
  }

  private bitOf(cell: number): number {
    return this.bits.get(cell) ?? 0;
  }

  /** Bytes that near returns read, each with its bit. */
  private cellsOfReturns(): ReadonlyMap<number, number> {
    const bits = new Map<number, number>();
    for (const point of this.found.points) {
      const word = this.program.words[point.address]!;
      const isRead = opcodeOfWord(word).bus === 'ram' && IS_JUMP[word >> 8] === 1 && this.isNearReturn(point);
      if (isRead && !bits.has(word & 0xff) && bits.size < MOST_CELLS) bits.set(word & 0xff, 1 << bits.size);
    }
    return bits;
  }

  private arrive(point: ReachedPoint, outer: number, inner: number): void {
    const used = this.used[point.index]!;
    if ((outer & ~used.outer) === 0 && (inner & ~used.inner) === 0) return;
    used.outer |= outer;
    used.inner |= inner;
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
      const word = this.program.words[point.address]!;
      const { readsRam, address } = opcodeOfWord(word);
      if (readsRam && address === 'yd' && (word & 0xff) === operand) this.queue(point);
    }
  }
}

function set(used: Used, bit: number, isSet: boolean): void {
  used.outer &= ~bit;
  used.inner = isSet ? used.inner | bit : used.inner & ~bit;
}

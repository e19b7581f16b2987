/**
 * Jumps that may use a return address for the second time.
 *
 * Following the program forgets a return address when a jump uses it, although the byte still holds it. Here it is
 * followed which bytes may hold one that was used: from the jump on, up to a store. What was used before a call is
 * kept apart from what the routine uses, so that a return does not bring along what other callers have used.
 */
import { INSTRUCTION_TABLE } from '#isa';
import type { TimingProgram } from '../contract/program.ts';
import { IS_JUMP } from '../words/opcode-facts.ts';
import { findCalls, type CallGraph, type Points } from './call-graph.ts';
import type { ReachedPoint } from './reached.ts';

/** Sets of tracked bytes by slot, as bits; the bit after the last slot is AC. */
interface Used {
  /** Used before the routine that executes was called. */
  outer: bigint;
  /** Used since. */
  inner: bigint;
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
  private readonly inAc: bigint;
  /** Fields, by D, into which a used address was stored. */
  private readonly fields = new Set<number>();
  private readonly again = new Set<number>();

  constructor(
    private readonly found: Points,
    private readonly program: TimingProgram,
  ) {
    this.calls = findCalls(found, program);
    this.used = found.points.map(() => ({ outer: 0n, inner: 0n }));
    this.waiting = new Uint8Array(found.points.length);
    this.inAc = 1n << BigInt(found.around.plan.cells.length);
  }

  find(): ReadonlySet<number> {
    for (const point of this.found.points) if (this.usesReturn(point)) this.queue(point);
    for (let point = this.work.pop(); point !== undefined; point = this.work.pop()) {
      this.waiting[point.index] = 0;
      this.follow(point);
    }
    return this.again;
  }

  /** Whether a point is a jump that reads a return address. */
  private usesReturn(point: ReachedPoint): boolean {
    return point.followers.some(({ next }) => this.callsOf(point, next).length > 0);
  }

  /** Calls to which a jump goes back by a target; none where it is no return. */
  private callsOf(jump: ReachedPoint, target: number): readonly ReachedPoint[] {
    return this.calls.callsOf(jump, target)?.filter((call) => this.calls.isCall(call)) ?? [];
  }

  private follow(point: ReachedPoint): void {
    const used = { ...this.used[point.index]! };
    const isJump = IS_JUMP[this.program.words[point.address]! >> 8] === 1;
    if (!isJump) this.execute(point, used);
    else if (((used.outer | used.inner) & this.targetOf(point)) !== 0n && !this.found.declared.has(point.address))
      this.again.add(point.address);
    const isCall = !isJump && this.calls.isCall(point);
    if (isCall) for (const jump of this.returnsTo.get(point.index) ?? []) this.queue(jump);
    for (const follower of point.followers) {
      const calls = isJump ? this.callsOf(point, follower.next) : [];
      if (calls.length > 0) this.comeBack(point, used, follower, calls);
      else if (isCall) this.arrive(follower, used.outer | used.inner, 0n);
      else this.arrive(follower, used.outer, used.inner);
    }
  }

  /** What a word that does not jump does to the bytes that may have been used. */
  private execute({ address }: ReachedPoint, used: Used): void {
    const word = this.program.words[address]!;
    const { operation, target, bus, address: mode, readsRam } = INSTRUCTION_TABLE[word >> 8]!;
    const operand = word & 0xff;
    const bit = this.bitOf(operand);
    const isField = mode === 'yd' && this.found.around.plan.fields[operand] === 1;
    if (operation === 'st') {
      const isUsed = bus === 'ac' && ((used.outer | used.inner) & this.inAc) !== 0n;
      if (mode === 'd') set(used, bit, isUsed);
      else if (isUsed && mode === 'yd') used.inner |= bit;
      if (isUsed && isField) this.noteField(operand);
    } else if (operation === 'ld' && target === 'ac' && bus !== 'ac') {
      const held = readsRam && (mode === 'd' || mode === 'yd') && ((used.outer | used.inner) & bit) !== 0n;
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

  /** What a jump reads its target from. */
  private targetOf({ address }: ReachedPoint): bigint {
    const word = this.program.words[address]!;
    const { bus } = INSTRUCTION_TABLE[word >> 8]!;
    if (bus === 'ac') return this.inAc;
    return bus === 'ram' ? this.bitOf(word & 0xff) : 0n;
  }

  private bitOf(cell: number): bigint {
    const slot = this.found.around.plan.slotOf[cell]!;
    return slot < 0 ? 0n : 1n << BigInt(slot);
  }

  private arrive(point: ReachedPoint, outer: bigint, inner: bigint): void {
    const used = this.used[point.index]!;
    if ((outer & ~used.outer) === 0n && (inner & ~used.inner) === 0n) return;
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
      const { readsRam, address } = INSTRUCTION_TABLE[word >> 8]!;
      if (readsRam && address === 'yd' && (word & 0xff) === operand) this.queue(point);
    }
  }
}

function set(used: Used, bit: bigint, isSet: boolean): void {
  used.outer &= ~bit;
  used.inner = isSet ? used.inner | bit : used.inner & ~bit;
}

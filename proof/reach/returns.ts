/**
 * Returns, and the calls that they go back to: by an address that a byte or AC holds, or by declared targets.
 */
import { IS_FIXED_BRANCH, IS_JUMP, opcodeOf, wordAt } from '#isa';
import type { TimingProgram } from '../contract/program.ts';
import { isMark, originOf } from '../values/constants.ts';
import { findCalls, type CallGraph, type Points } from './call-graph.ts';
import { isInSlot, type ReachedPoint } from './reached.ts';

const LOAD = opcodeOf('ld', 0, 'd');

export class Returns {
  /** The jumps that go back to calls. */
  readonly jumps: readonly ReachedPoint[];
  private readonly calls: CallGraph;
  /** By the number of a jump, the calls to which it goes back by each of its followers, in their order. */
  private readonly callsOfJumps = new Map<number, readonly (readonly ReachedPoint[])[]>();
  /** Jumps by the number of a call that they go back to. */
  private readonly jumpsTo = new Map<number, Set<ReachedPoint>>();
  /** Addresses of the slots of these calls. */
  private readonly slots = new Set<number>();
  private readonly declaredCalls: ReadonlyMap<number, readonly ReachedPoint[]>;

  constructor(
    private readonly found: Points,
    program: TimingProgram,
  ) {
    this.calls = findCalls(found, program);
    this.declaredCalls = callsOfDeclared(found, program);
    this.jumps = found.points
      .filter(({ address }) => this.isComputed(program, address))
      .filter((jump) => this.add(jump));
  }

  private isComputed({ words }: TimingProgram, address: number): boolean {
    const code = wordAt(words, address) >> 8;
    return IS_JUMP[code] === 1 && (IS_FIXED_BRANCH[code] !== 1 || this.found.declared.has(address));
  }

  /** Notes where a jump goes back to. Returns false if it is not a return. */
  private add(jump: ReachedPoint): boolean {
    const calls = jump.followers.map((follower) => this.callsOf(jump, follower));
    if (calls.every(({ length }) => length === 0)) return false;
    this.callsOfJumps.set(jump.index, calls);
    for (const { index, address } of calls.flat()) {
      this.slots.add(address);
      const jumps = this.jumpsTo.get(index) ?? new Set();
      this.jumpsTo.set(index, jumps.add(jump));
    }
    return true;
  }

  /** Calls to which a jump goes back by a follower. */
  private callsOf(jump: ReachedPoint, follower: ReachedPoint): readonly ReachedPoint[] {
    const { next: target } = follower;
    const isDeclared = this.found.declared.has(jump.address);
    const calls = isDeclared
      ? (this.declaredCalls.get(target & 0xff) ?? [])
      : (this.calls.callsOf(jump, follower)?.filter((call) => this.calls.isCall(call)) ?? []);
    // A call with the same low byte in another page is left out, if there is one in the page of the target.
    const near = calls.filter(({ address }) => ((address + 1) & 0xffff) >> 8 === target >> 8);
    return near.length > 0 || isDeclared ? near : calls;
  }

  /** The calls to which a jump goes back by each of its followers, in their order; undefined if it is not a return. */
  callsByFollower(jump: ReachedPoint): readonly (readonly ReachedPoint[])[] | undefined {
    return this.callsOfJumps.get(jump.index);
  }

  /**
   * Whether a jump to a follower can only be a return. If the load in the slot of a call is executed in order, too,
   * what it brings is also the target of a plain jump. A branch that is not taken is no return either.
   */
  onlyGoesBack(jump: ReachedPoint, follower: ReachedPoint): boolean {
    if (this.calls.isPassed(jump, follower)) return false;
    if (this.found.declared.has(jump.address)) return true;
    const brought = this.calls.callsOf(jump, follower) ?? [];
    return brought.length > 0 && brought.every((point) => this.calls.isCall(point));
  }

  /** Whether a constant is an address that a call has brought. */
  isAddress(constant: number): boolean {
    return !isMark(constant) && this.slots.has(originOf(constant));
  }

  /** The jumps that go back to a call; undefined if a point is not the slot of a call to which one goes back. */
  returnsTo(point: ReachedPoint): ReadonlySet<ReachedPoint> | undefined {
    return this.jumpsTo.get(point.index);
  }
}

/** Delay slots that load the low byte of a declared target, by that byte. Entries of tables do so, but call nothing. */
function callsOfDeclared(
  { points, declared }: Points,
  { words, tables }: TimingProgram,
): ReadonlyMap<number, readonly ReachedPoint[]> {
  const calls = new Map<number, ReachedPoint[]>();
  for (const target of [...declared.values()].flat()) calls.set(target & 0xff, []);
  const entries = new Set([...tables.values()].flat());
  for (const point of points) {
    const word = wordAt(words, point.address);
    if (isInSlot(point) && word >> 8 === LOAD && !entries.has(point.address)) calls.get(word & 0xff)?.push(point);
  }
  return calls;
}

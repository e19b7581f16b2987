/**
 * Returns, and the calls that they go back to: by an address that a byte or AC holds, or by declared targets.
 */
import { IS_FIXED_BRANCH, IS_JUMP, opcodeOf, wordAt } from '#isa';
import type { TimingProgram } from '../contract/program.ts';
import { isMark, originOf } from '../values/constants.ts';
import { findCalls, type CallGraph, type Points } from './call-graph.ts';
import { isInSlot, type ReachedPoint } from './reached.ts';

const LOAD = opcodeOf('ld', 0, 'd');

/** A jump to one of its followers. */
export interface WayBack {
  /** The calls to which it goes back. */
  readonly calls: readonly ReachedPoint[];
  /**
   * Whether it can only be a return. If the load in the slot of a call is executed in order, too, what it brings is also
   * the target of a plain jump. A branch that is not taken is no return either.
   */
  readonly isOnly: boolean;
}

export class Returns {
  /** The jumps that go back to calls. */
  readonly jumps: readonly ReachedPoint[];
  private readonly calls: CallGraph;
  /** By the number of a jump. */
  private readonly ways = new Map<number, readonly WayBack[]>();
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
    const ways = jump.followers.map((follower) => this.wayBack(jump, follower));
    this.ways.set(jump.index, ways);
    for (const { index, address } of ways.flatMap(({ calls }) => calls)) {
      this.slots.add(address);
      const jumps = this.jumpsTo.get(index) ?? new Set();
      this.jumpsTo.set(index, jumps.add(jump));
    }
    return ways.some(({ calls }) => calls.length > 0);
  }

  private wayBack(jump: ReachedPoint, follower: ReachedPoint): WayBack {
    const { next: target } = follower;
    const isDeclared = this.found.declared.has(jump.address);
    const brought = (isDeclared ? this.declaredCalls.get(target & 0xff) : this.calls.callsOf(jump, follower)) ?? [];
    const calls = isDeclared ? brought : brought.filter((call) => this.calls.isCall(call));
    // A call with the same low byte in another page is left out, if there is one in the page of the target.
    const near = calls.filter(({ address }) => ((address + 1) & 0xffff) >> 8 === target >> 8);
    const isReturn = isDeclared || (brought.length > 0 && brought.length === calls.length);
    return {
      calls: near.length > 0 || isDeclared ? near : calls,
      isOnly: isReturn && !this.calls.isPassed(jump, follower),
    };
  }

  /** The ways of a jump by its followers, in their order; undefined for a near branch to a constant. */
  waysBack(jump: ReachedPoint): readonly WayBack[] | undefined {
    return this.ways.get(jump.index);
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

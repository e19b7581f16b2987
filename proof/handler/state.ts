/** A state of the machine while the handler is followed, and how states are compared. */
import type { PathStep } from '../contract/report.ts';
import type { RunStep } from '../values/symbolic-run.ts';
import { hull, type Ranges } from './ranges.ts';
import type { HandlerValue } from './values.ts';
import type { ZeroPage } from './zero-page.ts';

/** Stands for the first word of the check that left, whichever it is; its page in bits 15..8. */
export const CHECK_WORD = 0x10000;
/** Stands for the word after the check that left. */
export const RESUMED = 0x20000;
/** Stands for an address that depends on the cycles left or charged: {@link State.pending} says which. */
export const PENDING = 0x30000;

/** A word that a path has executed, linked to those before it. */
export interface Trail extends RunStep {
  readonly cycle: number;
  readonly before: Trail | undefined;
  /** Whether other paths part or meet here, which is what people are shown. */
  isCrossing: boolean;
}

/** The target of a jump that depends on the numbers of the check. */
export interface Pending {
  readonly low: HandlerValue;
  readonly page: number;
}

/** A state of the machine on a path; one object for each path, changed in place between forks. */
export interface State {
  address: number;
  next: number;
  pending: Pending | undefined;
  ac: HandlerValue;
  x: HandlerValue;
  y: HandlerValue;
  /** Bits 7 and 6 of OUT. */
  sync: number;
  zero: ZeroPage;
  ranges: Ranges;
  /** Cycles since the path began; once it is settled, less the cycles that were left. */
  time: number;
  /** Whether the path has waited out the cycles left. */
  settled: boolean;
  /** Rises of hSync since vSync fell; negative before it first falls. */
  lines: number;
  /** The cycle of a line in which vSync fell last; negative before it first falls. */
  vSyncAt: number;
  trail: Trail | undefined;
  /** What the zero page held where the trail begins. */
  began: ZeroPage;
}

/** A copy of a state with changes. */
export function forked(state: State, changes: Partial<State>): State {
  return Object.assign(copyOf(state), changes);
}

/** A copy of a state. Field by field, so that all states have one shape in the JavaScript engine, which is faster. */
export function copyOf(state: State): State {
  return {
    address: state.address,
    next: state.next,
    pending: state.pending,
    ac: state.ac,
    x: state.x,
    y: state.y,
    sync: state.sync,
    zero: state.zero,
    ranges: state.ranges,
    time: state.time,
    settled: state.settled,
    lines: state.lines,
    vSyncAt: state.vSyncAt,
    trail: state.trail,
    began: state.began,
  };
}

/** Merges a state into another one that goes on alike. */
export function join(there: State, { ranges }: State): void {
  there.ranges = hull(there.ranges, ranges);
}

/** Whether two states of the same time go on alike, except for their ranges. */
export function isSameState(a: State, b: State): boolean {
  return (
    a.address === b.address &&
    a.next === b.next &&
    a.ac === b.ac &&
    a.x === b.x &&
    a.y === b.y &&
    a.zero === b.zero &&
    a.sync === b.sync &&
    a.settled === b.settled &&
    a.lines === b.lines &&
    a.vSyncAt === b.vSyncAt &&
    a.pending?.low === b.pending?.low &&
    a.pending?.page === b.pending?.page
  );
}

/** A number that is the same for states that {@link isSameState} calls the same. */
export function hashOfState({ address, next, ac, x, y, zero, lines }: State): number {
  let hash = Math.imul(address ^ (next << 8), 0x9e3779b1);
  hash = Math.imul(hash ^ ac.id, 0x01000193) ^ (hash >>> 15);
  hash = Math.imul(hash ^ x.id, 0x01000193) ^ (hash >>> 15);
  hash = Math.imul(hash ^ y.id, 0x01000193) ^ (hash >>> 15);
  hash = Math.imul(hash ^ zero.id, 0x01000193) ^ (hash >>> 15);
  return Math.imul(hash ^ lines, 0x01000193);
}

/** The same as a text, for tables that hold states of several times. */
export function keyOf(state: State): string {
  const { address, next, pending, ac, x, y, sync, zero, settled, lines, vSyncAt } = state;
  const symbolic = pending === undefined ? '' : ` ${pending.low.id}:${pending.page}`;
  return `${address} ${next} ${ac.id} ${x.id} ${y.id} ${sync} ${zero.id} ${settled} ${lines} ${vSyncAt}${symbolic}`;
}

/** Notes that a state executes its word next. */
export function noted(state: State): Trail {
  const { address, next, time, trail } = state;
  return (state.trail = { address, next, cycle: time, before: trail, isCrossing: false });
}

/** All words on the path of a state, and the one that would execute next. */
export function wordsOf({ address, next, time, trail }: State): readonly Trail[] {
  const isNoted = trail?.address === address && trail.next === next && trail.cycle === time;
  const before = isNoted ? trail.before : trail;
  const words: Trail[] = [{ address, next, cycle: time, before, isCrossing: true }];
  for (let at = before; at !== undefined; at = at.before) words.push(at);
  return words.reverse();
}

/** The path on which a state was reached, for people. */
export function stepsOf(state: State): readonly PathStep[] {
  const crossings = wordsOf(state).filter(({ address, isCrossing }) => isCrossing && address < CHECK_WORD);
  return crossings.map(({ address, cycle }) => ({ address, cycle }));
}

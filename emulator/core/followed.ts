/**
 * A probe that goes from state to state: what it does at a marked place depends on its state and on where the program
 * goes from there. Translated code asks it once about each such step, and from then on takes the step without asking.
 */
import type { Cycle } from '#basics';

/** What is at a marked place. For any other value, the probe is asked each time. */
export const FOLLOWED = {
  asked: 0,
  /** The delay slot of a jump: the step depends on the address after it; there is no step if that is the next one. */
  jump: 1,
  /** The same with a jump in it: if that is taken, the step depends on where it goes. */
  double: 2,
  /** The word after it may be of another region: a step where that word is next. */
  ahead: 3,
  /** A delay slot, as `jump`, with such a word in it, as `ahead`. */
  slotAhead: 5,
  /** The trampoline of time checks: the step depends on AC, the low byte of the check that has left. */
  trampoline: 4,
  /** The exit of a short check: the step depends on nothing. The bits from {@link EXIT_ORIGIN} up hold the check's origin. */
  exit: 6,
} as const;

/** The first bit of a check's origin in what is at its exit. */
export const EXIT_ORIGIN = 8;

/** Where a followed probe is. */
export interface FollowedPosition {
  /** Number of its state, 1..{@link MOST_STATES}-1; 0 if it has none, so that it must be asked. */
  readonly state: number;
  /** The state that the last step has left; 0 if it is not known. */
  readonly before: number;
  /** The state that a time check has interrupted, and the address at which it goes on; 0 and -1 if there is none. */
  readonly waiting: number;
  readonly resume: number;
  /** All cycles before this one are counted. It is that of the last step, whose last words may not have executed yet. */
  readonly since: Cycle;
}

/** State numbers are smaller than this. */
export const MOST_STATES = 0x2000;

export interface Followed {
  /** What is at each ROM address, see {@link FOLLOWED}; 65,536 entries. */
  readonly kinds: Uint32Array;
  /** Where it is before a cycle executes. */
  position(cycle: Cycle): FollowedPosition;
  /** Translated code has come here; it reports what it has counted with `charge` and with the steps. */
  goTo(position: FollowedPosition): void;
  /** Cycles that the program has spent in a state. */
  charge(state: number, cycles: number): void;
  /** Returns a function that repeats what the step that `ask` has just taken did, apart from cycles and the new state. */
  lastStep(): (times: number) => void;
}

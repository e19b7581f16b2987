/**
 * Searches of the past, which may take long and are done in slices like any other movement.
 *
 * Meanwhile, the machine may be anywhere in the past. When paused, it goes to where the search has got to; when cancelled,
 * to where it began.
 */
import type { Accept, BackwardHit, BackwardSearch, History, Stops } from '#emulator';
import type { Stop } from '../program/program.ts';
import type { Movement, PastSearch } from './movement.ts';

/** Yields the search in progress after each slice, and takes the cycles of the next slice. */
export type Way<T = Stop> = Generator<BackwardSearch, T, number>;

/** Cycles of the first slice, before the caller has chosen a length. */
const FIRST_SLICE = 12_500;

export const BEGINNING: Stop = { reason: 'entry', description: 'The beginning of the run' };

export class WayBack implements Movement, PastSearch {
  readonly paced = false;
  private current: BackwardSearch | undefined;
  private readonly begun: number;

  /**
   * @param title what is being searched for, for people
   * @param goesOn whether the search can be resumed where it was paused
   */
  constructor(
    private readonly history: History,
    readonly title: string,
    private readonly way: Way,
    private readonly goesOn: boolean,
  ) {
    this.begun = history.machine.cycle;
  }

  get search(): PastSearch {
    return this;
  }

  get progress(): number {
    return this.current?.progress ?? 0;
  }

  advance(cycles: number): Stop | undefined {
    const { done, value } = this.way.next(cycles);
    if (done === true) return value;
    this.current = value;
    return undefined;
  }

  pause(): Stop {
    if (!this.goesOn || this.current === undefined) return this.cancel();
    this.history.goTo(this.current.searchedTo);
    return { reason: 'pause', description: 'Paused on the way back: nothing found so far' };
  }

  cancel(): Stop {
    this.history.goTo(this.begun);
    return { reason: 'pause', description: 'Cancelled: back where the search began' };
  }
}

/** Searches for the last stop before the machine's present cycle, as {@link History.runBack}. */
export function* find(history: History, stops: Stops, accept?: Accept): Way<BackwardHit | undefined> {
  const search = history.searchBack(stops, accept);
  let found = search.advance(FIRST_SLICE);
  while (found === undefined) found = search.advance(yield search);
  return found === 'nothing' ? undefined : found;
}

export function atOnce(go: () => Stop): Movement {
  return { paced: false, advance: go };
}

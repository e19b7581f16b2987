/**
 * The machine's side of a followed probe: it gives the position to translated code and takes it back, enters steps into
 * the table as the probe takes them, and reports to the probe how often each was taken.
 */
import { numberAt, type Cycle } from '#basics';
import { MOST_STATES, type Followed, type FollowedPosition } from '../core/followed.ts';
import { offsetAfter, stepOffset } from './followed-steps.ts';
import { CELL, INTERRUPTS, STATE_CYCLES, STEP, STEP_BYTES, STEP_ENTRIES, STEPS } from './memory-layout.ts';

/** Steps in the table; beyond that a search in it takes long. */
const MOST_STEPS = STEP_ENTRIES / 2;

/** A step in the table. */
interface KnownStep {
  readonly offset: number;
  readonly repeat: (times: number) => void;
}

export class FollowedStates {
  private readonly words: Int32Array;
  private readonly cycles: Int32Array;
  private readonly table: Int32Array;
  private followed: Followed | undefined;
  private steps: KnownStep[] = [];
  /** The largest state number that translated code has been given. */
  private largest = 0;

  constructor({ buffer }: WebAssembly.Memory) {
    this.words = new Int32Array(buffer);
    this.cycles = new Int32Array(buffer, STATE_CYCLES, MOST_STATES);
    this.table = new Int32Array(buffer, STEPS, (STEP_ENTRIES * STEP_BYTES) / 4);
  }

  /** Follows another probe, or none. */
  follow(followed: Followed | undefined): void {
    if (followed === this.followed) return;
    this.fold();
    this.forget();
    this.followed = followed;
    this.largest = 0;
    // Code that was translated for the probe before asks everywhere.
    this.words[CELL.state >> 2] = 0;
    this.words[CELL.resume >> 2] = -1;
  }

  /** Gives translated code the position, for a slice that ends at a cycle. */
  toCells(cycle: Cycle, end: Cycle): void {
    if (this.followed !== undefined) this.put(this.followed.position(cycle), end);
  }

  /** Takes the position back as translated code has left it. */
  fromCells(end: Cycle): void {
    this.followed?.goTo(this.take(end));
  }

  /** Has the probe asked in translated code; the step that it takes is known from now on. */
  ask(cycle: Cycle, end: Cycle, ask: () => boolean): boolean {
    const { followed } = this;
    if (followed === undefined) return ask();
    const before = this.take(end);
    followed.goTo(before);
    const stops = ask();
    const after = followed.position(cycle);
    this.enter(followed, before, after);
    this.put(after, end);
    return stops;
  }

  /** Tells the probe what has been counted; must be called before 2^31 cycles are. */
  fold(): void {
    const { followed } = this;
    if (followed === undefined) return;
    for (let state = 1; state <= this.largest; state++) {
      const cycles = numberAt(this.cycles, state);
      if (cycles !== 0) followed.charge(state, cycles);
      this.cycles[state] = 0;
    }
    for (const { offset, repeat } of this.steps) {
      const index = (offset + STEP.count) >> 2;
      const times = numberAt(this.table, index);
      if (times !== 0) repeat(times);
      this.table[index] = 0;
    }
  }

  private enter(followed: Followed, before: FollowedPosition, after: FollowedPosition): void {
    const event = numberAt(this.words, CELL.event >> 2);
    this.words[CELL.event >> 2] = 0;
    if (event === 0 || before.state === 0 || after.state === 0) return;
    if (this.steps.length === MOST_STEPS) {
      this.fold();
      this.forget();
    }
    let offset = stepOffset(event, before.state);
    while (this.table[(offset + STEP.state) >> 2] !== 0) offset = offsetAfter(offset);
    const interrupts = before.waiting === 0 && after.waiting !== 0;
    this.largest = Math.max(this.largest, after.state);
    this.table[(offset + STEP.event) >> 2] = event;
    this.table[(offset + STEP.state) >> 2] = before.state;
    this.table[(offset + STEP.next) >> 2] = after.state + (interrupts ? INTERRUPTS : 0);
    this.steps.push({ offset, repeat: followed.lastStep() });
  }

  private forget(): void {
    this.table.fill(0);
    this.steps = [];
  }

  private put({ state, before, waiting, resume, since }: FollowedPosition, end: Cycle): void {
    const words = this.words;
    this.largest = Math.max(this.largest, state, waiting);
    words[CELL.state >> 2] = state;
    words[CELL.before >> 2] = before;
    words[CELL.waiting >> 2] = waiting;
    words[CELL.resume >> 2] = resume;
    words[CELL.since >> 2] = end - since;
  }

  private take(end: Cycle): FollowedPosition {
    const words = this.words;
    return {
      state: numberAt(words, CELL.state >> 2),
      before: numberAt(words, CELL.before >> 2),
      waiting: numberAt(words, CELL.waiting >> 2),
      resume: numberAt(words, CELL.resume >> 2),
      since: end - numberAt(words, CELL.since >> 2),
    };
  }
}

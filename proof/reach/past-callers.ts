/**
 * Returns that may skip their caller, since they go through a byte that their routine may not have stored to.
 *
 * The byte then still holds the return address of a caller further up, and whatever the routines in between have used
 * is still used when execution comes back there.
 */
import { elementAt, numberAt } from '#basics';
import { opcodeOfWord, resumeAddress, wordAt, writesRam } from '#isa';
import type { TimingProgram } from '../contract/program.ts';
import type { Points } from './call-graph.ts';
import type { ReachedPoint } from './reached.ts';
import type { Returns } from './returns.ts';

/** Flags: a byte may not have been stored to since the routine was called, or may be a copy of such a byte. */
const UNSTORED = 1;
const COPIED = 2;

export interface PastCallers {
  /** What such jumps read, by their numbers: a byte, or AC. */
  readonly through: ReadonlyMap<number, number | 'ac'>;
  /** Numbers of the stores that may copy a return address of a caller further up. */
  readonly copies: ReadonlySet<number>;
}

/** @param cells the bytes that hold return addresses */
export function findPastCallers(
  found: Points,
  program: TimingProgram,
  returns: Returns,
  cells: readonly number[],
): PastCallers {
  return new NotStored(found, program, returns, cells).find();
}

/** Flags of each byte, and at the end those of AC. */
type Row = number[];

class NotStored {
  /** By point. */
  private readonly rows: readonly Row[];
  private readonly work: ReachedPoint[] = [];
  private readonly waiting: Uint8Array;
  private readonly places: ReadonlyMap<number, number>;
  private readonly inAc: number;
  /** Words after checks: the slot of a check's branch loads an address, like that of a call, but calls no routine. */
  private readonly resumes: ReadonlySet<number>;
  /** The row with which a routine begins. */
  private readonly called: Row;

  constructor(
    private readonly found: Points,
    private readonly program: TimingProgram,
    private readonly returns: Returns,
    cells: readonly number[],
  ) {
    this.inAc = cells.length;
    this.rows = found.points.map(() => new Array<number>(cells.length + 1).fill(0));
    this.waiting = new Uint8Array(found.points.length);
    this.places = new Map(cells.map((cell, place) => [cell, place]));
    this.resumes = new Set(program.checks.map(resumeAddress));
    this.called = [...cells.map(() => UNSTORED), 0];
  }

  find(): PastCallers {
    for (const point of this.found.points) if (this.returns.returnsTo(point) !== undefined) this.queue(point);
    for (let point = this.work.pop(); point !== undefined; point = this.work.pop()) {
      this.waiting[point.index] = 0;
      this.follow(point);
    }
    const copies = this.found.points.filter((point) => {
      const { operation } = opcodeOfWord(wordAt(this.program.words, point.address));
      return operation === 'st' && this.rowOf(point)[this.inAc] !== 0;
    });
    const through = new Map<number, number | 'ac'>();
    for (const jump of this.returns.jumps) {
      const word = wordAt(this.program.words, jump.address);
      const { bus } = opcodeOfWord(word);
      const read = bus === 'ac' ? this.inAc : bus === 'ram' ? this.places.get(word & 0xff) : undefined;
      if (read !== undefined && this.rowOf(jump)[read] !== 0) through.set(jump.index, bus === 'ac' ? bus : word & 0xff);
    }
    return { through, copies: new Set(copies.map(({ index }) => index)) };
  }

  private follow(point: ReachedPoint): void {
    const word = wordAt(this.program.words, point.address);
    const ways = this.returns.waysBack(point);
    const isCall = this.returns.returnsTo(point) !== undefined;
    const before = this.rowOf(point);
    const after = this.after(word, before);
    point.followers.forEach((follower, at) => {
      const way = ways?.[at];
      for (const call of way?.calls ?? []) this.arrive(follower, this.comingBack(call, before));
      if (way?.isOnly === true && way.calls.length > 0) return;
      const isResumed = follower.address === point.address + 1 && this.resumes.has(follower.address);
      const isRoutine = isCall && !isResumed;
      this.arrive(follower, isRoutine ? this.called : after);
    });
    for (const jump of this.returns.returnsTo(point) ?? []) this.queue(jump);
  }

  /** The row back in the caller: the flags before the call, and those of what the routine has copied. */
  private comingBack(call: ReachedPoint, atReturn: Row): Row {
    const row = this.rowOf(call).map((held, place) => held | ((atReturn[place] ?? 0) & COPIED));
    row[this.inAc] = atReturn[this.inAc] ?? 0;
    return row;
  }

  /** The row after a word. */
  private after(word: number, before: Row): Row {
    const { operation, target, bus, address } = opcodeOfWord(word);
    const place = this.places.get(word & 0xff);
    const isOpen = place !== undefined && before[place] !== 0;
    const isCopyInAc = before[this.inAc] !== 0;
    if (writesRam(word, this.program.ramKib ?? 32)) {
      if (place === undefined) return before;
      // A store through Y may or may not hit the zero page.
      const left = address === 'd' ? 0 : (before[place] ?? 0);
      return before.with(place, bus === 'ac' && isCopyInAc ? left | COPIED : left);
    }
    if (operation === 'st' || operation === 'jump' || target !== 'ac' || bus === 'ac') return before;
    // A field may hold a copy that any caller has made. A sum is a copy, too, if one of its parts is.
    const isField = address === 'yd' && this.found.around.plan.fields[word & 0xff] === 1;
    const isCopy = (bus === 'ram' && (isField || isOpen)) || (operation !== 'ld' && isCopyInAc);
    return before.with(this.inAc, isCopy ? COPIED : 0);
  }

  private rowOf({ index }: ReachedPoint): Row {
    return elementAt(this.rows, index);
  }

  private arrive(point: ReachedPoint, held: Row): void {
    const row = this.rowOf(point);
    let isNew = false;
    for (let place = 0; place < row.length; place++) {
      const known = numberAt(row, place);
      if ((numberAt(held, place) & ~known) === 0) continue;
      row[place] = known | numberAt(held, place);
      isNew = true;
    }
    if (isNew) this.queue(point);
  }

  private queue(point: ReachedPoint): void {
    if (this.waiting[point.index] === 1) return;
    this.waiting[point.index] = 1;
    this.work.push(point);
  }
}

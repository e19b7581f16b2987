/**
 * Returns that may go back past their caller: through a byte that the routine they are in may not have stored to.
 *
 * The byte still holds the address for a caller of the caller. What was used in between is then used when it comes back.
 */
import { opcodeOfWord, resumeAddress, wordAt, writesRam } from '#isa';
import type { TimingProgram } from '../contract/program.ts';
import type { Points } from './call-graph.ts';
import type { ReachedPoint } from './reached.ts';
import { isPassed, type Returns } from './returns.ts';

/** Bytes that are followed at a time, one bit each; the bit after the last of them is AC. */
const MOST_CELLS = 30;

export interface PastCallers {
  /** What the jumps go back through, by their numbers: a byte, or AC. */
  readonly through: ReadonlyMap<number, number | 'ac'>;
  /** Numbers of the stores that may copy an address for a caller of the caller. */
  readonly copies: ReadonlySet<number>;
}

/** @param cells the bytes that hold return addresses */
export function findPastCallers(
  found: Points,
  program: TimingProgram,
  returns: Returns,
  cells: readonly number[],
): PastCallers {
  const past = { through: new Map<number, number | 'ac'>(), copies: new Set<number>() };
  for (let first = 0; first < cells.length; first += MOST_CELLS) {
    new NotStored(found, program, returns, cells.slice(first, first + MOST_CELLS)).find(past);
  }
  return past;
}

class NotStored {
  /** By point: bytes that may not have been stored to since the routine was called, and whether AC is a copy of one. */
  private readonly open: Int32Array;
  private readonly work: ReachedPoint[] = [];
  private readonly waiting: Uint8Array;
  private readonly bits: ReadonlyMap<number, number>;
  private readonly inAc: number;
  /** Words after a check: the slot of its branch brings its address, but calls nothing. */
  private readonly resumes: ReadonlySet<number>;

  constructor(
    private readonly found: Points,
    private readonly program: TimingProgram,
    private readonly returns: Returns,
    cells: readonly number[],
  ) {
    this.open = new Int32Array(found.points.length);
    this.waiting = new Uint8Array(found.points.length);
    this.bits = new Map(cells.map((cell, bit) => [cell, 1 << bit]));
    this.inAc = 1 << cells.length;
    this.resumes = new Set(program.checks.map(resumeAddress));
  }

  find({ through, copies }: { readonly through: Map<number, number | 'ac'>; readonly copies: Set<number> }): void {
    for (const point of this.found.points) if (this.returns.returnsTo(point) !== undefined) this.queue(point);
    for (let point = this.work.pop(); point !== undefined; point = this.work.pop()) {
      this.waiting[point.index] = 0;
      this.follow(point);
    }
    for (const { index, address } of this.found.points) {
      const isOpen = (bit: number): boolean => (this.openAt(index) & bit) !== 0;
      const word = wordAt(this.program.words, address);
      if (opcodeOfWord(word).operation === 'st' && isOpen(this.inAc)) copies.add(index);
    }
    for (const { index, address } of this.returns.jumps) {
      const word = wordAt(this.program.words, address);
      const { bus } = opcodeOfWord(word);
      const open = this.openAt(index);
      if (bus === 'ac' && (open & this.inAc) !== 0) through.set(index, 'ac');
      if (bus === 'ram' && (open & this.bitOf(word & 0xff)) !== 0) through.set(index, word & 0xff);
    }
  }

  private follow(point: ReachedPoint): void {
    const open = this.openAt(point.index);
    const word = wordAt(this.program.words, point.address);
    const calls = this.returns.callsByFollower(point);
    const isCall = this.returns.returnsTo(point) !== undefined;
    const after = this.after(word, open);
    for (const [at, follower] of point.followers.entries()) {
      const backTo = calls?.[at] ?? [];
      for (const call of backTo) this.arrive(follower, this.openAt(call.index) & ~this.inAc);
      if (backTo.length > 0 && !isPassed(point, follower, word)) continue;
      const isRoutine = isCall && !this.resumes.has(follower.address);
      this.arrive(follower, isRoutine ? this.inAc - 1 : after);
    }
    for (const jump of this.returns.returnsTo(point) ?? []) this.queue(jump);
  }

  /** What may not have been stored to after a word. */
  private after(word: number, open: number): number {
    const { operation, target, bus, address } = opcodeOfWord(word);
    const bit = this.bitOf(word & 0xff);
    if (writesRam(word, this.program.ramKib ?? 32)) {
      // A store through Y may or may not hit the zero page.
      if (bus === 'ac' && (open & this.inAc) !== 0) return open | bit;
      return address === 'd' ? open & ~bit : open;
    }
    if (operation === 'st' || operation === 'jump' || target !== 'ac' || bus === 'ac') return open;
    // A field may hold a copy that any caller has made. A sum is a copy, too, if one of its parts is.
    const isField = address === 'yd' && this.found.around.plan.fields[word & 0xff] === 1;
    const isCopy = bus === 'ram' && (isField || (open & bit) !== 0);
    if (isCopy) return open | this.inAc;
    return operation === 'ld' ? open & ~this.inAc : open;
  }

  private bitOf(cell: number): number {
    return this.bits.get(cell) ?? 0;
  }

  private openAt(index: number): number {
    return this.open[index] ?? 0;
  }

  private arrive(point: ReachedPoint, open: number): void {
    const before = this.openAt(point.index);
    if ((open & ~before) === 0) return;
    this.open[point.index] = before | open;
    this.queue(point);
  }

  private queue(point: ReachedPoint): void {
    if (this.waiting[point.index] === 1) return;
    this.waiting[point.index] = 1;
    this.work.push(point);
  }
}

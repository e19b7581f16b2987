/**
 * Declared loops on a path: how often the head of each has executed since the loop was entered (docs/timing.md, Loops).
 *
 * If the path did not enter the loop from outside, any iteration is possible. What the declarations rule out is not
 * followed.
 */
import { IS_FIXED_BRANCH, wordAt } from '#isa';
import type { Charge, Loop } from './certificate.ts';
import type { Tools } from './state.ts';

/** Farthest distance, in words, of a back edge from the loop head. */
const REACH = 255;

/** Where a path is in a loop: executions of its head, and how many there will be if the path has assumed it. */
interface Turn {
  readonly turn: number;
  readonly count: number | undefined;
}

/**
 * The count that a path has assumed for a name, and whether a loop or a charge has used it: the other can still use it.
 */
interface Assumed {
  readonly value: number;
  readonly by: 'charge' | 'loop' | 'both';
}

export interface Turns {
  readonly key: string;
  readonly byHead: ReadonlyMap<number, Turn>;
  readonly byName: ReadonlyMap<string, Assumed>;
}

export const NO_TURNS: Turns = { key: '', byHead: new Map(), byName: new Map() };

function turnsOf(byHead: Turns['byHead'], byName: Turns['byName']): Turns {
  return { key: JSON.stringify([[...byHead].sort(([a], [b]) => a - b), [...byName].sort()]), byHead, byName };
}

/** A loop, and its last word: the slot of the last jump that was seen to make a turn. */
interface PlacedLoop extends Loop {
  last: number;
}

export class Loops {
  private readonly loops: readonly PlacedLoop[];
  /** Whether a jump was seen that makes a loop longer. */
  hasGrown = false;

  constructor(private readonly tools: Tools) {
    this.loops = tools.certificate.declarations.loops.map((loop) => ({ ...loop, last: loop.head }));
  }

  /**
   * A path comes to a word.
   * @param jump the jump that it has come by
   * @param isCounting false where only entries are of interest
   * @param free takes the loops of which this is a turn and that the path has not entered
   */
  arrive(
    turns: Turns,
    address: number,
    jump: number | undefined,
    isCounting: boolean,
    free: Set<number>,
  ): readonly Turns[] {
    let all: readonly Turns[] = [turns];
    for (const loop of this.loops) {
      const { head, last } = loop;
      if (address < head || address > last) continue;
      if (address === head && jump !== undefined && jump >= head && jump <= head + REACH) {
        if (jump >= last) this.hasGrown = true;
        loop.last = Math.max(last, jump + 1);
        if (all.some(({ byHead }) => !byHead.has(head))) free.add(head);
        if (isCounting) all = all.flatMap((each) => this.goRound(each, loop));
      } else if (address === head || this.entersMiddle(loop, jump)) {
        all = all.flatMap((each) => this.enter(each, loop, Number(address === head), isCounting));
      }
    }
    return all;
  }

  /** A near branch from before the head, in its page. */
  private entersMiddle({ head }: Loop, jump: number | undefined): boolean {
    if (jump === undefined || jump >= head || jump >> 8 !== head >> 8) return false;
    return IS_FIXED_BRANCH[wordAt(this.tools.rom, jump) >> 8] === 1;
  }

  private goRound(turns: Turns, { head, max }: Loop): readonly Turns[] {
    const at = turns.byHead.get(head);
    if (at === undefined) return [turns];
    if (at.turn >= (at.count ?? max)) return this.forbid(head);
    return [turnsOf(new Map(turns.byHead).set(head, { ...at, turn: at.turn + 1 }), turns.byName)];
  }

  private enter(
    turns: Turns,
    { head, min, max, count: name }: Loop,
    turn: number,
    isCounting: boolean,
  ): readonly Turns[] {
    const entered = (count: number | undefined, byName: Turns['byName']): Turns =>
      turnsOf(new Map(turns.byHead).set(head, { turn: isCounting ? turn : 0, count }), byName);
    if (!isCounting) return [entered(undefined, turns.byName)];
    const at = turns.byHead.get(head);
    if (at !== undefined && at.turn < (at.count ?? min)) return this.forbid(head);
    if (name === undefined) return [entered(undefined, turns.byName)];
    const assumed = turns.byName.get(name);
    if (assumed?.by !== 'charge') {
      return numbers(min, max).map((value) => entered(value, new Map(turns.byName).set(name, { value, by: 'loop' })));
    }
    const { value } = assumed;
    if (value < min || value > max) return this.forbid(head);
    return [entered(value, new Map(turns.byName).set(name, { value, by: 'both' }))];
  }

  private forbid(head: number): readonly Turns[] {
    this.tools.trust.add('loop', head);
    return [];
  }

  /** What a charge pays, for each count that it can be made for. */
  paid(turns: Turns, { cycles, count: name, factor = 0 }: Charge): readonly { turns: Turns; amount: number }[] {
    if (name === undefined) return [{ turns, amount: cycles }];
    const assumed = turns.byName.get(name);
    const named = this.loops.filter(({ count }) => count === name);
    const values =
      assumed?.by === 'loop'
        ? [assumed.value]
        : numbers(Math.min(...named.map(({ min }) => min)), Math.max(...named.map(({ max }) => max)));
    const by = assumed?.by === 'loop' ? 'both' : 'charge';
    return values.map((value) => ({
      turns: turnsOf(turns.byHead, new Map(turns.byName).set(name, { value, by })),
      amount: cycles + factor * value,
    }));
  }

  /** Whether a path has made fewer turns of a loop than there are, and cannot make more. */
  isCutShort({ byHead }: Turns, canTurn: (head: number) => boolean): boolean {
    return this.loops.some(({ head, min }) => {
      const at = byHead.get(head);
      if (at === undefined || at.turn >= (at.count ?? min) || canTurn(head)) return false;
      this.tools.trust.add('loop', head);
      return true;
    });
  }
}

function numbers(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

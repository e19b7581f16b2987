/**
 * Declared loops on a path: how often the head of each has executed since the loop was entered (docs/timing.md, Loops).
 *
 * If the path did not enter the loop from outside, any iteration is possible. What the declarations rule out is not
 * followed.
 */
import { failure, type Failure, type Result } from '#basics';
import { hexWord, IS_FIXED_BRANCH, wordAt } from '#isa';
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

/** A loop with what the certificate says of it. */
export interface PlacedLoop extends Loop {
  /** Its last word: the slot of the last jump that makes a turn. */
  last: number;
  /** The points from which a turn can be reached without entering the loop. */
  readonly from: Set<number>;
}

export class Loops {
  protected readonly loops: readonly PlacedLoop[];
  private readonly found = new Set<number>();

  constructor(protected readonly tools: Tools) {
    const { declarations, turns, open } = tools.certificate;
    const said = new Map(turns.map(([head, last, from]) => [head, { last, from }]));
    this.loops = declarations.loops.map((loop) => {
      const { last = loop.head, from = [] } = said.get(loop.head) ?? {};
      return { ...loop, last, from: new Set([...from, ...open]) };
    });
  }

  /**
   * A path comes to a word.
   * @param jump the jump that it has come by
   * @param root the point from which it comes
   * @param isCounting false where only entries are of interest
   */
  arrive(
    turns: Turns,
    address: number,
    jump: number | undefined,
    root: number,
    isCounting: boolean,
  ): Result<readonly Turns[]> {
    let all: readonly Turns[] = [turns];
    for (const loop of this.loops) {
      const { head, last } = loop;
      if (address < head || address > last) continue;
      if (address === head && jump !== undefined && jump >= head && jump <= head + REACH) {
        const isEntered = all.every(({ byHead }) => byHead.has(head));
        const fault = this.faultOfTurn(loop, jump, isEntered ? undefined : root);
        if (fault !== undefined) return fault;
        if (isCounting) all = all.flatMap((each) => this.goRound(each, loop));
      } else if (address === head || this.entersMiddle(loop, jump)) {
        all = all.flatMap((each) => this.enter(each, loop, Number(address === head), isCounting));
      }
    }
    return all;
  }

  /** Why a turn contradicts the certificate. @param root the point from which it is reached, if without entering */
  protected faultOfTurn({ head, last, from }: PlacedLoop, jump: number, root: number | undefined): Failure | undefined {
    this.found.add(jump + 1);
    if (jump >= last) return failure(`the loop at ${hexWord(head)} is longer than the certificate says`);
    return root === undefined || from.has(root) ? undefined : missing(head, root);
  }

  /** Why a path from one point to another contradicts what the certificate says of the turns that follow. */
  faultOfEnd({ byHead }: Turns, root: number, to: number): Failure | undefined {
    const lost = this.loops.find(({ head, from }) => from.has(to) && !byHead.has(head) && !from.has(root));
    return lost && missing(lost.head, root);
  }

  /** Why a loop does not reach to where the certificate says, after all paths were followed. */
  faultOfLength(): Failure | undefined {
    const short = this.loops.find(({ head, last }) => last !== head && !this.found.has(last));
    return short && failure(`no turn was found from the end of the loop at ${hexWord(short.head)}`);
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

  /** Whether a path to a point has made fewer turns of a loop than there are, and cannot make more. */
  isCutShort({ byHead }: Turns, to: number): boolean {
    return this.loops.some(({ head, min, from }) => {
      const at = byHead.get(head);
      if (at === undefined || at.turn >= (at.count ?? min) || from.has(to)) return false;
      this.tools.trust.add('loop', head);
      return true;
    });
  }
}

function missing(head: number, root: number): Failure {
  return failure(`a turn of the loop at ${hexWord(head)} can be reached from ${hexWord(root)}, which is not listed`);
}

function numbers(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

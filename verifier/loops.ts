/**
 * Declared loops on a path: how often the head of each has executed since the loop was entered (docs/timing.md, Loops).
 *
 * It is entered at its head, or by the branches that are declared to enter it in its middle. If the path did not enter
 * it, any iteration is possible. What the declarations rule out is not followed.
 */
import { addTo, failure, type Failure, type Result } from '#basics';
import { hexWord, IS_FIXED_BRANCH, wordAt } from '#isa';
import type { Charge, Loop } from './certificate.ts';
import type { State, Tools } from './state.ts';

/** Farthest distance, in words, of a back edge from the loop head. */
const REACH = 255;
/** How much work it is to note one thing of what is known of loops. */
const WORK_OF_TURN = 8;

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
export interface PlacedLoop extends Omit<Loop, 'entries'> {
  readonly entries: ReadonlySet<number>;
  /** The points from which a turn can be reached without entering the loop. */
  readonly from: Set<number>;
}

export class Loops {
  protected readonly loops: readonly PlacedLoop[];
  /** Points from which any turn may be reached, since their paths are not followed. */
  private readonly open: ReadonlySet<number>;
  private readonly byPage = new Map<number, PlacedLoop[]>();
  private readonly byName = new Map<string, PlacedLoop[]>();

  constructor(protected readonly tools: Tools) {
    const { declarations, turns, open } = tools.certificate;
    const said = new Map(turns);
    this.open = new Set(open);
    this.loops = declarations.loops.map((loop) => ({
      ...loop,
      entries: new Set(loop.entries),
      from: new Set(said.get(loop.head)),
    }));
    for (const loop of this.loops) {
      addTo(this.byPage, loop.head >> 8, loop);
      if (loop.count !== undefined) addTo(this.byName, loop.count, loop);
    }
  }

  /**
   * What happens to loops when a path comes to a word.
   * @param jump the jump by which it comes
   * @param root the point from which it comes
   * @param isCounting false where only entries are of interest
   */
  arrive(
    turns: Turns,
    { address, next, jump: taken }: State,
    jump: number | undefined,
    root: number,
    isCounting: boolean,
  ): Result<readonly Turns[]> {
    let all: readonly Turns[] = [turns];
    for (const loop of this.near(address, taken)) {
      const { head, entries } = loop;
      const enter = (turn: number): void => {
        all = all.flatMap((each) => this.enter(each, loop, turn, isCounting));
      };
      const isPast = this.passes(loop, taken, next);
      if (taken !== undefined && isPast && entries.has(taken)) {
        this.tools.trust.add('loop entry', taken);
        enter(Number(address === head));
      } else if (address !== head) {
        if (isPast) all = all.map((each) => forget(each, loop));
      } else if (jump === undefined || jump < head || jump > head + REACH) enter(1);
      else {
        const isEntered = all.every(({ byHead }) => byHead.has(head));
        const fault = isEntered ? undefined : this.faultOfTurn(loop, root);
        if (fault !== undefined) return fault;
        if (isCounting) all = all.flatMap((each) => this.goRound(each, loop));
      }
    }
    return all;
  }

  /** The loops that a step can enter, go round or go past: their heads are in the page of its word or of its jump. */
  private near(address: number, jump = address): readonly PlacedLoop[] {
    const here = this.byPage.get(address >> 8) ?? [];
    return jump >> 8 === address >> 8 ? here : [...here, ...(this.byPage.get(jump >> 8) ?? [])];
  }

  /** Why a turn that is reached from a point without entering the loop contradicts the certificate. */
  protected faultOfTurn(loop: PlacedLoop, root: number): Failure | undefined {
    return this.isFrom(loop, root) ? undefined : missing(loop.head, root);
  }

  private isFrom({ from }: PlacedLoop, point: number): boolean {
    return from.has(point) || this.open.has(point);
  }

  /** Why a path from one point to another contradicts what the certificate says of the turns that follow. */
  faultOfEnd({ byHead }: Turns, root: number, to: number): Failure | undefined {
    const lost = this.loops.find((loop) => {
      return this.isFrom(loop, to) && !byHead.has(loop.head) && !this.isFrom(loop, root);
    });
    return lost && missing(lost.head, root);
  }

  /** Whether a branch from before a loop's head goes past it. If that is no declared entry, nothing is known then. */
  private passes({ head }: PlacedLoop, jump: number | undefined, target: number): boolean {
    return jump !== undefined && isBefore(this.tools.rom, jump, head) && target > head && target <= head + REACH;
  }

  private goRound(turns: Turns, { head, max }: PlacedLoop): readonly Turns[] {
    const at = turns.byHead.get(head);
    if (at === undefined) return [turns];
    if (at.turn >= (at.count ?? max)) return this.forbid(head);
    return [turnsOf(new Map(turns.byHead).set(head, { ...at, turn: at.turn + 1 }), turns.byName)];
  }

  private enter(
    turns: Turns,
    { head, min, max, count: name }: PlacedLoop,
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
    const least = Math.max(min, turn);
    if (least > max) return this.forbid(head);
    if (assumed?.by !== 'charge') {
      return this.counts(least, max, turns).map((value) =>
        entered(value, new Map(turns.byName).set(name, { value, by: 'loop' })),
      );
    }
    const { value } = assumed;
    if (value < least || value > max) return this.forbid(head);
    return [entered(value, new Map(turns.byName).set(name, { value, by: 'both' }))];
  }

  /** The counts that a path can assume, each in a copy of its turns; none if that is more work than may be done. */
  private counts(first: number, last: number, { byHead, byName }: Turns): number[] {
    const { work } = this.tools;
    const length = Math.max(0, last - first + 1);
    work.add(length * WORK_OF_TURN * (1 + byHead.size + byName.size));
    return work.isTooMuch ? [] : Array.from({ length }, (_, index) => first + index);
  }

  private forbid(head: number): readonly Turns[] {
    this.tools.trust.add('loop', head);
    return [];
  }

  /** What a charge pays, for each count for which it can be. */
  paid(turns: Turns, { cycles, count: name, factor = 0 }: Charge): readonly { turns: Turns; amount: number }[] {
    if (name === undefined) return [{ turns, amount: cycles }];
    const assumed = turns.byName.get(name);
    const named = this.byName.get(name) ?? [];
    const [least, most] = [Math.min(...named.map(({ min }) => min)), Math.max(...named.map(({ max }) => max))];
    const values = assumed?.by === 'loop' ? [assumed.value] : this.counts(least, most, turns);
    const by = assumed?.by === 'loop' ? 'both' : 'charge';
    return values.map((value) => ({
      turns: turnsOf(turns.byHead, new Map(turns.byName).set(name, { value, by })),
      amount: cycles + factor * value,
    }));
  }

  /** Whether a path to a point has made fewer turns of a loop than there are, and cannot make more. */
  isCutShort({ byHead }: Turns, to: number): boolean {
    return this.loops.some((loop) => {
      const { head, min } = loop;
      const at = byHead.get(head);
      if (at === undefined || at.turn >= (at.count ?? min) || this.isFrom(loop, to)) return false;
      this.tools.trust.add('loop', head);
      return true;
    });
  }
}

/** Whether a word is a near branch to a constant, before the head of a loop and in its page. */
export function isBefore(rom: Uint16Array, address: number, head: number): boolean {
  return address < head && address >> 8 === head >> 8 && IS_FIXED_BRANCH[wordAt(rom, address) >> 8] === 1;
}

/** Forgets a loop when a path goes past it, unless it has made too few turns: that must not be. */
function forget(turns: Turns, { head, min }: PlacedLoop): Turns {
  const at = turns.byHead.get(head);
  if (at === undefined || at.turn < (at.count ?? min)) return turns;
  return turnsOf(new Map([...turns.byHead].filter(([each]) => each !== head)), turns.byName);
}

function missing(head: number, root: number): Failure {
  return failure(`a turn of the loop at ${hexWord(head)} can be reached from ${hexWord(root)}, which is not listed`);
}

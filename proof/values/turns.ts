/**
 * How often a path has been round the declared loops that it is in, and which counts it has assumed.
 *
 * Part of a path's state, interned so that equal states are the same object.
 */

/** Where a path is in a loop. */
export interface Turn {
  /** Executions of the head since the loop was entered; 0 where it was entered in its middle. */
  readonly turn: number;
  /** How many there are, where the path has assumed it. */
  readonly count: number | undefined;
}

/** A count that a path has assumed, and whether a loop or a charge has used it: the other one can still do so. */
export interface AssumedCount {
  readonly value: number;
  readonly by: 'charge' | 'loop' | 'both';
}

export interface Turns {
  readonly id: number;
  readonly byHead: ReadonlyMap<number, Turn>;
  readonly byCount: ReadonlyMap<string, AssumedCount>;
}

/** Interns {@link Turns}. */
export class TurnsTable {
  private readonly byText = new Map<string, Turns>();
  readonly none: Turns = this.intern(new Map(), new Map());

  withTurn(turns: Turns, head: number, turn: number, count: number | undefined): Turns {
    return this.intern(new Map(turns.byHead).set(head, { turn, count }), turns.byCount);
  }

  withCount(turns: Turns, name: string, value: number, by: AssumedCount['by']): Turns {
    return this.intern(turns.byHead, new Map(turns.byCount).set(name, { value, by }));
  }

  without(turns: Turns, head: number): Turns {
    if (!turns.byHead.has(head)) return turns;
    const byHead = new Map(turns.byHead);
    byHead.delete(head);
    return this.intern(byHead, turns.byCount);
  }

  private intern(byHead: Turns['byHead'], byCount: Turns['byCount']): Turns {
    const heads = [...byHead]
      .sort(([a], [b]) => a - b)
      .map(([head, { turn, count = '' }]) => `${head},${turn},${count}`);
    const counts = [...byCount]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, { value, by }]) => `${name},${value},${by}`);
    const text = `${heads.join(';')}|${counts.join(';')}`;
    let turns = this.byText.get(text);
    if (turns === undefined) {
      turns = { id: this.byText.size, byHead, byCount };
      this.byText.set(text, turns);
    }
    return turns;
  }
}

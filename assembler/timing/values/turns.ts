/**
 * How often a path has been round the declared loops that it is in, and which counts it has assumed.
 *
 * Part of a path's state, interned so that equal states are the same object.
 */

export interface Turns {
  readonly id: number;
  /** Executions of the head since the loop was entered, by head. */
  readonly byHead: ReadonlyMap<number, number>;
  /** Values assumed for named counts. */
  readonly byCount: ReadonlyMap<string, number>;
}

/** Interns {@link Turns}. */
export class TurnsTable {
  private readonly byText = new Map<string, Turns>();
  readonly none: Turns = this.intern(new Map(), new Map());

  withTurn(turns: Turns, head: number, turn: number): Turns {
    return this.intern(new Map(turns.byHead).set(head, turn), turns.byCount);
  }

  withCount(turns: Turns, name: string, count: number): Turns {
    return this.intern(turns.byHead, new Map(turns.byCount).set(name, count));
  }

  without(turns: Turns, head: number): Turns {
    if (!turns.byHead.has(head)) return turns;
    const byHead = new Map(turns.byHead);
    byHead.delete(head);
    return this.intern(byHead, turns.byCount);
  }

  private intern(byHead: ReadonlyMap<number, number>, byCount: ReadonlyMap<string, number>): Turns {
    const heads = [...byHead].sort(([a], [b]) => a - b);
    const counts = [...byCount].sort(([a], [b]) => (a < b ? -1 : 1));
    const text = `${heads.join(';')}|${counts.join(';')}`;
    let turns = this.byText.get(text);
    if (turns === undefined) {
      turns = { id: this.byText.size, byHead, byCount };
      this.byText.set(text, turns);
    }
    return turns;
  }
}

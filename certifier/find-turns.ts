/** What a certificate says of loops: from which points a turn of each can be reached without entering it. */
import { Loops, type PlacedLoop, type Turns } from '#verifier';

/** Where a path from a point ends, and the loops that it has entered. */
interface Edge {
  readonly root: number;
  readonly to: number;
  readonly entered: Turns['byHead'];
}

/** Loops that note what the verifier compares. */
export class TurnFinder extends Loops {
  private edges: Edge[] = [];

  protected override faultOfTurn({ from }: PlacedLoop, root: number): undefined {
    from.add(root);
  }

  override faultOfEnd({ byHead }: Turns, root: number, to: number): undefined {
    if (this.areAny) this.edges.push({ root, to, entered: byHead });
  }

  get areAny(): boolean {
    return this.loops.length > 0;
  }

  startAgain(): void {
    this.edges = [];
    for (const { from } of this.loops) from.clear();
  }

  /** @param open points whose paths are not followed: any turn may be reached from there */
  list(open: Iterable<number>): readonly (readonly [head: number, from: readonly number[]])[] {
    for (const point of open) for (const { from } of this.loops) from.add(point);
    for (let isChanged = true; isChanged;) {
      isChanged = false;
      for (const { root, to, entered } of this.edges) {
        for (const { head, from } of this.loops) {
          if (!from.has(to) || entered.has(head) || from.has(root)) continue;
          from.add(root);
          isChanged = true;
        }
      }
    }
    return this.loops.map(({ head, from }) => [head, [...from]]);
  }
}

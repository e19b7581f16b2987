/** From each point, the loops that execution can be in a turn of without having entered them. */
import type { Turns } from './loops.ts';

/** Where a path of a root ends, and the loops that it has entered. */
interface Edge {
  readonly root: string;
  readonly to: string;
  readonly entered: Turns['byHead'];
}

export class FreeTurns {
  private readonly byRoot = new Map<string, Set<number>>();
  private edges: Edge[] = [];

  clear(): void {
    this.byRoot.clear();
    this.edges = [];
  }

  /** The heads of these loops, from a point on; they can be added to. */
  of(root: string): Set<number> {
    const heads = this.byRoot.get(root) ?? new Set();
    this.byRoot.set(root, heads);
    return heads;
  }

  add(edge: Edge): void {
    this.edges.push(edge);
  }

  /** Adds what paths reach beyond their ends. */
  close(): void {
    for (let isChanged = true; isChanged;) {
      isChanged = false;
      for (const { root, to, entered } of this.edges) {
        const heads = this.of(root);
        const { size } = heads;
        for (const head of this.of(to)) if (!entered.has(head)) heads.add(head);
        isChanged ||= heads.size > size;
      }
    }
  }
}

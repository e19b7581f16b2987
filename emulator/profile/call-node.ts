/** The tree of calls, and the calls in progress. */
import type { ZeroPageOffset } from '#basics';

/** A region below the calls that led to it. */
export class CallNode {
  /** Cycles in the region itself. */
  cycles = 0;
  /** Times that it was called or entered. */
  arrivals = 0;
  readonly children = new Map<number, CallNode>();

  /** @param region its number; undefined for a root */
  constructor(
    readonly region: number | undefined,
    readonly parent: CallNode | undefined,
  ) {}

  child(region: number): CallNode {
    const known = this.children.get(region);
    if (known !== undefined) return known;
    const made = new CallNode(region, this);
    this.children.set(region, made);
    return made;
  }
}

/** A call in progress: the node to come back to, and the cell with the return address. */
export interface OpenCall {
  readonly caller: CallNode;
  readonly base: CallNode;
  readonly cell: ZeroPageOffset;
}

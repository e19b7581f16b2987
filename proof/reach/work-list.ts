/**
 * The order in which the fixpoint follows points: new ones at once, changed ones in sweeps over the program.
 *
 * A sweep goes through the points in reverse post-order, so that a point is followed again only when what all ways to
 * it bring has come together. Taking the last point first would need ten times as many steps for the engine.
 */
import type { Point } from './points.ts';

/** The points on one side of the handler that are to be followed. */
export class WorkList {
  private readonly fresh: Point[] = [];
  /** How many points wait to be followed again. */
  private waiting = 0;
  /** The points through which the sweep goes, and how far it has come. */
  private order: readonly Point[] = [];
  private at = 0;
  /** How many points there were when they were ordered. */
  private ordered = 0;

  /**
   * @param points all points so far; grows while the program is followed
   * @param inHandler on which side of the handler the points of this list are
   */
  constructor(
    private readonly points: readonly Point[],
    private readonly inHandler: boolean,
  ) {}

  /** A new point, which waits to be followed for the first time. */
  add(point: Point): void {
    this.fresh.push(point);
  }

  /** A point that is to be followed again. */
  repeat(point: Point): void {
    if (point.waiting) return;
    point.waiting = true;
    this.waiting++;
  }

  /** The point to follow next. */
  take(): Point | undefined {
    const fresh = this.fresh.pop();
    if (fresh !== undefined) {
      fresh.waiting = false;
      return fresh;
    }
    if (this.waiting === 0) return undefined;
    for (;;) {
      const point = this.order[this.at++];
      if (point === undefined) this.beginSweep();
      else if (point.waiting) {
        point.waiting = false;
        this.waiting--;
        return point;
      }
    }
  }

  private beginSweep(): void {
    this.at = 0;
    if (this.ordered === this.points.length) return;
    this.ordered = this.points.length;
    this.order = reversePostOrder(this.points).filter((point) => point.inHandler === this.inHandler);
  }
}

/** The points in an order in which each comes before those that follow it, except in loops. */
function reversePostOrder(points: readonly Point[]): readonly Point[] {
  const order: Point[] = [];
  const isOpen = new Uint8Array(points.length);
  /** How many followers of each point were visited. */
  const visited = new Uint32Array(points.length);
  const stack: Point[] = [];
  const open = (point: Point): void => {
    if (isOpen[point.index] === 1) return;
    isOpen[point.index] = 1;
    stack.push(point);
  };
  for (const start of points) {
    open(start);
    for (let point = stack.at(-1); point !== undefined; point = stack.at(-1)) {
      const at = visited[point.index] ?? 0;
      const follower = point.followers[at];
      visited[point.index] = at + 1;
      if (follower !== undefined) open(follower);
      else {
        order.push(point);
        stack.pop();
      }
    }
  }
  return order.reverse();
}

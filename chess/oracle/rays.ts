/**
 * Plain chess geometry by file and rank: rays and steps, and what they meet.
 *
 * Coordinates run from -2 to 9, so that edge guards (-1 and 8) and knights' targets off the board have
 * their own. Nothing here knows square numbers, which keeps the oracle apart from what it checks.
 */

/** North is rank + 1, east is file + 1. */
export const COMPASS = {
  n: [0, 1],
  ne: [1, 1],
  e: [1, 0],
  se: [1, -1],
  s: [0, -1],
  sw: [-1, -1],
  w: [-1, 0],
  nw: [-1, 1],
} as const satisfies Record<string, readonly [number, number]>;

export type CompassPoint = keyof typeof COMPASS;

export const COMPASS_POINTS = Object.keys(COMPASS) as CompassPoint[];

export const KNIGHT_STEPS: readonly (readonly [number, number])[] = [
  [1, 2],
  [2, 1],
  [2, -1],
  [1, -2],
  [-1, -2],
  [-2, -1],
  [-2, 1],
  [-1, 2],
];

export interface Point {
  readonly file: number;
  readonly rank: number;
}

export function onBoard({ file, rank }: Point): boolean {
  return file >= 0 && file < 8 && rank >= 0 && rank < 8;
}

/** Whether a point belongs to the ring of edge guards. */
export function onRing({ file, rank }: Point): boolean {
  return !onBoard({ file, rank }) && file >= -1 && file <= 8 && rank >= -1 && rank <= 8;
}

export function stepped({ file, rank }: Point, [files, ranks]: readonly [number, number]): Point {
  return { file: file + files, rank: rank + ranks };
}

/** The first occupied square or guard that a ray from `start` meets. */
export function firstMet(start: Point, direction: CompassPoint, isOccupied: (point: Point) => boolean): Point {
  let point = stepped(start, COMPASS[direction]);
  while (onBoard(point) && !isOccupied(point)) point = stepped(point, COMPASS[direction]);
  return point;
}

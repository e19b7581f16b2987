/** The pairs (address, next) that execution can reach, while a program is being followed. */
import { ROM_WORDS } from '#isa';
import { AddressTable } from '../contract/address-table.ts';
import type { Known } from '../values/known.ts';

/** A pair that execution can reach, whose values are still being computed. */
export interface Point extends Known {
  readonly index: number;
  readonly address: number;
  readonly next: number;
  readonly inHandler: boolean;
  /** Whether only an unresolved jump of the handler may lead here: what is known here matters only for stores. */
  readonly isStray: boolean;
  followers: Point[];
  /** The followers again, where they are many. */
  manyFollowers: Set<Point> | undefined;
  /** Whether it is to be followed again. */
  waiting: boolean;
  /** Another pair with the same address, on the same side of the handler. */
  readonly beside: Point | undefined;
}

/** Shared by points without followers: most get only one, and a list that grows from empty reserves room for many. */
const NONE: Point[] = [];
/** Up to this many followers, a search through the list is faster than a set. */
const FEW = 8;

/** All points, found by what they are. */
export class PointTable {
  readonly points: Point[] = [];
  /** The newest point of each address, those of the handler from 65,536 on; mostly the only one. */
  private readonly newest = new AddressTable<Point>();

  constructor(private readonly isStray = false) {}

  find(address: number, next: number, inHandler: boolean): Point | undefined {
    let point = this.newest.get(placeOf(address, inHandler));
    while (point !== undefined && point.next !== next) point = point.beside;
    return point;
  }

  /** A new point, which is yet to be followed. */
  add(address: number, next: number, inHandler: boolean, { ac, y, pairs, cells }: Known): Point {
    const place = placeOf(address, inHandler);
    const point = {
      index: this.points.length,
      address,
      next,
      inHandler,
      isStray: this.isStray,
      ac,
      y,
      pairs,
      cells,
      followers: NONE,
      manyFollowers: undefined,
      waiting: true,
      beside: this.newest.get(place),
    };
    this.newest.set(place, point);
    this.points.push(point);
    return point;
  }
}

function placeOf(address: number, inHandler: boolean): number {
  return inHandler ? address + ROM_WORDS : address;
}

export function addFollower(from: Point, point: Point): void {
  const { followers } = from;
  if (followers.length === 0) {
    from.followers = [point];
    return;
  }
  if (followers.length <= FEW) {
    if (!followers.includes(point)) followers.push(point);
    return;
  }
  from.manyFollowers ??= new Set(followers);
  if (from.manyFollowers.size === from.manyFollowers.add(point).size) return;
  followers.push(point);
}

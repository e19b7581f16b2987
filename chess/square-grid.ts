/**
 * Square numbers and what they mean: the board, the ring of edge guards, and the outer ring that knights reach.
 *
 * A number is a1 + file · fileStep + rank · rankStep. Off the board different (file, rank) pairs can
 * share a number (the right-hand guard of a rank and the outer left of the next); the nearer meaning
 * wins, so a number is a guard whenever it can be one.
 */
import { hexByte, type SquareNumber, type SquareNumbering } from '#basics';

import type { Direction, Place, SquareRef } from './decoded.ts';

/** The eight directions, clockwise from north. */
export const DIRECTIONS: readonly Direction[] = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'];

export function opposite(direction: Direction): Direction {
  return DIRECTIONS[(DIRECTIONS.indexOf(direction) + 4) % 8] ?? direction;
}

export function isDirection(text: string): text is Direction {
  return (DIRECTIONS as readonly string[]).includes(text);
}

export class SquareGrid {
  /** a1, b1 … h8. */
  readonly board: readonly SquareNumber[];
  /** The ring around the board, ascending. */
  readonly guards: readonly SquareNumber[];
  private readonly refs = new Map<number, SquareRef>();

  constructor(private readonly numbering: SquareNumbering) {
    this.board = this.claim(0, 'board');
    this.guards = this.claim(1, 'guard').sort((a, b) => a - b);
    this.claim(2, 'beyond');
  }

  /** What a number means; never fails. */
  ref(number: SquareNumber): SquareRef {
    return this.refs.get(number) ?? { number, place: 'nowhere', name: null };
  }

  place(number: SquareNumber): Place {
    return this.ref(number).place;
  }

  /** How far apart two adjacent squares' numbers are. */
  step(direction: Direction): number {
    const { fileStep, rankStep } = this.numbering;
    const files = direction.includes('e') ? fileStep : direction.includes('w') ? -fileStep : 0;
    const ranks = direction.startsWith('n') ? rankStep : direction.startsWith('s') ? -rankStep : 0;
    return files + ranks;
  }

  /** What sentences call a square: `e4`, or its number if it is off the board. */
  label(number: SquareNumber): string {
    return this.ref(number).name ?? hexByte(number);
  }

  private claim(margin: number, place: Place): SquareNumber[] {
    const claimed: number[] = [];
    for (let rank = -margin; rank < 8 + margin; rank++) {
      for (let file = -margin; file < 8 + margin; file++) {
        const number = this.numbering.a1 + file * this.numbering.fileStep + rank * this.numbering.rankStep;
        if (this.refs.has(number)) continue;
        const name = place === 'board' ? 'abcdefgh'.charAt(file) + String(rank + 1) : null;
        this.refs.set(number, { number, place, name });
        claimed.push(number);
      }
    }
    return claimed;
  }
}

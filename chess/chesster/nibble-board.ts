/** A board of 64 nibbles, as chesster keeps it: entry 0 is a8, entry 63 is h1, each a piece of four bits. */
import type { PlainPiece } from '../plain-piece.ts';
import { chessterSquareName, nibbleOfPiece, pieceOfNibble } from './coding.ts';

/** Which half of a byte holds the first of its two squares. */
export type NibbleOrder = 'low-first' | 'high-first';

interface NibbleSquare {
  readonly name: string;
  /** 0..15. */
  readonly nibble: number;
  /** Null where the square is empty or the nibble is not a piece. */
  readonly piece: PlainPiece | null;
  /** What is wrong with the nibble; null if nothing is. */
  readonly problem: string | null;
}

export const NIBBLE_BOARD_BYTES = 32;

/** The squares that 32 bytes hold, a8 first; missing bytes count as 0. */
export function readNibbleBoard(bytes: ArrayLike<number>, order: NibbleOrder): NibbleSquare[] {
  return Array.from({ length: 64 }, (_, number) => {
    const low = (number & 1) === (order === 'low-first' ? 0 : 1);
    const nibble = ((bytes[number >> 1] ?? 0) >> (low ? 0 : 4)) & 15;
    const piece = pieceOfNibble(nibble);
    const name = chessterSquareName(number);
    const problem = piece === undefined ? `${name} holds the nibble ${nibble}, which is not a piece.` : null;
    return { name, nibble, piece: piece ?? null, problem };
  });
}

/** The 32 bytes of a board of 64 pieces, a8 first. */
export function nibbleBoardBytes(pieces: readonly (PlainPiece | null)[], order: NibbleOrder): number[] {
  const nibble = (number: number): number => nibbleOfPiece(pieces[number] ?? null);
  return Array.from({ length: NIBBLE_BOARD_BYTES }, (_, index) => {
    const [first, second] = [nibble(2 * index), nibble(2 * index + 1)];
    return order === 'low-first' ? first | (second << 4) : (first << 4) | second;
  });
}

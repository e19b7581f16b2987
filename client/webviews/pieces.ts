/**
 * Pictures of the chess pieces: plain outlines in a box of 40 × 40, filled by side through the style sheet. And texts
 * on pieces and squares.
 */
import { hexByte } from '#basics';
import { fenLetter, type Geometry, type PieceRef, type SquareRef } from '#chess';
import { element, svg } from './dom.ts';

const BASE = 'M9 35 V31 H31 V35 Z';

/** Outlines by kind, drawn in order; our own shapes, designed to be distinct at 20 pixels. */
const OUTLINES: Readonly<Record<string, readonly string[]>> = {
  pawn: ['M15 31 C18 26 18 24 17 20 H14 V17.5 H26 V20 H23 C22 24 22 26 25 31 Z', 'M20 7 A5.5 5.5 0 1 1 19.9 7 Z', BASE],
  rook: ['M13 31 L14 15 H26 L27 31 Z', 'M11 15 V6 H15 V9 H18 V6 H22 V9 H25 V6 H29 V15 Z', BASE],
  knight: [
    'M13 31 C13 24 17 22 18 18 L12 21 L9 18 L15 10 L17 5 L20 8 C28 9 30 18 28 31 Z',
    'M17 12 A1 1 0 1 1 16.9 12 Z',
    BASE,
  ],
  bishop: [
    'M14 31 C17 28 17 27 16 24 C9 18 15 11 20 7 C25 11 31 18 24 24 C23 27 23 28 26 31 Z',
    'M20 3 A2 2 0 1 1 19.9 3 Z',
    'M21 18 L24 12',
    BASE,
  ],
  queen: ['M12 31 L8 12 L14 20 L15 8 L20 19 L25 8 L26 20 L32 12 L28 31 Z', 'M20 4 A2 2 0 1 1 19.9 4 Z', BASE],
  king: [
    'M14 31 C7 22 9 14 16 15 C18 15 20 18 20 20 C20 18 22 15 24 15 C31 14 33 22 26 31 Z',
    'M18.7 13 V9 H15 V6.5 H18.7 V3 H21.3 V6.5 H25 V9 H21.3 V13 Z',
    BASE,
  ],
};

/** A picture of the piece; a kind without a picture shows its first letter. */
export function pieceImage(kind: string, side: string): SVGElement {
  const outlines = OUTLINES[kind];
  const attributes = { viewBox: '0 0 40 40', class: `piece ${side}`, 'aria-hidden': 'true', focusable: 'false' };
  if (outlines) return svg('svg', attributes, ...outlines.map((d) => svg('path', { d })));
  const letter = svg('text', { x: '20', y: '28', 'text-anchor': 'middle', 'font-size': '22' });
  letter.textContent = kind.charAt(0).toUpperCase();
  return svg('svg', attributes, letter);
}

/** What is written on a square: the rank's number on the a-file, and the file's letter on the first rank. */
export function coordinates(square: string): HTMLElement[] {
  const marks: HTMLElement[] = [];
  if (square.startsWith('a')) marks.push(element('span', { class: 'rank', 'aria-hidden': 'true' }, square.charAt(1)));
  if (square.endsWith('1')) marks.push(element('span', { class: 'file', 'aria-hidden': 'true' }, square.charAt(0)));
  return marks;
}

/** `e4`, `guard $1c`, `$07`. */
export function squareText(square: SquareRef): string {
  if (square.name !== null) return square.name;
  return square.place === 'guard' ? `guard ${hexByte(square.number)}` : hexByte(square.number);
}

/** The squares of a board in rows, the highest rank first; file and rank count from 0. */
export function squareGrid<T>(side: 4 | 8, make: (name: string, file: number, rank: number) => T): T[][] {
  const numbers = Array.from({ length: side }, (_, number) => number);
  return numbers
    .toReversed()
    .map((rank) => numbers.map((file) => make('abcdefgh'.charAt(file) + String(rank + 1), file, rank)));
}

/** Numbers and names of the squares of a program's chess board; none where squares are not numbered. */
export function boardSquares(geometry: Geometry | null): (readonly [number: number, name: string])[] {
  if (!geometry) return [];
  const { a1, fileStep, rankStep } = geometry;
  return Array.from({ length: 64 }, (_, at) => {
    const [file, rank] = [at & 7, at >> 3];
    return [a1 + file * fileStep + rank * rankStep, 'abcdefgh'.charAt(file) + String(rank + 1)] as const;
  });
}

/** `white queen`. */
export function pieceText(piece: PieceRef): string {
  return `${piece.side} ${piece.kind}`;
}

/** `Q`, `n`; `?` for a kind without a letter. */
export function pieceLetter(piece: PieceRef): string {
  const letter = fenLetter(piece.kind, piece.side);
  return letter === '1' ? '?' : letter;
}

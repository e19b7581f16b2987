/** Positions of chess and of Octad that are known to be good. */
import { parseFen, parseOfen, type OctadPosition, type PlainPosition } from '#chess';
import { good } from '#test/good.ts';

/** A position with all kinds of moves, in which errors show early. */
export const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';

/** The number of a square: `a1` is 0, `b1` is 1 … `h8` is 63. */
export const squareIndex = (name: string): number =>
  'abcdefgh'.indexOf(name.charAt(0)) + 8 * (Number(name.charAt(1)) - 1);

/** The name of a square, `a1` for 0. */
export const squareNamed = (index: number): string => `${'abcdefgh'.charAt(index & 7)}${(index >> 3) + 1}`;

export const position = (fen: string): PlainPosition => good(parseFen(fen));
export const octadPosition = (ofen: string): OctadPosition => good(parseOfen(ofen));

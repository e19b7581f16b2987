/** A piece by what it is, apart from how a program codes it. */

export type Side = 'white' | 'black';

/** All kinds, the most valuable first. */
export const PLAIN_KINDS = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'] as const;

export type PlainKind = (typeof PLAIN_KINDS)[number];

export interface PlainPiece {
  readonly kind: PlainKind;
  readonly side: Side;
}

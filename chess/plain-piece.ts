/** A piece by what it is, apart from how a program codes it. Types only. */

export type Side = 'white' | 'black';

export type PlainKind = 'king' | 'queen' | 'rook' | 'bishop' | 'knight' | 'pawn';

export interface PlainPiece {
  readonly kind: PlainKind;
  readonly side: Side;
}

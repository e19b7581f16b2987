/** Hover texts for the elements of several bytes. */

const ELEMENT_HELP: ReadonlyMap<string, string> = new Map([
  [
    'bitboard64',
    'a chess board of 64 bits, eight bytes: a1 is bit 0, h8 is bit 63. The lowest byte comes first unless `order=highest-first`',
  ],
  [
    'bitboard16',
    'an Octad board of 16 bits, two bytes: a1 is the highest bit, d4 the lowest. The byte with a1 comes first unless `order=lowest-first`',
  ],
  [
    'nibble-board',
    'a board of 64 nibbles, 32 bytes: a8 is the first, h1 the last, each twice the kind and one more for black. The lower half of a byte comes first unless `order=high-first`',
  ],
  ['move-word', 'a move in 20 bits: from (6), to (6), type (4), piece (4). The lowest byte comes first'],
  [
    'turn-word',
    'a turn in 30 bits: castling rights (4), who has castled (2), captured piece (4), and the move word. The lowest byte comes first',
  ],
  [
    'zobrist-index',
    'an index of a Zobrist table, two bytes: 0 to 767 a piece on a square, 768 black to move, 769 to 772 castling, 773 to 780 en passant',
  ],
  [
    'octad-state',
    'the state of an Octad game, 74 bytes: 18 bitboards, en passant, two check flags, two words of castling rights',
  ],
]);

/** What a value of `element=` is; undefined for one of a byte, or an unknown one. */
export function elementHelp(element: string): string | undefined {
  return ELEMENT_HELP.get(element);
}

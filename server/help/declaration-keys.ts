/**
 * The words `key=value` that directives take, with the values that have a meaning.
 *
 * Declarations of RAM take any key (it goes into the debug information); those listed are the ones that
 * the decoders of the debugger's views know. docs/language.md explains them.
 */

/** A value is one of a list, or names something that the program declares. */
export type KeyValues = readonly string[] | 'set' | 'zero-page' | 'loop-count';

type Keys = Readonly<Record<string, KeyValues>>;

const ENTRIES: Keys = {
  index: ['square', 'piece', 'ply', 'number', 'set', 'colour'],
  element: [
    'piece',
    'square',
    'slider-set',
    'leaper-set',
    'piece-link',
    'attack-bit',
    'colour',
    'castling',
    'move-word',
    'turn-word',
    'bitboard64',
    'bitboard16',
    'nibble-board',
    'zobrist-index',
    'octad-state',
    'address',
    'byte',
  ],
  set: 'set',
  side: ['white', 'black'],
  direction: ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'],
  link: ['next', 'previous'],
  role: ['cursor', 'en-passant', 'side-to-move', 'selected', 'free-slots', 'next-turn'],
  order: ['lowest-first', 'highest-first', 'low-first', 'high-first'],
  external: ['yes'],
};

const BY_DIRECTIVE: Readonly<Record<string, Keys>> = {
  squares: { a1: [], file: [], rank: [] },
  pieces: { empty: [], guard: [], black: [] },
  timing: { account: 'zero-page', slack: [], line: ['200'], hsync: ['24'], vsync: ['8'], frame: ['521'] },
  charged: { cycles: [], count: 'loop-count', factor: [] },
  loop: { name: [] },
};

/** What the elements of several bytes are, for hovers. */
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
    'the state of an Octad game, 74 bytes: 18 bitboards, en passant, two flags of check, two words of castling rights',
  ],
]);

/** What a value of `element=` is; undefined for one of a byte, or an unknown one. */
export function elementHelp(element: string): string | undefined {
  return ELEMENT_HELP.get(element);
}

/** The keys of a directive, by its name without the dot. */
export function keysOf(directive: string): Keys {
  return BY_DIRECTIVE[directive] ?? ENTRIES;
}

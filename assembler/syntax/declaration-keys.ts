/**
 * The `key=value` pairs that directives take, with the values that have a meaning.
 *
 * Declarations of RAM take any key and value (they go into the debug information); those listed are the ones that
 * the decoders of the debugger's views know, by which misspelt ones are found. docs/language.md explains them.
 */
import { words } from '#basics';

/** A value is one of a list, or names something that the program declares. An empty list allows anything. */
export type KeyValues = readonly string[] | 'set' | 'zero-page' | 'loop-count';

type Keys = Readonly<Record<string, KeyValues>>;

const ORDERS = ['lowest-first', 'highest-first', 'low-first', 'high-first'];

const ENTRIES: Keys = {
  index: ['square', 'piece', 'ply', 'number', 'set', 'colour'],
  element: words(
    'piece square slider-set leaper-set piece-link attack-bit colour castling move-word turn-word address',
    'score kind set byte bitboard64 bitboard16 nibble-board zobrist-index octad-state',
  ),
  set: 'set',
  side: ['white', 'black'],
  direction: ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'],
  link: ['next', 'previous'],
  role: words(
    'cursor en-passant side-to-move selected free-slots next-turn ply from to mover placed node-side',
    'level thinking',
  ),
  external: ['yes'],
  order: ORDERS,
  high: ['first'],
  bank: ['1', '2', '3'],
  ply: [],
  search: [],
  cell: [],
  over: 'zero-page',
  signed: ['yes'],
  keys: [],
  from: [],
};

const BY_DIRECTIVE: Readonly<Record<string, Keys>> = {
  squares: { a1: [], file: [], rank: [] },
  pieces: { empty: [], guard: [], black: [] },
  timing: { account: 'zero-page', slack: [], line: ['200'], hsync: ['24'], vsync: ['8'], frame: ['521'] },
  charged: { cycles: [], count: 'loop-count', factor: [] },
  loop: { name: [] },
  test: { times: [], seed: [], limit: [] },
};

/** The keys of a directive, by its name without the dot. */
export function keysOf(directive: string): Keys {
  return BY_DIRECTIVE[directive] ?? ENTRIES;
}

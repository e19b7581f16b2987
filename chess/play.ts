/**
 * What a program declares for whoever plays against it: position, game and search, whether it thinks, its level, and the
 * keys by which a position or a level is entered.
 *
 *     .row level, 0..0 at $074f element=byte role=level from=1 keys="digit Escape"
 *     .row thinking, 0..0 at $0795 element=byte role=thinking
 *     .row position, 0..63 at $0700 element=byte fen=board keys="s x fen Enter" …
 *
 * `keys` are the names of keys in their order; `fen` and `digit` stand for what is entered.
 */
import { decodeBoard } from './decode-board.ts';
import { createContext } from './decode-context.ts';
import { decodeGame } from './decode-game.ts';
import { decodeOctadBoard } from './decode-octad-board.ts';
import { decodeSearch } from './decode-search.ts';
import type { MemoryReader, ProgramDeclarations, TableDeclaration } from './declarations.ts';
import type { DecodedTables } from './decoded.ts';

/** How strong the program plays. */
export interface PlayLevel {
  /** As the program shows it. */
  readonly level: number;
  /** `digit`: a digit is typed; `next`: a key goes to the next one; null: it cannot be changed by keys. */
  readonly entered: 'digit' | 'next' | null;
}

export interface DecodedPlay {
  /** Board, game and search, and nothing else. */
  readonly tables: DecodedTables;
  /** Null if the program does not say. */
  readonly thinking: boolean | null;
  readonly level: PlayLevel | null;
  /** Whether a position can be entered by keys. */
  readonly takesPosition: boolean;
}

export function declaresBoard({ tables }: Pick<ProgramDeclarations, 'tables'>): boolean {
  return tables.some(({ index, element }) => (index === 'square' && element === 'piece') || element === 'octad-state');
}

/** What is declared, as it is in `memory` now. Never throws, whatever the bytes. */
export function decodePlay(memory: MemoryReader, declarations: ProgramDeclarations): DecodedPlay {
  const context = createContext(memory, declarations);
  const search = decodeSearch(context);
  const thinking = byRole(declarations, 'thinking');
  return {
    tables: {
      geometry: declarations.squares,
      board: decodeBoard(context, search) ?? decodeOctadBoard(context),
      attackMaps: [],
      pieceLists: null,
      neighbours: null,
      game: decodeGame(context),
      search,
      bits: [],
      oracle: null,
      problems: context.problems.sentences(),
    },
    thinking: thinking === undefined ? null : memory.read(thinking.address) !== 0,
    level: levelOf(memory, declarations),
    takesPosition: positionKeys(declarations, '') !== undefined,
  };
}

/** Fields of a FEN that a program takes: pieces, side, castling, en passant. */
const FIELDS = 4;

/** The keys that enter a FEN, in their order; undefined if the program declares none. */
export function positionKeys({ tables }: ProgramDeclarations, fen: string): readonly string[] | undefined {
  const table = tables.find(({ attributes }) => attributes['fen'] === 'board');
  const typed = fen.trim().split(/\s+/).slice(0, FIELDS).join(' ');
  return table && keysOf(table)?.flatMap((key) => (key === 'fen' ? [...typed] : [key]));
}

/** The keys that choose a level, 0 to 9, or the next one; undefined if the program declares none. */
export function levelKeys(declarations: ProgramDeclarations, level: number): readonly string[] | undefined {
  const table = byRole(declarations, 'level');
  return table && keysOf(table)?.map((key) => (key === 'digit' ? String(level) : key));
}

function levelOf(memory: MemoryReader, declarations: ProgramDeclarations): PlayLevel | null {
  const table = byRole(declarations, 'level');
  if (table === undefined) return null;
  const keys = keysOf(table);
  const level = memory.read(table.address) + Number(table.attributes['from'] ?? 0);
  if (keys === undefined) return { level, entered: null };
  return { level, entered: keys.includes('digit') ? 'digit' : 'next' };
}

function byRole({ tables }: ProgramDeclarations, role: string): TableDeclaration | undefined {
  return tables.find(({ attributes }) => attributes['role'] === role);
}

function keysOf({ attributes }: TableDeclaration): readonly string[] | undefined {
  return attributes['keys']?.split(' ');
}

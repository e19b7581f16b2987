/**
 * The search of a program that thinks: what each node keeps in its frame, ply by ply, and what the search reports.
 *
 * Tables declare what they are by `search=NAME`. With `index=ply` they hold a value for each ply, the root's first;
 * otherwise they are variables. A score is two bytes with `element=score`: 128 times a signed high byte, plus seven
 * bits, lowest first unless `high=first` is declared. `cell=NAME` names the bytes of the zero page where the node being
 * searched has the value, before it goes into a frame.
 */
import type { DecodeContext } from './decode-context.ts';
import type { SearchMove, SearchPly, SearchTables, SearchValue } from './decoded.ts';
import type { Table } from './declared-tables.ts';
import { placementFen } from './fen-board.ts';
import { PLAIN_KINDS, type PlainPiece } from './plain-piece.ts';

/** Names of a ply's moves; the others are values. */
const MOVES = ['from', 'to', 'promotion', 'best-from', 'best-to', 'best-promotion'];
/** Letters of promotions by half the piece code, as in a position buffer (king 1 … pawn 6). */
const PROMOTIONS = ['', '', 'q', 'r', 'b', 'n', ''];
/** Bytes of a move of the principal variation: from, to, promotion. */
const MOVE_BYTES = 3;

/** What the search is doing; null if the program declares no search. */
export function decodeSearch(context: DecodeContext): SearchTables | null {
  const tables = context.tables.with('search');
  if (tables.length === 0) return null;
  const find = (name: string): Table | undefined => tables.find((table) => nameOf(table) === name && !isOfPly(table));
  const number = (name: string): number | null => {
    const table = find(name);
    return table === undefined ? null : valueOf(table, table.first);
  };
  const ply = number('ply');
  return {
    ply,
    nodes: number('nodes'),
    frames: number('frames'),
    depth: number('done'),
    selectiveDepth: number('selective'),
    score: number('score'),
    worth: worthOf(number('score'), find('score')),
    hash: hashUse(tables.filter((table) => nameOf(table) === 'hash')),
    root: rootOf(context),
    line: lineOf(context, find('pv'), number('pv-length')),
    plies: pliesOf(context, tables.filter(isOfPly), ply ?? 0),
  };
}

/** Scores further from that of a mate than this, in plies, are no mates. */
const LONGEST_MATE = 100;

/** @param table with `pawn`: the units of a pawn; `mate`: the score of a mate at once, less one for each ply before it */
function worthOf(score: number | null, table: Table | undefined): string {
  const { pawn, mate } = table?.attributes ?? {};
  if (score === null || pawn === undefined) return `${score ?? ''}`;
  const plies = Number(mate) - Math.abs(score);
  if (plies <= LONGEST_MATE) return `${score > 0 ? 'mate' : 'mated'} in ${Math.ceil(plies / 2)}`;
  // Cut off, not rounded, so that a program that shows fewer digits shows the same ones.
  return `${score < 0 ? '' : '+'}${(Math.trunc((100 * score) / Number(pawn)) / 100).toFixed(2)}`;
}

function nameOf({ attributes }: Table): string {
  return attributes['search'] ?? '';
}

function isOfPly({ index }: Table): boolean {
  return index === 'ply';
}

/** An entry as a number: a score with its sign, everything else lowest byte first. */
function valueOf(table: Table, index: number): number | null {
  if (table.element === 'score') return scoreAt(table, index);
  // A variable of several bytes is an array of them in the declaration.
  if (isOfPly(table)) return table.readNumber(index) ?? null;
  let value = 0;
  for (let byte = table.last; byte >= table.first; byte--) value = 256 * value + (table.read(byte) ?? 0);
  return value;
}

function scoreAt(table: Table, index: number): number {
  const word = isOfPly(table)
    ? (table.readNumber(index) ?? 0)
    : (table.read(table.first) ?? 0) + 256 * (table.read(table.first + 1) ?? 0);
  return scoreOf(word, table);
}

/** The score in a word of two bytes, the first of which is the word's low byte. */
function scoreOf(word: number, { attributes }: Table): number {
  const [low, high] = attributes['high'] === 'first' ? [word >> 8, word & 0xff] : [word & 0xff, word >> 8];
  return 128 * ((high << 24) >> 24) + low;
}

/** The plies down to the current node, the root first; without that node if its values are not declared. */
function pliesOf(context: DecodeContext, tables: readonly Table[], count: number): SearchPly[] {
  const length = Math.max(0, ...tables.map(({ first, last }) => last - first + 1));
  const at = (name: string, ply: number): number | null => {
    const table = tables.find((candidate) => nameOf(candidate) === name);
    return table === undefined ? null : valueOf(table, table.first + ply);
  };
  const values = tables.filter((table) => !MOVES.includes(nameOf(table)));
  const best = (ply: number): SearchMove | null =>
    moveOf(context, at('best-from', ply), at('best-to', ply), at('best-promotion', ply));
  const plies = Array.from({ length: Math.min(count, length) }, (_, ply) => ({
    ply,
    move: moveOf(context, at('from', ply), at('to', ply), at('promotion', ply)),
    best: best(ply),
    values: values.map((table) =>
      searchValue(context, table, `${table.name}[${table.first + ply}]`, valueOf(table, table.first + ply) ?? 0),
    ),
  }));
  const present = values.flatMap((table) => presentValue(context, table) ?? []);
  if (plies.length === 0 || count >= length || present.length < values.length) return plies;
  return [...plies, { ply: count, move: null, best: best(count), values: present }];
}

/** The value that the current node has in the cell that a field names; undefined if it names none. */
function presentValue(context: DecodeContext, table: Table): SearchValue | undefined {
  const { cell = '' } = table.attributes;
  const address = context.valueOf(cell);
  if (address === undefined) return undefined;
  const word = context.byteAt(address) + (table.size > 1 ? 256 * context.byteAt(address + 1) : 0);
  return searchValue(context, table, cell, table.element === 'score' ? scoreOf(word, table) : word);
}

function searchValue(context: DecodeContext, table: Table, place: string, word: number): SearchValue {
  const value = table.attributes['signed'] === 'yes' ? (word << 24) >> 24 : word;
  const label = table.element === 'address' ? context.labelAt(value) : null;
  return { place, name: nameOf(table), value, isScore: table.element === 'score', label };
}

function moveOf(
  { grid }: DecodeContext,
  from: number | null,
  to: number | null,
  promotion: number | null,
): SearchMove | null {
  if (from === null || to === null || !grid) return null;
  const [start, end] = [grid.ref(from), grid.ref(to)];
  if (start.name === null || end.name === null || from === to) return null;
  return { from: start, to: end, text: start.name + end.name + (PROMOTIONS[(promotion ?? 0) >> 1] ?? '') };
}

/** The principal variation, up to the first entry that is not a move. */
function lineOf(context: DecodeContext, table: Table | undefined, length: number | null): SearchMove[] {
  if (table === undefined || length === null) return [];
  const line: SearchMove[] = [];
  for (let at = table.first; line.length < length && at + MOVE_BYTES - 1 <= table.last; at += MOVE_BYTES) {
    const [from = null, to = null, promotion = null] = [0, 1, 2].map((byte) => table.read(at + byte));
    const move = moveOf(context, from, to, promotion);
    if (move === null) break;
    line.push(move);
  }
  return line;
}

/** The first field of the root's FEN, from the board that a program keeps apart from the one it searches on. */
function rootOf({ tables }: DecodeContext): string | null {
  const table = tables
    .with('fen')
    .find(({ attributes, element }) => attributes['fen'] === 'board' && element === 'byte');
  if (table === undefined) return null;
  const number = (key: string): number => Number((table.attributes[key] ?? '').replace(/^\$/, '0x') || NaN);
  const black = number('black');
  const pieces = new Map<number, PlainPiece>();
  for (const kind of PLAIN_KINDS) {
    pieces.set(number(kind), { kind, side: 'white' });
    pieces.set(number(kind) + black, { kind, side: 'black' });
  }
  const squares = Array.from({ length: 64 }, (_, square) => pieces.get(table.read(table.first + square) ?? 0) ?? null);
  return placementFen(squares);
}

/** How many entries of the hash table are in use: those that are not 0. */
function hashUse(tables: readonly Table[]): { used: number; entries: number } | null {
  if (tables.length === 0) return null;
  let [used, entries] = [0, 0];
  for (const table of tables) {
    for (let index = table.first; index <= table.last; index++) {
      entries++;
      if ((table.readNumber(index) ?? 0) !== 0) used++;
    }
  }
  return { used, entries };
}

/**
 * What pieces are worth to the engine: material, and what each square adds to it.
 *
 * Units are the engine's: PAWN_VALUE of them are a pawn. Squares are counted from white's side, a1 b1 … h8. A
 * square is worth `middle` with all pieces on the board, and `end` when only pawns are left. The ROM holds SETS sets of
 * tables between the two, and chooses one for a whole search by the pieces at the root.
 */
import { numberAt } from '#basics';
import type { PlainKind, PlainPosition } from '#chess';
import { NEIGHBOURS, STAGE_OF_SET, type NeighbourTables } from './neighbours.ts';

export const PAWN_VALUE = 64;
/** Largest value that a square can add or subtract, in units. */
export const LARGEST_ENTRY = 63;
/**
 * The most that a square may subtract from a knight, a bishop, a rook or a queen at the root. A promotion gains the
 * square of the new piece, less that of the pawn (at most LARGEST_ENTRY - 1), less twice `tempo`; the ROM has a signed
 * byte for it.
 */
export const LARGEST_LOSS = 50;
/** Most by which the squares of a quiet move may differ, in units; the search relies on it (`GATE_MOST`). */
export const LARGEST_STEP = 62;
/** Sets of tables in the ROM: 0 with all pieces on the board, SETS − 1 with pawns only. */
export const SETS = 8;
/** The phase with all pieces on the board, which is also the largest. */
const FULL_PHASE = 24;
/** Kinds in the order of the generated tables. */
export const KINDS: readonly PlainKind[] = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'];

/** How much a piece counts towards the phase. */
const PHASE_OF: Readonly<Record<PlainKind, number>> = { pawn: 0, knight: 1, bishop: 1, rook: 2, queen: 4, king: 0 };

/** All values: whole numbers, in units. */
export interface PieceValues {
  readonly material: Readonly<Record<Exclude<PlainKind, 'king'>, number>>;
  /** A pawn on its seventh rank; it has the squares of a pawn. */
  readonly seventh: number;
  /** For the side to move. */
  readonly tempo: number;
  /** 64 entries for each kind, −LARGEST_ENTRY … LARGEST_ENTRY. */
  readonly middle: Readonly<Record<PlainKind, readonly number[]>>;
  readonly end: Readonly<Record<PlainKind, readonly number[]>>;
  /** By set and kind (as in ROOT_KINDS), the least that a square may be worth at the root; if absent, see `leastOf`. */
  readonly least?: readonly (readonly number[])[];
  /** What the root's pawns and kings add to squares, by stage; without it, nothing. */
  readonly neighbours?: readonly NeighbourTables[];
}

/** The phase of a position, 0 … FULL_PHASE: the sum over its pieces. */
export function phaseOf({ squares }: PlainPosition): number {
  return Math.min(
    FULL_PHASE,
    squares.reduce((sum, piece) => sum + (piece === null ? 0 : PHASE_OF[piece.kind]), 0),
  );
}

export function setOfPhase(phase: number): number {
  return SETS - 1 - Math.round(((SETS - 1) * phase) / FULL_PHASE);
}

/** How much of a set is `end`, 0 … 1. */
export function endShare(set: number): number {
  return set / (SETS - 1);
}

/** One table of a set: 64 entries. */
export function squareTable({ middle, end }: PieceValues, kind: PlainKind, set: number): number[] {
  const share = endShare(set);
  return middle[kind].map((value, square) => Math.round(value * (1 - share) + numberAt(end[kind], square) * share) + 0);
}

/** What a piece is worth without its square; a king is worth nothing, since there is always one. */
export function materialOf({ material, seventh }: PieceValues, kind: PlainKind, rank: number): number {
  if (kind === 'king') return 0;
  return kind === 'pawn' && rank === 7 ? seventh : material[kind];
}

/**
 * The least that a square of a kind may be worth in a set; the most is LARGEST_STEP more. Unless the values say it,
 * there is room on both sides of the table's own values for what the root adds (root-squares.ts); squares where no pawn
 * can stand do not count.
 */
export function leastOf(values: PieceValues, kind: PlainKind, set: number): number {
  const known = values.least?.[set]?.[ROOT_KINDS.indexOf(kind)];
  if (known !== undefined) return known;
  const table = squareTable(values, kind, set).slice(...(kind === 'pawn' ? [8, 56] : []));
  const middle = Math.floor((Math.min(...table) + Math.max(...table)) / 2);
  const least = Math.max(-LARGEST_LOSS, middle - LARGEST_STEP / 2);
  return Math.min(least, LARGEST_ENTRY - LARGEST_STEP);
}

/** The lower of the bounds, LARGEST_STEP apart, that cut off the least of `worths` by the weighted sum of squares. */
export function bestWindow(kind: PlainKind, worths: readonly number[], weights: readonly number[]): number {
  const first = kind === 'king' || kind === 'pawn' ? -LARGEST_ENTRY : -LARGEST_LOSS;
  const last = LARGEST_ENTRY - LARGEST_STEP - (kind === 'pawn' ? 1 : 0);
  const cut = (least: number): number =>
    worths.reduce((sum, worth, place) => {
      const beyond = Math.max(least - worth, worth - least - LARGEST_STEP, 0);
      return sum + numberAt(weights, place) * beyond ** 2;
    }, 0);
  let best = { least: first, loss: Infinity };
  for (let least = first; least <= last; least++) {
    const loss = cut(least);
    if (loss < best.loss) best = { least, loss };
  }
  return best.least;
}

/** The value of a square in units, by file 0 … 7 and rank 0 … 7 from white's side. */
type Rule = (file: number, rank: number) => number;

/** 0 on the edge of the board … 3 in the middle. */
const inner = (place: number): number => Math.min(place, 7 - place);
/** 0 in the corners … 6 in the centre. */
const centre: Rule = (file, rank) => inner(file) + inner(rank);
/** 1 on the files d and e, otherwise 0. */
const middleFile = (file: number): number => (inner(file) === 3 ? 1 : 0);

/** A rule that applies to the ranks where pawns can stand. */
const pawns =
  (rule: Rule): Rule =>
  (file, rank) =>
    rank === 0 || rank === 7 ? 0 : rule(file, rank);

const MIDDLE: Readonly<Record<PlainKind, Rule>> = {
  pawn: pawns((file, rank) => 3 * (rank - 1) + (middleFile(file) === 1 ? 5 * Math.min(rank - 1, 3) - 5 : -2)),
  knight: (file, rank) => 5 * centre(file, rank) - 20 + (rank === 0 ? -5 : 0),
  bishop: (file, rank) => 2 * centre(file, rank) - 6 + (rank === 0 ? -6 : 0),
  rook: (file, rank) => 2 * inner(file) - 3 + (rank === 6 ? 12 : 0),
  queen: (file, rank) => centre(file, rank) - 3 + (rank === 0 ? 1 : 0),
  king: (file, rank) => (rank === 0 ? 14 - 9 * inner(file) + (file === 6 ? 16 : 0) : -15 - 6 * Math.min(rank, 4)),
};

const END: Readonly<Record<PlainKind, Rule>> = {
  pawn: pawns((_file, rank) => 2 * (rank - 1) * (rank - 1)),
  knight: (file, rank) => 4 * centre(file, rank) - 18,
  bishop: (file, rank) => 2 * centre(file, rank) - 6,
  rook: (_file, rank) => (rank === 6 ? 8 : 2),
  queen: (file, rank) => 3 * centre(file, rank) - 8,
  king: (file, rank) => 7 * centre(file, rank) - 24,
};

/** A value for each kind. */
export function byKind<T>(
  kinds: readonly PlainKind[],
  value: (kind: PlainKind, index: number) => T,
): Record<PlainKind, T> {
  return Object.fromEntries(kinds.map((kind, index) => [kind, value(kind, index)])) as Record<PlainKind, T>;
}

function tables(rules: Readonly<Record<PlainKind, Rule>>): Record<PlainKind, number[]> {
  return byKind(KINDS, (kind) => Array.from({ length: 64 }, (_, square) => rules[kind](square & 7, square >> 3)));
}

/** Values from which a fit starts: a few rules of thumb, no data. */
export function firstValues(): PieceValues {
  return {
    material: { pawn: 64, knight: 208, bishop: 216, rook: 324, queen: 624 },
    seventh: 120,
    tempo: 0,
    middle: tables(MIDDLE),
    end: tables(END),
  };
}

/** Kinds whose tables share a page; the page is named after the first. */
const PAGES: readonly (readonly [PlainKind, ...PlainKind[]])[] = [
  ['pawn', 'knight', 'bishop'],
  ['rook', 'queen', 'king'],
];

/** Kinds in the order of the engine's columns. */
export const ROOT_KINDS: readonly PlainKind[] = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];
/** A page has the tables of two kinds. */
const KINDS_OF_PAGE = 2;
const PAGES_OF_STAGE = ROOT_KINDS.length / KINDS_OF_PAGE;

const WRITTEN = 'written by scripts/tune.mjs out of piece-values.json. Do not edit.';

/** The text of the generated source with constants and short tables. */
export function pieceValuesSource(values: PieceValues): string {
  const { material, seventh, tempo } = values;
  const constants: [string, number, string][] = [
    ['PAWN_VALUE', PAWN_VALUE, 'units of a pawn in scores that are shown'],
    ['VALUE_PAWN', material.pawn, ''],
    ['VALUE_SEVENTH', seventh, 'a pawn on its seventh rank'],
    ['VALUE_KNIGHT', material.knight, ''],
    ['VALUE_BISHOP', material.bishop, ''],
    ['VALUE_ROOK', material.rook, ''],
    ['VALUE_QUEEN', material.queen, ''],
    ['TEMPO', tempo, 'for the side to move'],
    ['PHASES', SETS, 'sets of tables; 0: all pieces are there, the last one: pawns alone'],
    ['FULL_PHASE', FULL_PHASE, 'a knight or bishop counts 1, a rook 2, a queen 4'],
    ['LARGEST_STEP', LARGEST_STEP, 'the most by which squares of a kind differ'],
  ];
  return [
    `; What pieces are worth: ${WRITTEN}`,
    '',
    ...constants.map(([name, value, comment]) => constant(name, value, comment)),
    '',
    '        .macro phaseSets        ; the set of tables, by phase',
    ...entries(Array.from({ length: FULL_PHASE + 1 }, (_, phase) => setOfPhase(phase))),
    '        .endmacro',
    '        .macro middleSquares    ; by set and kind (king, queen, rook, bishop, knight, pawn): the middle of the bounds',
    ...Array.from({ length: SETS }, (_, set) =>
      entries(ROOT_KINDS.map((kind) => leastOf(values, kind, set) + LARGEST_STEP / 2)),
    ).flat(),
    '        .endmacro',
    '        .macro stagePages       ; by twice the set: where the tables of neighbours begin (neighbour-values.gtasm)',
    ...STAGE_OF_SET.map((stage) => `        .entry >neighbourPage${PAGES_OF_STAGE * stage}, 0`),
    '        .endmacro',
    '',
  ].join('\n');
}

/** The text of the generated source with the tables over squares, which fill pages without time checks. */
export function squareValuesSource(values: PieceValues): string {
  return [
    `; What each square adds to a piece: ${WRITTEN}`,
    ';',
    '; Squares run a1 b1 ... h8 as white sees them; an entry is signed, in units. `squarePage` begins a page and',
    '; brings what reads its tables.',
    ...Array.from({ length: SETS }, (_, set) => PAGES.map((kinds) => page(values, kinds, set))).flat(2),
    '',
  ].join('\n');
}

/** The text of the generated source with the tables over neighbours, which fill pages without time checks. */
export function neighbourValuesSource({ neighbours = [] }: PieceValues): string {
  return [
    `; What neighbours at the root add to squares: ${WRITTEN}`,
    ';',
    '; Four tables for each kind, of own pawns, pawns of the other side, the own king and the other one; a line is a file',
    '; farther away, from three ranks behind to three ahead. An entry is signed, in units. `neighbourPage` begins a page',
    '; and brings what reads its tables (near-squares.gtasm).',
    '',
    '        .if ROOT_SQUARES',
    ...neighbours
      .flatMap((tables, stage) =>
        Array.from({ length: PAGES_OF_STAGE }, (_, page) => neighbourPage(tables, PAGES_OF_STAGE * stage + page, page)),
      )
      .flat(),
    '        .endif',
    '',
  ].join('\n');
}

function neighbourPage(tables: NeighbourTables, number: number, page: number): string[] {
  const kinds = ROOT_KINDS.slice(KINDS_OF_PAGE * page, KINDS_OF_PAGE * (page + 1));
  const names = [`neighbourPage${number}`, ...kinds.map((kind) => `${kind}Neighbours${number}`)];
  return [
    '',
    `        neighbourPage ${names.join(', ')}`,
    ...kinds.flatMap((kind) => [
      `        .lookup ${kind}Neighbours${number}`,
      ...NEIGHBOURS.flatMap((who) => entries(tables[kind][who], 7)),
      '        .endlookup',
    ]),
  ];
}

function constant(name: string, value: number, comment: string): string {
  const text = `${name.padEnd(15)} = ${value}`;
  return comment === '' ? text : `${text.padEnd(31)} ; ${comment}`;
}

function page(values: PieceValues, kinds: readonly [PlainKind, ...PlainKind[]], set: number): string[] {
  const names = [`${kinds[0]}Page`, ...kinds.map((kind) => `${kind}Squares`)].map((name) => name + set);
  return [
    '',
    `        squarePage ${names.join(', ')}`,
    ...kinds.flatMap((kind) => [
      `        .lookup ${kind}Squares${set}`,
      ...entries(squareTable(values, kind, set)),
      '        .endlookup',
    ]),
  ];
}

/** Lines of `.entry` with `line` entries each. A negative entry is written as the byte that the ROM loads. */
function entries(table: readonly number[], line = 8): string[] {
  return Array.from({ length: Math.ceil(table.length / line) }, (_, row) => {
    const texts = table.slice(line * row, line * (row + 1)).map((value) => String(value & 0xff));
    return `        .entry ${texts.join(', ')}`;
  });
}

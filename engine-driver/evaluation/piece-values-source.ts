/** The values of the pieces as source text of the engine: constants, and lookup tables in pages of their own. */
import type { PlainKind } from '#chess';
import {
  FULL_PHASE,
  LARGEST_STEP,
  leastOf,
  PAWN_VALUE,
  setOfPhase,
  SETS,
  squareTable,
  type PieceValues,
} from './piece-values.ts';

/** Kinds whose tables share a page; the page is named after the first. */
const PAGES: readonly (readonly [PlainKind, ...PlainKind[]])[] = [
  ['pawn', 'knight', 'bishop'],
  ['rook', 'queen', 'king'],
];

/** Kinds to whose squares the root adds what its pawns make of them, as the engine counts them. */
const ROOT_KINDS: readonly PlainKind[] = ['rook', 'bishop', 'knight', 'pawn'];

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
    '        .macro leastSquares     ; by set and kind (rook, bishop, knight, pawn): the least that a square may be worth',
    ...Array.from({ length: SETS }, (_, set) => entries(ROOT_KINDS.map((kind) => leastOf(values, kind, set)))).flat(),
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

/** Eight entries per line: a rank of the board. A negative entry is written as the byte that the ROM loads. */
function entries(table: readonly number[]): string[] {
  return Array.from({ length: Math.ceil(table.length / 8) }, (_, row) => {
    const texts = table.slice(8 * row, 8 * row + 8).map((value) => String(value & 0xff));
    return `        .entry ${texts.join(', ')}`;
  });
}

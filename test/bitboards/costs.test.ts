/**
 * The figures in docs/bitboards.md and in the sample's README are the measured ones. `-u` writes them again; then check
 * the sentences around them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { UPDATE } from '#test/golden/golden.ts';
import {
  fillCycles,
  naiveWords,
  routineCosts,
  type Cost,
  type Cycles,
  mapUpkeep,
  OCTAD_POSITIONS,
  octadUpkeep,
  UPKEEP_POSITIONS,
} from '#test/bitboards/costs.ts';
import { PROJECT } from '#test/project.ts';

function table(heads: readonly string[], rows: readonly string[]): string {
  return [row(...heads), row(...heads.map(() => '---')), ...rows].join('\n');
}

/** Numbers get commas. */
function row(...cells: readonly (string | number)[]): string {
  return `| ${cells.map((cell) => (typeof cell === 'number' ? thousands(cell) : cell)).join(' | ')} |`;
}

/** `1,213`. */
function thousands(value: number): string {
  return value.toLocaleString('en-US');
}

type Costs = ReadonlyMap<string, Cost>;

/** Operations of the page, with the routine that stands for them. */
const OPERATIONS = [
  ['AND, OR, XOR', 'bitsAnd'],
  ['NOT', 'bitsNot'],
  ['shift by 8', 'bitsLeft8'],
  ['shift to the left by 1', 'bitsLeft1'],
  ['shift to the right by 1', 'bitsRight1'],
  ['shift to the left by 0 to 63', 'bitsLeft'],
  ['count of bits', 'bitsCountAll'],
  ['first bit', 'bitsFirstBit'],
  ['clear the lowest bit', 'bitsClearLowest'],
  ['toggle a square', 'bitsToggle'],
  ['attacks of all kings', 'bitsKings'],
  ['attacks of all knights', 'bitsKnights'],
  ['attacks of all pawns of a side', 'bitsWhitePawns'],
  ['attacks of all rooks', 'bitsRooks'],
  ['attacks of all bishops', 'bitsBishops'],
] as const;
/** Cycles of bitsCall that the routine's own cycles do not count. */
const CALL = 10;

/** The tables as Markdown, by their marks: those of docs/bitboards.md, and `routines` of the README. */
function costTables(): Record<string, string> {
  const costs = routineCosts();
  return {
    routines: routineTable(costs),
    'costs of operations': operationTable(costs),
    'costs of the question': questionTable(costs),
    'costs of upkeep': upkeepTable(costs),
    'costs of maps': mapsTable(costs),
    'costs of octad': octadTable(),
  };
}

function range({ least, most }: Cycles): string {
  return least === most ? thousands(least) : `${thousands(least)} to ${thousands(most)}`;
}

/** The ratio of the slowest naive case to the slowest case of the routine. */
function times({ cycles, naive }: Cost): string {
  const factor = naive.most / cycles.most;
  return factor < 10 ? factor.toFixed(1) : thousands(Math.round(factor));
}

function routineTable(costs: Costs): string {
  const rows = [...costs].map(([routine, cost]) =>
    row(`\`${routine}\``, range(cost.cycles), cost.words, range(cost.naive), times(cost)),
  );
  const words = [...costs.values()].reduce((sum, cost) => sum + cost.words, 0);
  return table(
    ['routine', 'cycles', 'words', 'cycles, naive', 'times'],
    [...rows, row('**all**', '', words, `${thousands(naiveWords())} words`, '')],
  );
}

function operationTable(costs: Costs): string {
  const rows = OPERATIONS.map(([what, routine]) => {
    const { cycles, words, naive } = costs.get(routine)!;
    return row(what, range(cycles), words, range(naive));
  });
  const fill = fillCycles();
  return table(
    ['operation', 'cycles', 'words of ROM', 'naive form'],
    [...rows, row('occluded fill along a file, within a routine', fill, fill, '')],
  );
}

/** Routines of the question, besides AND and OR. */
const QUESTION = ['bitsKnights', 'bitsKings', 'bitsWhitePawns', 'bitsRooks', 'bitsBishops'] as const;

function cyclesOf(costs: Costs, routines: readonly string[]): number {
  return routines.reduce((sum, routine) => sum + (costs.get(routine)?.cycles.most ?? NaN), 0);
}

/** Cycles of all attackers of one square: attack sets, AND and OR of them, calls. */
function question(costs: Costs): { readonly sets: number; readonly combining: number; readonly calls: number } {
  return {
    sets: cyclesOf(costs, QUESTION),
    combining: 9 * cyclesOf(costs, ['bitsAnd']),
    calls: (QUESTION.length + 9) * CALL,
  };
}

function questionTable(costs: Costs): string {
  const { sets, combining, calls } = question(costs);
  return table(
    ['by bitboards', 'cycles'],
    [
      row('attack sets of a knight, king, pawn, rook and bishop on the square', sets),
      row('five times AND with the pieces, four times OR of the results', combining),
      row(`${QUESTION.length + 9} calls`, calls),
      row('**all attackers of one square**', `**${thousands(sets + combining + calls)}**`),
    ],
  );
}

/** For each move that is made and taken back. */
function upkeepTable(costs: Costs): string {
  const toggle = cyclesOf(costs, ['bitsToggle']) + CALL;
  const measured = UPKEEP_POSITIONS.map(([, fen]) => {
    const { moves, toggles, links, moving, squares } = mapUpkeep(fen);
    const [maps, boards] = [(toggles + links) / moves, (2 * squares * toggle) / moves];
    return [moves, toggles / moves, links / moves, maps, moving / moves, squares / moves, boards, maps - boards];
  });
  const line = (what: string, index: number, digits = 0): string =>
    row(what, ...measured.map((values) => (digits > 0 ? values[index]!.toFixed(digits) : Math.round(values[index]!))));
  return table(
    ['for each move', ...UPKEEP_POSITIONS.map(([what]) => what)],
    [
      line('moves', 0),
      line('attack maps: bits of the pieces', 1),
      line('attack maps: lines of sliders', 2),
      line('**attack maps, both**', 3),
      line('all of making and unmaking in the engine', 4),
      line('bitboards: squares that change', 5, 1),
      line('**bitboards: toggling them, and back**', 6),
      line('**saved by bitboards**', 7),
    ],
  );
}

function mapsTable(costs: Costs): string {
  const sets = 2 * (cyclesOf(costs, QUESTION) + QUESTION.length * CALL);
  const sums = 2 * 4 * (cyclesOf(costs, ['bitsAnd']) + CALL);
  return table(
    ['by bitboards', 'cycles'],
    [
      row('ten attack sets, five a side', sets),
      row('four times OR a side', sums),
      row('**both maps from scratch**', `**${thousands(sets + sums)}**`),
    ],
  );
}

function octadTable(): string {
  const rows = OCTAD_POSITIONS.map(([what, ofen]) => {
    const { moves, boards, questions, asking } = octadUpkeep(ofen);
    const each = Math.round(boards / moves);
    return row(what, moves, each, (questions / moves).toFixed(2), Math.round(asking / questions));
  });
  return table(
    ['perft 2 of Octad', 'moves', 'boards, for each move', 'questions, for each move', 'one question'],
    rows,
  );
}

const PAGE = join(PROJECT, 'docs/bitboards.md');
const README = join(PROJECT, 'samples/bitboards/README.md');

it('gives the measured cost of bitboards and attack maps', () => {
  for (const [mark, text] of Object.entries(costTables())) {
    const path = mark === 'routines' ? README : PAGE;
    const page = readFileSync(path, 'utf8');
    const [start, end] = [`<!-- ${mark} -->\n`, `\n<!-- end ${mark} -->`];
    const [from, to] = [page.indexOf(start) + start.length, page.indexOf(end)];
    expect([page.includes(start), page.includes(end)], mark).toEqual([true, true]);
    if (UPDATE) writeFileSync(path, page.slice(0, from) + text + page.slice(to));
    else expect(page.slice(from, to)).toBe(text);
  }
});

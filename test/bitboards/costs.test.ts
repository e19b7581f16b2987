/**
 * What each routine of samples/bitboards/ costs, what its naive form costs, and the upkeep of boards and maps: the
 * figures in docs/bitboards.md and in the sample's README are the measured ones. `-u` writes them again; then check the
 * sentences around them.
 */
import { Chess } from 'chess.js';
import { it } from 'vitest';
import type { Assembly } from '#assembler';
import { BITBOARD_64, boardFromBytes, OCTAD_START } from '#chess';
import { octadPerftCount, perft, START_FEN } from '#engine-driver';
import { BitsMachine, bitboardsAssembly, NAIVE } from '#test/bitboards/bits-machine.ts';
import { ALL, allowed, EDGES, MODELS, type Operands } from '#test/bitboards/models.ts';
import { KIWIPETE, octadPosition, position } from '#test/chess/positions.ts';
import { bootedEngine, engineAssembly } from '#test/engine/engine-fixture.ts';
import { expectPart } from '#test/golden/golden.ts';
import { good } from '#test/good.ts';
import { octadAssembly, octadSession } from '#test/octad/octad-game.ts';

/** Cycles, fewest and most. */
interface Cycles {
  readonly least: number;
  readonly most: number;
}

/** Cycles and words of a routine of the library, and the cycles of its naive form. */
interface Cost {
  readonly cycles: Cycles;
  readonly words: number;
  readonly naive: Cycles;
}

/** The first board of the seed document on operations, with which the show starts. */
const BOARD = boardFromBytes(BITBOARD_64, [0x3b, 0xb6, 0x5a, 0x56, 0x57, 0x6d, 0x9d, 0xae], 'lowest-first');
const D4 = 1n << 27n;
/** Routines that go through the pieces: the naive form's cycles depend on how many there are. */
const ATTACKS: readonly string[] = [
  'bitsWhitePawns',
  'bitsBlackPawns',
  'bitsKings',
  'bitsKnights',
  'bitsRooks',
  'bitsBishops',
];

function routineCosts(): ReadonlyMap<string, Cost> {
  const library = bitboardsAssembly();
  const bits = new BitsMachine(bitboardsAssembly('naive/main.gtasm'), NAIVE);
  return new Map(
    Object.keys(MODELS).map((routine) => [
      routine,
      { cycles: provenCycles(library, routine), words: wordsOf(library, routine), naive: naiveCycles(bits, routine) },
    ]),
  );
}

/** One occluded fill along a file: the first check of bitsRooks covers two of them, and clearing C. */
function fillCycles(): number {
  const at = addresses(bitboardsAssembly());
  const [own, clearing, check] = [1, 9, 5];
  return (at('bitsRooks.files') - at('bitsRooks') - own - clearing - check) / 2;
}

/** Words of ROM that all naive forms take together. */
function naiveWords(): number {
  const { image, debugInfo } = bitboardsAssembly('naive/main.gtasm');
  return Math.min(image.length, new Set(debugInfo.lines.map(({ address }) => address)).size);
}

function addresses({ debugInfo: { symbols } }: Assembly): (name: string) => number {
  const values = new Map(symbols.map(({ name, value }) => [name, value]));
  return (name) => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`there is no ${name}`);
    return value;
  };
}

/** The proven cycles, from the routine's header; for a shift by n, which loops over bytes and bits, from its words. */
function provenCycles(library: Assembly, name: string): Cycles {
  const header = library.debugInfo.routines.find((routine) => routine.name === name)?.header ?? '';
  const [, least, most] = /Cycles:\s*(\d+)(?:\.\.(\d+))?/.exec(header) ?? [];
  if (least !== undefined) return { least: Number(least), most: Number(most ?? least) };
  return { least: shiftCycles(library, name, 0), most: shiftCycles(library, name, 63) };
}

/** Every word takes a cycle, once per turn of its loop. */
function shiftCycles(library: Assembly, name: string, bits: number): number {
  const at = addresses(library);
  const between = (from: string, to: string): number => at(`${name}.${to}`) - (from ? at(`${name}.${from}`) : at(name));
  const bitsDone = name === 'bitsLeft' ? 'doubled' : 'halved';
  return (
    between('', 'bytes') +
    (bits >> 3) * between('bytes', 'moved') +
    between('bytes', 'byte') +
    (bits & 7) * between('bits', bitsDone) +
    between('bits', 'bit') +
    between('done', 'end')
  );
}

/** Words of a routine, both parts of one that continues in another page. */
function wordsOf({ debugInfo: { routines } }: Assembly, name: string): number {
  return routines
    .filter((each) => each.name === name || each.name === `${name}West`)
    .reduce((sum, { start, end }) => sum + end - start, 0);
}

/** Fewest and most over edge cases; for attacks, from one piece on d4 to the pieces of the show's first board. */
function naiveCycles(bits: BitsMachine, routine: string): Cycles {
  const boards = ATTACKS.includes(routine) ? [D4, BOARD] : [...EDGES, BOARD];
  const given: Operands[] = boards.flatMap((a) =>
    ATTACKS.includes(routine) ? [{ a, b: ALL, number: 0 }] : [0, 7, 63].map((number) => ({ a, b: BOARD, number })),
  );
  const cycles = given.map((operands) => bits.naiveCycles(routine, allowed(routine, operands)));
  return { least: Math.min(...cycles), most: Math.max(...cycles) };
}

/** How many plies deep to count moves. */
const PLIES = 2;
/** The engine finishes that count within these cycles. */
const LIMIT = 20_000_000;
/** An Octad position with a queen on each side. */
const OCTAD_MIDDLE = 'q1k1/2p1/1P2/1K1Q w - - 0 1';

/** Positions for the engine, by their names in the table. */
const UPKEEP_POSITIONS = [
  ['initial position', START_FEN],
  ['middle game', KIWIPETE],
] as const;
/** Positions for the Octad ROM, by their names in the table. */
const OCTAD_POSITIONS = [
  ['initial position', OCTAD_START],
  ['queens on the board', OCTAD_MIDDLE],
] as const;

/** Total cycles for a number of moves. */
interface MapUpkeep {
  readonly moves: number;
  /** Toggling the attack bits of the moving and the captured piece. */
  readonly toggles: number;
  /** Linking the lines of sliders. */
  readonly links: number;
  /** Everything that makes and unmakes moves. */
  readonly moving: number;
  /** Squares that would change in the boards of pieces and sides if each move were made on bitboards. */
  readonly squares: number;
}

/** Has the engine count moves, and adds up its cycles by source file; the video handler has files of its own. */
function mapUpkeep(fen: string): MapUpkeep {
  const engine = bootedEngine({ seed: 1 });
  // Every move down to the leaves is made and taken back.
  let moves = 0;
  for (let plies = 1; plies <= PLIES; plies++) moves += good(perft(engine, fen, plies)).nodes;
  engine.setUp(position(fen));
  engine.write('perftDepth', PLIES);
  engine.machine.startProfile();
  if (!engine.command('COMMAND_PERFT', LIMIT)) throw new Error(`no count of ${fen} within ${LIMIT} cycles`);
  const executions = engine.machine.profile?.executions ?? new Float64Array();
  const cyclesIn = (...files: string[]): number =>
    wordsOfFiles(engineAssembly(), ...files).reduce((sum, word, address) => sum + word * (executions[address] ?? 0), 0);
  const [toggles, links] = [cyclesIn('moves/toggles.gtasm'), cyclesIn('moves/link-lines.gtasm')];
  const making = cyclesIn('moves/make-move.gtasm', 'moves/unmake-move.gtasm');
  return { moves, toggles, links, moving: toggles + links + making, squares: changedSquares(new Chess(fen), PLIES) };
}

/** How many squares all moves down to the leaves change in the boards of pieces and sides. */
function changedSquares(game: Chess, plies: number): number {
  return game.moves({ verbose: true }).reduce((sum, move) => {
    const pieces = 2 + (move.captured === undefined ? 0 : 1) + (/[kq]/.test(move.flags) ? 2 : 0);
    game.move(move);
    const below = plies > 1 ? changedSquares(game, plies - 1) : 0;
    game.undo();
    return sum + 2 * pieces + below;
  }, 0);
}

/** Total cycles for a number of moves, without the video handler. */
interface OctadUpkeep {
  readonly moves: number;
  /** Saving, changing and restoring boards, and swapping sides. */
  readonly boards: number;
  readonly questions: number;
  /** Testing whether squares are attacked. */
  readonly asking: number;
}

/** Has the Octad ROM count moves. */
function octadUpkeep(ofen: string): OctadUpkeep {
  const session = octadSession();
  const assembly = octadAssembly();
  let moves = 0;
  for (let plies = 1; plies <= PLIES; plies++) moves += good(octadPerftCount(session, ofen, plies)).nodes;
  session.setUp(octadPosition(ofen));
  session.write('perftDepth', PLIES);
  session.begin('COMMAND_PERFT');
  const boards = wordsOfFiles(assembly, 'rules/make.gtasm', 'rules/boards.gtasm');
  const video = wordsOfFiles(assembly, 'video.gtasm');
  const start = session.symbol('attacked');
  // Both exits are returns; their last words lie right before these labels.
  const ends = [session.symbol('attacked.some') - 1, session.symbol('attackedFromAfar.done') - 1];
  const upkeep = { moves, boards: 0, questions: 0, asking: 0 };
  let isAsked = false;
  while (session.read('command') !== 0)
    for (let step = 0; step < 1000; step++) {
      const { address } = session.machine;
      if (address === start) [isAsked, upkeep.questions] = [true, upkeep.questions + 1];
      if (isAsked && video[address] === 0) upkeep.asking++;
      else upkeep.boards += boards[address] ?? 0;
      if (ends.includes(address)) isAsked = false;
      session.machine.step();
    }
  return upkeep;
}

/** 1 for the words of some source files. */
function wordsOfFiles({ debugInfo }: Assembly, ...files: readonly string[]): Uint8Array {
  const words = new Uint8Array(0x10000);
  const sources = debugInfo.sources.map(({ path }) => files.some((file) => path.endsWith(file)));
  for (const { address, source } of debugInfo.lines) if (sources[source] === true) words[address] = 1;
  return words;
}

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

it('gives the measured cost of bitboards and attack maps', () => {
  for (const [mark, text] of Object.entries(costTables()))
    expectPart(mark === 'routines' ? 'samples/bitboards/README.md' : 'docs/bitboards.md', mark, text);
});

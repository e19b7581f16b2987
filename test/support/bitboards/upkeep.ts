/** The cost of making and taking back a move: with attack maps, in the engine; with bitboards, in the Octad ROM. */
import { Chess } from 'chess.js';
import { isFailure } from '#basics';
import type { Assembly } from '#assembler';
import { OCTAD_START, parseOfen, type OctadPosition } from '#chess';
import { octadPerftCount, perft } from '#engine-driver';
import { bootedEngine, engineAssembly, position } from '#test/engine/engine-fixture.ts';
import { octadAssembly, octadSession } from '#test/octad/octad-fixture.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
/** A middle-game position, known for its many kinds of moves. */
const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';
/** How many plies deep moves are counted. */
const PLIES = 2;
/** Cycles within which the engine finishes that count. */
const LIMIT = 20_000_000;
/** An Octad position with a queen on each side. */
const OCTAD_MIDDLE = 'q1k1/2p1/1P2/1K1Q w - - 0 1';

/** Positions of the engine, by what the table calls them. */
export const UPKEEP_POSITIONS = [
  ['initial position', START],
  ['middle game', KIWIPETE],
] as const;
export const OCTAD_POSITIONS = [
  ['initial position', OCTAD_START],
  ['queens on the board', OCTAD_MIDDLE],
] as const;

/** Total cycles for a number of moves. */
export interface MapUpkeep {
  readonly moves: number;
  /** Attack bits of the piece that moves and of the one that is taken. */
  readonly toggles: number;
  /** Lines of sliders. */
  readonly links: number;
  /** Everything that makes and unmakes moves. */
  readonly moving: number;
  /** Squares that change in the boards of pieces and sides, if each move were made on bitboards. */
  readonly squares: number;
}

/** The engine counts moves; its cycles by source file. The video handler has files of its own. */
export function mapUpkeep(fen: string): MapUpkeep {
  const engine = bootedEngine({ seed: 1 });
  // Every move down to the leaves is made and taken back.
  let moves = 0;
  for (let plies = 1; plies <= PLIES; plies++) {
    const count = perft(engine, fen, plies);
    if (isFailure(count)) throw new Error(count.message);
    moves += count.nodes;
  }
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

/** Squares that all moves down to the leaves change in the boards of a piece and of its side. */
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
export interface OctadUpkeep {
  readonly moves: number;
  /** Boards saved, changed and restored; sides swap. */
  readonly boards: number;
  readonly questions: number;
  /** All tests of whether a square is attacked. */
  readonly asking: number;
}

/** The Octad ROM counts moves. */
export function octadUpkeep(ofen: string): OctadUpkeep {
  const session = octadSession();
  const assembly = octadAssembly();
  let moves = 0;
  for (let plies = 1; plies <= PLIES; plies++) {
    const count = octadPerftCount(session, ofen, plies);
    if (isFailure(count)) throw new Error(count.message);
    moves += count.nodes;
  }
  session.setUp(octadPosition(ofen));
  session.write('perftDepth', PLIES);
  session.write('command', session.symbol('COMMAND_PERFT'));
  const boards = wordsOfFiles(assembly, 'rules/make.gtasm', 'rules/boards.gtasm');
  const video = wordsOfFiles(assembly, 'video.gtasm');
  const start = session.symbol('attacked');
  // Both ways out are returns, whose last words lie before these labels.
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

function octadPosition(ofen: string): OctadPosition {
  const parsed = parseOfen(ofen);
  if ('error' in parsed) throw new Error(parsed.error);
  return parsed.position;
}

/** 1 for the words of some source files. */
function wordsOfFiles({ debugInfo }: Assembly, ...files: readonly string[]): Uint8Array {
  const words = new Uint8Array(0x10000);
  const sources = debugInfo.sources.map(({ path }) => files.some((file) => path.endsWith(file)));
  for (const { address, source } of debugInfo.lines) if (sources[source] === true) words[address] = 1;
  return words;
}

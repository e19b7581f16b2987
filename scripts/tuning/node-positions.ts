/**
 * Positions labelled by Stockfish: it plays games against itself, with many moves replaced by random ones so that all
 * sorts of positions come up, and evaluates each quiet one.
 *
 * A line of the file is a FEN, a tab, and the score in centipawns as the side to move sees it.
 */
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Chess, type Move } from 'chess.js';
import { Stockfish } from './node-stockfish.ts';
import { generator } from './random.ts';

/** Where the positions are kept, below the project. */
export const POSITIONS_FILE = '.cache/tuning/positions.txt';

const GAMES = 1000;
const NODES = 3000;
/** The most random plies with which a game begins; afterwards, one move in CHANCE is random. */
const OPENING = 12;
const CHANCE = 6;
const LONGEST = 160;
/** Games that are as good as won say nothing about what a square is worth. */
const DECIDED = 1500;

/** @param words how many games to play, and the random seed */
export async function makePositions(root: string, words: readonly string[]): Promise<void> {
  const games = Number(words[0] ?? GAMES);
  const random = generator(Number(words[1] ?? Date.now() % 1e6));
  const stockfish = await Stockfish.start();
  mkdirSync(join(root, '.cache/tuning'), { recursive: true });
  for (let game = 0; game < games; game++) {
    const lines = await playGame(stockfish, random);
    appendFileSync(join(root, POSITIONS_FILE), lines.map((line) => `${line}\n`).join(''));
  }
  await stockfish.close();
}

/** One game; the lines of its quiet positions. */
async function playGame(stockfish: Stockfish, random: () => number): Promise<string[]> {
  const board = new Chess();
  const lines: string[] = [];
  const opening = Math.floor(OPENING * random());
  for (let ply = 0; ply < LONGEST && !board.isGameOver(); ply++) {
    const moves = board.moves({ verbose: true });
    const byChance = moves[Math.floor(random() * moves.length)]!;
    if (ply < opening) {
      board.move(byChance);
      continue;
    }
    const [best] = await stockfish.choices(board.fen(), `nodes ${NODES}`);
    if (best?.cp === undefined || Math.abs(best.cp) > DECIDED) break;
    const move = moves.find(({ lan }) => lan === best.move)!;
    if (isQuiet(board, move)) lines.push(`${board.fen()}\t${best.cp}`);
    board.move(random() * CHANCE < 1 ? byChance : move);
  }
  return lines;
}

/** Whether a position is quiet: the side to move is not in check, and its best move is not a capture. */
function isQuiet(board: Chess, best: Move): boolean {
  return !board.isCheck() && !best.isCapture() && !best.isEnPassant() && !best.isPromotion();
}

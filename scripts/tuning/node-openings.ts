/** Openings for matches: eight random plies among moves that Stockfish considers good. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Chess } from 'chess.js';
import { Stockfish } from './node-stockfish.ts';
import { generator } from './random.ts';

const FILE = 'engine-asm/openings.txt';
const PLIES = 8;
/** How much worse than the best a move may be, in hundredths of a pawn. */
const MARGIN = 45;
const CHOICES = 8;
/** A line is kept if neither side is further ahead at its end. */
const EVEN = 60;

/** @param words how many lines, and the random seed */
export async function makeOpenings(root: string, [count = '100', seed = '1']: readonly string[]): Promise<void> {
  const random = generator(Number(seed));
  const stockfish = await Stockfish.start();
  const [lines, positions] = [new Set<string>(), new Set<string>()];
  while (lines.size < Number(count)) {
    const board = await oneLine(stockfish, random);
    const [best] = await stockfish.choices(board.fen(), 'depth 14');
    const position = board.fen().split(' ')[0]!;
    if (positions.has(position) || Math.abs(best?.cp ?? Infinity) > EVEN) continue;
    positions.add(position);
    lines.add(board.history().join(' '));
  }
  await stockfish.close();
  const head = '# Lines that match games begin with; made by `npm run tune -- openings`.\n';
  writeFileSync(join(root, FILE), head + [...lines].map((line) => `${line}\n`).join(''));
}

async function oneLine(stockfish: Stockfish, random: () => number): Promise<Chess> {
  const board = new Chess();
  while (board.history().length < PLIES) {
    const choices = await stockfish.choices(board.fen(), 'depth 8', CHOICES);
    const good = choices.filter(({ cp = -Infinity }) => cp >= (choices[0]?.cp ?? 0) - MARGIN);
    board.move(good[Math.floor(random() * good.length)]!.move);
  }
  return board;
}

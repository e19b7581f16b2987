/** Openings for matches: each line is a position (FEN or EPD), or moves from the initial position. */
import { Chess } from 'chess.js';
import { failure, type Failure, isFailure, type Result } from '#basics';
import { parseFen } from '#chess';
import type { GameSoFar } from '../search/best-move.ts';
import { wholeFen } from '../engine-session.ts';
import { parseLines } from '../search/epd.ts';
import { START_FEN } from '../uci/uci-words.ts';

export function parseOpenings(text: string): GameSoFar[] | Failure {
  const parse = (line: string): Result<GameSoFar> => (line.includes('/') ? position(line) : lineOfMoves(line));
  return parseLines(text, parse, 'there are no openings');
}

function position(line: string): Result<GameSoFar> {
  const parsed = parseFen(line);
  if (isFailure(parsed)) return parsed;
  const fen = wholeFen(line.split(/\s+/).slice(0, 6));
  if (new Chess(fen, { skipValidation: true }).isGameOver()) return failure('the game is over');
  return { fen, moves: [] };
}

/** Moves in standard algebraic or coordinate notation; move numbers are allowed. */
function lineOfMoves(line: string): Result<GameSoFar> {
  const board = new Chess();
  const words = line.split(/\s+/).map((word) => word.replace(/^\d+\.+/, ''));
  for (const word of words.filter((move) => move !== '')) {
    try {
      board.move(word);
    } catch {
      return failure(`the move ${word} is not legal`);
    }
  }
  if (board.isGameOver()) return failure('the game is over');
  return { fen: START_FEN, moves: board.history({ verbose: true }).map(({ lan }) => lan) };
}

/** The words of UCI's `position`. */
import { failure, isFailure, type Result } from '#basics';
import { Chess } from 'chess.js';
import { parseFen } from '#chess';
import { playIfLegal } from '../search/searcher.ts';

export const START_FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** A game: its first position, and the moves from there in coordinate notation, all of them legal. */
export interface Game {
  readonly fen: string;
  readonly moves: readonly string[];
}

/** Parses the words after `position`; a failure is a sentence. */
export function parsePosition(words: readonly string[]): Result<Game> {
  const at = words.indexOf('moves');
  const head = at < 0 ? words : words.slice(0, at);
  const moves = at < 0 ? [] : words.slice(at + 1).map((move) => move.toLowerCase());
  const fen = firstPosition(head);
  if (isFailure(fen)) return fen;
  const board = new Chess(fen, { skipValidation: true });
  for (const move of moves) {
    if (!playIfLegal(board, move)) return failure(`position: the move ${move} is not legal.`);
  }
  return { fen, moves };
}

function firstPosition([kind, ...rest]: readonly string[]): Result<string> {
  if (kind === 'startpos' && rest.length === 0) return START_FEN;
  if (kind !== 'fen') return failure('position: it must begin with startpos or fen.');
  const parsed = parseFen(rest.join(' '));
  if (!parsed.ok) return failure(`position: ${parsed.message}`);
  return wholeFen(rest);
}

/** All six fields; missing ones, and those that should be numbers and are not, are filled in. */
export function wholeFen(fields: readonly string[]): string {
  const [board = '', side = 'w', castling = '-', passant = '-', quiet = '', number = ''] = fields;
  const counts = [/^\d+$/.test(quiet) ? quiet : '0', /^[1-9]\d*$/.test(number) ? number : '1'];
  return [board, side, castling, passant, ...counts].join(' ');
}

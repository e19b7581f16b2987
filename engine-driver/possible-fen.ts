/** Positions as the engine sees them: without impossible castling and en-passant rights. */
import type { EngineSession } from './engine-session.ts';

/** The FEN of the last position that was set up, with the rights that the engine kept, and all six fields. */
export function possibleFen(session: EngineSession, fen: string): string {
  const [board = '', side = 'w', , passant = '-', quiet = '', number = ''] = fen.trim().split(/\s+/);
  const kept = session.read('positionCastling');
  const castling = [...'KQkq'].filter((_, bit) => ((kept >> bit) & 1) === 1).join('');
  const square = session.read('positionPassant') === 0 ? '-' : passant;
  const counts = [/^\d+$/.test(quiet) ? quiet : '0', /^[1-9]\d*$/.test(number) ? number : '1'];
  return [board, side, castling === '' ? '-' : castling, square, ...counts].join(' ');
}

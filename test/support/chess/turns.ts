/** Turns of a game for tests, with their words. */
import type { PlayedTurn } from '../../../chess/decoded.ts';
import { moveText, moveWord, turnWord, type Turn } from '../../../chess/chesster/turn-word.ts';

/** 1. e2–e4. */
export const DOUBLE_PUSH: Turn = {
  from: 'e2',
  to: 'e4',
  type: 'double-push',
  piece: { kind: 'pawn', side: 'white' },
  promotion: null,
  captured: null,
  castling: 'KQkq',
  whiteCastled: false,
  blackCastled: false,
};

/** A turn in the form of the game record. */
export function played(turn: Turn): PlayedTurn {
  const word = turnWord(turn);
  return { ...turn, entry: { table: 'turns', index: 0 }, word, moveWord: moveWord(word), text: moveText(turn) };
}

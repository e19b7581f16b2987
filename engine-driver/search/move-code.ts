/** Moves between coordinate notation (`e2e4`, `e7e8q`) and the three bytes of the engine's mailbox. */
import type { EngineSession } from '../engine-session.ts';

/** Letter of a promotion, and the name of its code in the engine's sources. */
const PROMOTIONS: Readonly<Record<string, string>> = {
  q: 'CODE_QUEEN',
  r: 'CODE_ROOK',
  b: 'CODE_BISHOP',
  n: 'CODE_KNIGHT',
};

/** A move in the mailbox's form: square numbers, and the code of the piece that a pawn becomes, or 0. */
interface MoveCode {
  readonly from: number;
  readonly to: number;
  readonly promotion: number;
}

/** A move in coordinate notation for the mailbox; `black` says whose it is. */
export function encodeMove(session: EngineSession, move: string, black: boolean): MoveCode {
  const code = PROMOTIONS[move.charAt(4)];
  return {
    from: session.square(move.slice(0, 2)),
    to: session.square(move.slice(2, 4)),
    promotion: code === undefined ? 0 : session.symbol(code) + (black ? 1 : 0),
  };
}

/** A move of the mailbox in coordinate notation; undefined if there is none, or if the bytes are not a move. */
export function decodeMove(session: EngineSession, { from, to, promotion }: MoveCode): string | undefined {
  const [start, end] = [squareName(session, from), squareName(session, to)];
  if (start === undefined || end === undefined || start === end) return undefined;
  const letter = Object.entries(PROMOTIONS).find(([, code]) => session.symbol(code) === (promotion & 0xfe))?.[0];
  return start + end + (promotion === 0 ? '' : (letter ?? ''));
}

/** Name of a square by the engine's number; undefined beside the board. */
function squareName(session: EngineSession, number: number): string | undefined {
  const offset = number - session.symbol('A1');
  const rank = Math.floor(offset / session.symbol('RANK'));
  const file = (offset - rank * session.symbol('RANK')) / session.symbol('FILE');
  return rank >= 0 && rank < 8 && file >= 0 && file < 8 ? `${'abcdefgh'.charAt(file)}${rank + 1}` : undefined;
}

/** The game record as PGN. */
import type { PlainKind } from './plain-piece.ts';
import type { GameRecord, PlayedTurn } from './decoded.ts';
import { fenLetter } from './fen-board.ts';

/** Characters of a line, as the PGN standard recommends at most. */
const LINE = 79;

/**
 * The turns of the record. A piece's move names both its squares (`Ng1f3`), which PGN allows everywhere and which needs no
 * position; checks are not marked.
 */
export function gameToPgn(game: Pick<GameRecord, 'turns'>): string {
  const offset = game.turns[0]?.piece.side === 'black' ? 1 : 0;
  const words = game.turns.flatMap((turn, index) => {
    const number = String(((index + offset) >> 1) + 1);
    if (turn.piece.side === 'white') return [`${number}.`, moveText(turn)];
    return index === 0 ? [`${number}...`, moveText(turn)] : [moveText(turn)];
  });
  return `${wrapped([...words, '*'])}\n`;
}

function moveText({ type, piece, from, to, captured, promotion }: PlayedTurn): string {
  if (type === 'castle-king-side') return 'O-O';
  if (type === 'castle-queen-side') return 'O-O-O';
  const takes = captured === null ? '' : 'x';
  if (piece.kind === 'pawn')
    return `${takes && from.charAt(0)}${takes}${to}${promotion ? `=${letter(promotion)}` : ''}`;
  return `${letter(piece.kind)}${from}${takes}${to}`;
}

function letter(kind: PlainKind | string): string {
  return fenLetter(kind, 'white');
}

function wrapped(words: readonly string[]): string {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= LINE) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}

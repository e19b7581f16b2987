/** From the decoded game record to the rows of the Game view: each turn in long algebraic notation, with its words. */
import { hex } from '#basics';
import { fenLetter, turnNumber, type DecodedTables, type GameRecord, type PlayedTurn } from '#chess';
import type { Selection } from '../messages.ts';
import { boardSquares, pieceText } from '../pieces.ts';

export type TurnRow = ReturnType<typeof turnRows>[number];

/**
 * The record, oldest turn first, with its state (`2 turns, black to move`) and why it goes no further back; null if the
 * program keeps none.
 * @param chosen ply of the last chosen row, 0 for none
 */
export function gameModel({ game, geometry }: DecodedTables, selection: Selection, chosen: number) {
  if (!game) return null;
  const numbers = new Map(boardSquares(geometry).map(([number, name]) => [name, number]));
  const rows = turnRows(game, numbers, selection, chosen);
  return { state: stateText(rows, game.capacity), rows, fault: game.problem ?? '' };
}

function turnRows({ turns }: GameRecord, numbers: ReadonlyMap<string, number>, selection: Selection, chosen: number) {
  return turns.map((turn, i) => {
    const { entry, text, castling, from, to, captured } = turn;
    const { kind, side } = turn.piece;
    // `1.`, or `1…` for black.
    const number = turnNumber(turns, i);
    const current = i === turns.length - 1;
    const square = numbers.get(to) ?? null;
    const taken = captured ? `, takes ${pieceText({ ...captured, code: 0 })}` : '';
    return {
      ...{ entry, text, kind, side, castling, number, current },
      /** Position among the kept turns, counted from 1. */
      ply: i + 1,
      move: longAlgebraic(turn),
      /** The turn word as it is in RAM, `$0c00…`. */
      word: hex(turn.word, 8),
      /** What a click selects: the square to which the piece went. */
      selection: { square, piece: null },
      selected: chosen === i + 1 && square !== null && square === selection.square,
      label: `${number} ${side} ${kind} ${from} to ${to}${taken}${current ? ', the last turn' : ''}`,
    };
  });
}

/** The move in a form that does not need the position: piece, both squares, what it takes and becomes. */
export function longAlgebraic({ type, piece, from, to, captured, promotion }: PlayedTurn): string {
  if (type === 'castle-king-side') return 'O-O';
  if (type === 'castle-queen-side') return 'O-O-O';
  const letter = piece.kind === 'pawn' ? '' : fenLetter(piece.kind, 'white');
  const becomes = promotion ? `=${fenLetter(promotion, 'white')}` : '';
  return `${letter}${from}${captured ? '×' : '–'}${to}${becomes}${type === 'en-passant' ? ' e.p.' : ''}`;
}

function stateText(rows: readonly TurnRow[], capacity: number): string {
  const last = rows.at(-1);
  if (!last) return 'No turn has been played.';
  const turns = rows.length === 1 ? '1 turn' : `${String(rows.length)} turns`;
  // A full record does not tell whether it has lost turns: it may just have become full.
  const full = rows.length === capacity ? ', the record is full: older ones may be gone' : '';
  return `${turns}${full}, ${last.side === 'white' ? 'black' : 'white'} to move`;
}

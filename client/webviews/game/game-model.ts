/** From the decoded game record to the rows of the Game view: each turn in long algebraic notation, with its words. */
import { hex } from '#basics';
import { fenLetter, turnNumber, type DecodedTables, type PlayedTurn } from '#chess';
import type { Selection } from '../messages.ts';
import { boardSquares, pieceText } from '../pieces.ts';

export interface TurnRow {
  readonly entry: PlayedTurn['entry'];
  /** Position among the kept turns, counted from 1. */
  readonly ply: number;
  /** `1.`, or `1…` for black. */
  readonly number: string;
  /** `Ng1–f3`, `e4×d5 e.p.`, `e7–e8=Q`, `O-O`. */
  readonly move: string;
  /** `g1f3`. */
  readonly text: string;
  readonly kind: string;
  readonly side: string;
  /** Castling rights before the move. */
  readonly castling: string;
  /** The turn word as it is in RAM, `$0c00…`. */
  readonly word: string;
  /** What a click selects: the square to which the piece went. */
  readonly selection: Selection;
  readonly selected: boolean;
  readonly current: boolean;
  readonly label: string;
}

interface GameModel {
  /** `2 turns, black to move`. */
  readonly state: string;
  readonly rows: readonly TurnRow[];
  /** Why the record goes no further back, or empty. */
  readonly fault: string;
}

/**
 * The record, oldest turn first; null if the program keeps none.
 * @param chosen ply of the last chosen row, 0 for none
 */
export function gameModel({ game, geometry }: DecodedTables, selection: Selection, chosen: number): GameModel | null {
  if (!game) return null;
  const numbers = new Map(boardSquares(geometry).map(([number, name]) => [name, number]));
  const rows = game.turns.map((turn, i): TurnRow => {
    const square = numbers.get(turn.to) ?? null;
    const number = turnNumber(game.turns, i);
    const current = i === game.turns.length - 1;
    const captured = turn.captured ? `, takes ${pieceText({ ...turn.captured, code: 0 })}` : '';
    return {
      entry: turn.entry,
      ply: i + 1,
      number,
      move: longAlgebraic(turn),
      text: turn.text,
      kind: turn.piece.kind,
      side: turn.piece.side,
      castling: turn.castling,
      word: hex(turn.word, 8),
      selection: { square, piece: null },
      selected: chosen === i + 1 && square !== null && square === selection.square,
      current,
      label: `${number} ${turn.piece.side} ${turn.piece.kind} ${turn.from} to ${turn.to}${captured}${current ? ', the last turn' : ''}`,
    };
  });
  return { state: stateText(rows, game.capacity), rows, fault: game.problem ?? '' };
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

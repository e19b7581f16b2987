/** A game on the Octad ROM: moves through its mailbox, and what the mailbox says about the game. */
import { failure, type Failure } from '#basics';
import {
  OCTAD_STATE_BYTES,
  octadMoveText,
  readOctadState,
  type OctadMove,
  type OctadPosition,
  type PlainKind,
} from '#chess';
import type { OctadSession } from '#engine-driver';

/** Cycles that a command without a search may take: a few seconds of machine time. */
const LIMIT = 20_000_000;
/** Kinds of piece in the numbers of the ROM. */
export const OCTAD_KINDS: readonly PlainKind[] = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'];

/** How a game ended according to the ROM; `invalid` if its mailbox holds no position. */
const OCTAD_RESULTS = ['none', 'checkmate', 'stalemate', 'dead', 'quiet', 'threefold', 'invalid'] as const;
export type OctadResult = (typeof OCTAD_RESULTS)[number];

/** The game as the mailbox shows it. It does not know the move number, which is always 1. */
export interface OctadGame {
  readonly position: OctadPosition;
  readonly result: OctadResult;
  /** Contradictions within the 74 bytes of the state, a sentence each. */
  readonly problems: readonly string[];
}

/** What the mailbox says about the game. */
export function octadGame(session: OctadSession): OctadGame {
  const { squares, castling, enPassant, problems } = readOctadState(session.readBytes('octad', OCTAD_STATE_BYTES));
  return {
    position: {
      squares,
      castling,
      enPassant,
      sideToMove: session.read('octadSide') === 0 ? 'white' : 'black',
      halfmoveClock: session.read('quietPlies'),
      moveNumber: 1,
    },
    result: OCTAD_RESULTS[session.read('result')] ?? 'invalid',
    problems,
  };
}

/** Starts a game from a position, without earlier moves. */
export function octadBegin(session: OctadSession, position: OctadPosition): Failure | undefined {
  session.setUp(position);
  session.write('quietPlies', position.halfmoveClock);
  return obey(session, 'COMMAND_POSITION', 'the position is not valid');
}

/** Starts a game from the initial position. */
export function octadNewGame(session: OctadSession): Failure | undefined {
  return obey(session, 'COMMAND_NEW', 'the ROM cannot begin a new game');
}

export function octadPlayMove(session: OctadSession, move: OctadMove): Failure | undefined {
  session.writeBytes('moveFrom', squareBytes(move.from));
  session.writeBytes('moveTo', squareBytes(move.to));
  session.write('movePromotion', move.promotion === null ? 0 : OCTAD_KINDS.indexOf(move.promotion));
  return obey(session, 'COMMAND_MOVE', `${octadMoveText(move)} is not legal`);
}

/** Takes the last move back. */
export function octadTakeBack(session: OctadSession): Failure | undefined {
  return obey(session, 'COMMAND_BACK', 'there is no move to take back');
}

/** Makes the machine play a move, searched `depth` plies deep. @param limit cycles that it may take */
export function octadGo(session: OctadSession, depth: number, limit: number): Failure | undefined {
  session.write('perftDepth', depth);
  return obey(session, 'COMMAND_GO', 'there is no legal move', limit);
}

function obey(session: OctadSession, command: string, refusal: string, limit = LIMIT): Failure | undefined {
  if (!session.command(command, limit)) return failure(`the ROM did not answer within ${limit} cycles`);
  return session.read('status') === session.symbol('STATUS_DONE') ? undefined : failure(refusal);
}

/** The board of one square, first byte first: a1 is its highest bit. */
function squareBytes(square: number): number[] {
  const board = 0x8000 >> square;
  return [board >> 8, board & 0xff];
}

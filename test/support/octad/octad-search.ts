/** The best move of a position by the Octad ROM's search to a fixed depth. */
import { failure, type Failure } from '#basics';
import { castlingPartners, octadMoves, octadMoveText, parseOfen, type OctadMove, type OctadPosition } from '#chess';
import { OCTAD_KINDS } from './octad-game.ts';
import type { OctadSession } from '#engine-driver';

/** Cycles after which a search counts as hung: an hour of machine time. */
const LIMIT = 3600 * 6_250_000;
const CASTLES = ['near', 'centre', 'far'] as const;
/** Kinds of move from this number on are castling. */
const CASTLING = 6;

interface OctadBestMove {
  /** `c1c3`, `a3a4q`, `O-O`; null if there is no legal move. */
  readonly move: string | null;
  /** In pawns, as the side to move sees it; a mate is 60 minus the plies to it. */
  readonly score: number;
  /** Leaves, modulo 65,536. */
  readonly leaves: number;
  readonly cycles: number;
}

/** Searches a position `depth` plies deep. */
export function octadBestMove(session: OctadSession, ofen: string, depth: number): OctadBestMove | Failure {
  const parsed = parseOfen(ofen);
  if ('error' in parsed) return failure(parsed.error);
  const { machine } = session;
  const { faultCount } = machine.monitor;
  const start = machine.cycle;
  session.setUp(parsed.position);
  session.write('perftDepth', depth);
  if (!session.command('COMMAND_SEARCH', LIMIT)) return failure('the ROM did not answer');
  if (session.read('status') !== session.symbol('STATUS_DONE')) return failure('the ROM refuses the search');
  if (machine.monitor.faultCount !== faultCount) return failure('the monitor counted faults of the picture');
  const byte = session.read('score');
  const move = moveOf(session, parsed.position);
  const score = byte < 0x80 ? byte : byte - 0x100;
  return { move: move && octadMoveText(move), score, leaves: session.nodes(), cycles: machine.cycle - start };
}

/** The legal move that the ROM names. */
function moveOf(session: OctadSession, position: OctadPosition): OctadMove | null {
  const from = squareOf(session, 'bestFrom');
  const to = squareOf(session, 'bestTo');
  const kind = session.read('bestKind');
  const promotion = OCTAD_KINDS[session.read('bestPromotion')];
  if (from === undefined) return null;
  const isMove = (move: OctadMove): boolean =>
    kind >= CASTLING
      ? move.castle !== null && partnerRight(position, move) === kind - CASTLING
      : move.castle === null && move.from === from && move.to === to && (move.promotion ?? 'pawn') === promotion;
  return octadMoves(position).find(isMove) ?? null;
}

/** 0 for a knight, 1 and 2 for the nearer and the farther pawn. */
function partnerRight({ squares, sideToMove }: OctadPosition, { to }: OctadMove): number {
  const partners = castlingPartners(squares, sideToMove);
  return CASTLES.findIndex((right) => partners[right] === to);
}

function squareOf(session: OctadSession, name: string): number | undefined {
  const [high = 0, low = 0] = session.readBytes(name, 2);
  const board = 256 * high + low;
  return board === 0 ? undefined : 15 - Math.floor(Math.log2(board));
}

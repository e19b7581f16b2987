/** The Octad ROM through its mailbox: a game, its moves and its state, and searches to a fixed depth. */
import { expect } from 'vitest';
import { failure, type Failure, isFailure } from '#basics';
import {
  OCTAD_STATE_BYTES,
  octadMoveText,
  readOctadState,
  castlingPartners,
  octadMoves,
  parseOfen,
  toOfen,
} from '#chess';
import type { OctadMove, OctadPosition, PlainKind } from '#chess';
import { type OctadSession, bootOctad } from '#engine-driver';
import { assemble, type Assembly } from '#assembler';
import { folderHost } from '../assembler/hosts.ts';
import { checkedAfterTest } from '../after-tests.ts';
import { good } from '#test/good.ts';

/** Cycles that a command without a search may take: a few seconds of machine time. */
const LIMIT = 20_000_000;
/** Kinds of pieces by the ROM's numbers. */
const OCTAD_KINDS: readonly PlainKind[] = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'];

/** How a game ended according to the ROM; `invalid` if its mailbox holds no position. */
const OCTAD_RESULTS = ['none', 'checkmate', 'stalemate', 'dead', 'quiet', 'threefold', 'invalid'] as const;
export type OctadResult = (typeof OCTAD_RESULTS)[number];

/** The game as the mailbox shows it. It does not know the move number, which is always 1. */
interface OctadGame {
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

/** The bitboard of one square, first byte first: a1 is its highest bit. */
export function squareBytes(square: number): number[] {
  const board = 0x8000 >> square;
  return [board >> 8, board & 0xff];
}

/** Cycles after which a search counts as hung: an hour of machine time. */
const SEARCH_LIMIT = 3600 * 6_250_000;
const CASTLES = ['near', 'centre', 'far'] as const;
/** Kinds of moves from this number on are castling. */
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
  if (isFailure(parsed)) return parsed;
  const { machine } = session;
  const { faultCount } = machine.monitor;
  const start = machine.cycle;
  session.setUp(parsed);
  session.write('perftDepth', depth);
  if (!session.command('COMMAND_SEARCH', SEARCH_LIMIT)) return failure('the ROM did not answer');
  if (session.read('status') !== session.symbol('STATUS_DONE')) return failure('the ROM refuses the search');
  if (machine.monitor.faultCount !== faultCount) return failure('the monitor counted faults of the picture');
  const byte = session.read('score');
  const move = moveOf(session, parsed);
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

let assembly: Assembly | undefined;

/** The ROM's assembly, made on first use; its timing is proven by the tests of the samples. */
export function octadAssembly(): Assembly {
  assembly ??= assemble('main.gtasm', folderHost('samples/octad'), { check: false });
  return assembly;
}

const underWatch = checkedAfterTest(({ machine }: OctadSession) =>
  expect(machine.monitor).toMatchObject({ badLines: 0, badFrames: 0 }),
);

/** A ROM that has started; at the end of the test, the monitor must have counted no bad line and no bad frame. */
export function octadSession(): OctadSession {
  return underWatch(good(bootOctad(octadAssembly())));
}

export function octadMoveNamed(position: OctadPosition, text: string): OctadMove {
  const move = octadMoves(position).find((candidate) => octadMoveText(candidate) === text);
  if (move === undefined) throw new Error(`${text} is not legal in ${toOfen(position)}`);
  return move;
}

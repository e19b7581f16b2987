/** What a search gets, limits or a level, and what it reports, with moves of three bytes. */
import type { EngineSession } from '../engine-session.ts';

/** Limits and options of one search; without a limit, the search is unlimited. */
export interface SearchLimits {
  /** Plies. */
  readonly depth?: number | undefined;
  readonly nodes?: number | undefined;
  /** Emulated seconds after which the search ends, whatever it is doing. */
  readonly seconds?: number | undefined;
  /** Emulated seconds after which no new iteration begins. */
  readonly softSeconds?: number | undefined;
  /**
   * Moves to search, in coordinate notation. All are searched if there are none, or if neither these nor the other
   * legal moves fit into ROOT_MOVES.
   */
  readonly moves?: readonly string[] | undefined;
  readonly book?: boolean | undefined;
  /** Which of its moves the book chooses, 0 to 255, together with the frame; 0 if it is left out. */
  readonly bookSeed?: number | undefined;
  /** Whether the hash table is used; it is unless this is false. */
  readonly hash?: boolean | undefined;
  /** How many of 128 moves at the root the search overlooks, as a bad player does; 0 if it is left out. */
  readonly overlooks?: number | undefined;
  /** Whether the board is dark while the engine thinks, so that the search has the time of its lines. */
  readonly dark?: boolean | undefined;
}

/** Pawns in hundredths, or moves to mate, negative if the side to move is mated. */
export type Score = { readonly cp: number } | { readonly mate: number };

/** What the search has found so far, as the side to move sees it. */
export interface SearchInfo {
  /** Completed iterations. */
  readonly depth: number;
  readonly selectiveDepth: number;
  readonly score: Score;
  readonly nodes: number;
  /** Since the search began. */
  readonly cycles: number;
  /** Emulated seconds since the search began. */
  readonly seconds: number;
  /** The move of the root that is being searched; undefined before the first one of two plies. */
  readonly currentMove: string | undefined;
  /** Legal moves in coordinate notation. */
  readonly pv: readonly string[];
}

export interface SearchResult extends SearchInfo {
  /** Undefined if there is no legal move. */
  readonly move: string | undefined;
}

/** Nodes per emulated second; 0 if no time has passed. */
export function nodesPerSecond({ nodes, seconds }: SearchInfo): number {
  return seconds === 0 ? 0 : Math.round(nodes / seconds);
}

/** Letter of a promotion, and the name of its code in the engine's sources. */
const PROMOTIONS: Readonly<Record<string, string>> = {
  q: 'CODE_QUEEN',
  r: 'CODE_ROOK',
  b: 'CODE_BISHOP',
  n: 'CODE_KNIGHT',
};

/**
 * A move in coordinate notation as three bytes of the mailbox: two squares, and the code of what a pawn becomes, or 0.
 * @param black whether it is black's
 */
export function encodeMove(session: EngineSession, move: string, black: boolean): [number, number, number] {
  const code = PROMOTIONS[move.charAt(4)];
  const promotion = code === undefined ? 0 : session.symbol(code) + (black ? 1 : 0);
  return [session.square(move.slice(0, 2)), session.square(move.slice(2, 4)), promotion];
}

/** Three bytes of the mailbox in coordinate notation; undefined if they are not a move. */
export function decodeMove(
  session: EngineSession,
  [from = 0, to = 0, promotion = 0]: readonly number[],
): string | undefined {
  const [start, end] = [session.squareName(from), session.squareName(to)];
  if (start === undefined || end === undefined || start === end) return undefined;
  const letter = Object.entries(PROMOTIONS).find(([, code]) => session.symbol(code) === (promotion & 0xfe))?.[0];
  return start + end + (promotion === 0 ? '' : (letter ?? ''));
}

/** Names of levels 1 to 8 as in the machine's menu; the strong ones are seconds per move. */
export const LEVELS: readonly string[] = ['beginner', 'easy', 'casual', '1', '5', '15', '60', '180'];
/** Frames in a second, as the machine's player counts them. */
const FRAMES = 60;

/**
 * The limits that a level gives a search without limits of its own. The numbers come from the ROM's tables by level.
 * @param level one of LEVELS
 */
export function levelLimits(session: EngineSession, level: string): SearchLimits {
  const index = LEVELS.indexOf(level);
  const [depth, overlooks] = [session.lookup('depthOfLevel', index), session.lookup('overlookedBy', index)];
  const frames = 256 * session.lookup('framesHigh', index) + session.lookup('framesLow', index);
  return { seconds: frames / FRAMES, ...(overlooks === 0 ? {} : { depth, overlooks }) };
}

/** A chess program as a match sees it, whatever protocol it speaks. */
import type { GameSoFar, Score } from '#engine-driver';
import type { CommandFailure } from '../failures.ts';

export interface PlayerLimits {
  readonly depth?: number | undefined;
  readonly nodes?: number | undefined;
  readonly seconds?: number | undefined;
}

export interface PlayedMove {
  readonly move: string;
  readonly score?: Score;
  readonly depth?: number;
  /** The program's time: emulated for the engine, real for others. */
  readonly seconds: number;
}

/** Why a program gives no move. `lost`: it resigns or breaks the rules; otherwise it can no longer play. */
export interface NoMove {
  readonly reason: string;
  readonly lost: boolean;
}

export interface Player {
  readonly name: string;
  newGame(): Promise<void>;
  /** The move for the side whose turn it is after the moves of the game. */
  think(game: GameSoFar): Promise<PlayedMove | NoMove>;
  close(): Promise<void>;
}

/** A program that has started, or why it has not. */
export type Started = Promise<Player | CommandFailure>;

/**
 * Seconds of wall-clock time that a program may take to start, or to exceed the limits of a move, before it counts as
 * stuck: an hour, since the computer may be busy with other work.
 */
export const PATIENCE = 3600;

/** A chess program as a match sees it, whatever protocol it speaks. */
import type { GameSoFar, Score } from '#engine-driver';

/** What a program may use for a move. */
export interface PlayerLimits {
  readonly depth?: number;
  readonly nodes?: number;
  readonly seconds?: number;
}

/** A move, and what the program said of it. */
export interface PlayedMove {
  readonly move: string;
  readonly score?: Score;
  readonly depth?: number;
  /** Of the program: emulated ones for the engine, real ones for others. */
  readonly seconds: number;
}

/** Why a program gives no move. `lost`: it gives the game up, or breaks its rules; else it plays no more at all. */
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

/** Seconds for a program to come up, and beyond the limits of a move: a program that needs more is stuck. */
export const PATIENCE = 600;

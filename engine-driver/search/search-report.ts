/** What a search is asked to do, and what it answers. */

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

/** Nodes for each emulated second; 0 in no time. */
export function nodesPerSecond({ nodes, seconds }: SearchInfo): number {
  return seconds === 0 ? 0 : Math.round(nodes / seconds);
}

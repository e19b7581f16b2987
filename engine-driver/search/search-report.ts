/** What a search is asked for, and what it says. */

/** Limits and choices of one search; all that is left out is unlimited. */
export interface SearchLimits {
  /** Plies. */
  readonly depth?: number | undefined;
  readonly nodes?: number | undefined;
  /** Emulated seconds after which the search ends, whatever it is doing. */
  readonly seconds?: number | undefined;
  /** Emulated seconds after which no new iteration begins. */
  readonly softSeconds?: number | undefined;
  /** Moves that are looked at, in coordinate notation; all if there are none, or more of them and of the others than ROOT_MOVES. */
  readonly moves?: readonly string[] | undefined;
  /** Whether the opening book may answer. */
  readonly book?: boolean | undefined;
  /** Whether the hash table is used; it is unless this is false. */
  readonly hash?: boolean | undefined;
  /** Of 128 moves of the root so many are not seen, as of a player who plays badly; none are if it is left out. */
  readonly overlooks?: number | undefined;
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

/** The end of a search. */
export interface SearchResult extends SearchInfo {
  /** Undefined if there is no legal move. */
  readonly move: string | undefined;
}

/** Nodes for each emulated second; 0 in no time. */
export function nodesPerSecond({ nodes, seconds }: SearchInfo): number {
  return seconds === 0 ? 0 : Math.round(nodes / seconds);
}

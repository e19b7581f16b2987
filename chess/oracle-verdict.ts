/** The result of comparing tables in RAM with the board, as plain JSON. */
import type { SquareNumber } from '#basics';

/**
 * Neighbour table and attack maps compared with what the board implies. While a running program is updating them, they
 * may differ without being wrong.
 */
export interface OracleVerdict {
  /** Bytes compared, and how many of them differ. */
  readonly compared: number;
  readonly differing: number;
  readonly differences: readonly TableDifference[];
}

/** One entry of a table that is not what the board implies. */
export interface TableDifference {
  readonly table: string;
  /** Square number, the index of the entry. */
  readonly square: SquareNumber;
  /** `a1` … `h8`, or null off the board. */
  readonly name: string | null;
  readonly expected: number;
  readonly actual: number;
  /** The difference in words: `ne missing`, `pawn:nw too many`, `h4 instead of e4`. */
  readonly detail: string;
}

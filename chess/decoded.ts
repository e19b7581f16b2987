/**
 * What the decoders return: the program's chess tables as plain JSON, ready for a message to a view.
 *
 * Squares and pieces appear with the numbers that are in RAM, so that a view can show both the meaning and the byte;
 * `name` is `a1` … `h8` on the board and null off it. What a program does not declare is null or absent, and what does
 * not fit together is a sentence in `problems` or beside the entry. Types only; decode.ts makes the values.
 */
import type { RamAddress, SquareNumber } from '#basics';
import type { Side } from './plain-piece.ts';
import type { Lens } from './lens/lens.ts';
import type { Turn } from './chesster/turn-word.ts';

export type { Side };

/** North is towards the eighth rank, east towards the h-file. */
export type Direction = 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w' | 'nw';

/** Where a square number lies: on the 64 squares, on the ring around them, farther out, or nowhere on the grid. */
export type Place = 'board' | 'guard' | 'beyond' | 'nowhere';

export interface SquareRef {
  /** The number as the program uses it. */
  readonly number: SquareNumber;
  readonly place: Place;
  /** `a1` … `h8`, or null off the board. */
  readonly name: string | null;
}

export interface PieceRef {
  /** The code as it is on the board, colour bit included. */
  readonly code: number;
  /** The declared name of the kind: `king`, `queen` … `pawn`. */
  readonly kind: string;
  readonly side: Side;
}

export interface DecodedTables {
  /** How squares are numbered; null if the program does not declare it (nothing over squares is decoded then). */
  readonly geometry: Geometry | null;
  readonly board: Board | null;
  /** In the order of declaration. */
  readonly attackMaps: readonly AttackMap[];
  readonly pieceLists: PieceLists | null;
  readonly neighbours: NeighbourTable | null;
  /** The turns played so far; null if the program keeps no turn words. */
  readonly game: GameRecord | null;
  /** The search of a program that thinks; null if the program declares none. */
  readonly search: SearchTables | null;
  /** Boards and words of bits, in the order of declaration. */
  readonly bits: readonly DecodedBits[];
  /**
   * How neighbour table and attack maps compare with those built again from the board; null if there is nothing to
   * compare.
   */
  readonly oracle: OracleVerdict | null;
  /** One sentence each: what is missing or does not fit together. */
  readonly problems: readonly string[];
}

/** A declared board or word of bits as it lies in RAM; the functions of lens/ say what it means. */
export interface DecodedBits extends Lens {
  /** `occupied`, or `boards[3]` with the index of an entry. */
  readonly name: string;
  /** RAM address of the first byte. */
  readonly address: RamAddress;
  /** The bank that has it; absent below $8000. */
  readonly bank?: number | undefined;
  /** As they lie in RAM. */
  readonly bytes: readonly number[];
}

export interface Geometry {
  readonly a1: SquareNumber;
  readonly fileStep: number;
  readonly rankStep: number;
}

export interface Board {
  /** Name of the table in the source. */
  readonly table: string;
  /** The 64 squares (a1, b1 … h8) and then the declared part of the ring of edge guards, ascending. */
  readonly squares: readonly BoardSquare[];
  /** The node of a search whose position it is, with the move that led there; null for the position of the game. */
  readonly node: { readonly ply: number; readonly move: SearchMove | null } | null;
  /** Each null if the program declares no such byte. */
  readonly sideToMove: Side | null;
  /** Rights in FEN letters, in the order KQkq; `-` if none. */
  readonly castling: string | null;
  readonly enPassant: SquareByte | null;
  readonly cursor: SquareByte | null;
}

export interface BoardSquare extends SquareRef {
  /** The byte in RAM. */
  readonly code: number;
  readonly content: 'piece' | 'empty' | 'guard' | 'unknown';
  readonly piece: PieceRef | null;
}

/** A variable that holds a square; `square` is null if the byte is not a square of the board (none, by convention). */
export interface SquareByte {
  readonly value: number;
  readonly square: SquareRef | null;
}

export interface AttackMap {
  /** Name of the table in the source. */
  readonly table: string;
  readonly side: Side;
  /**
   * Attacks of sliders by direction, valid on occupied squares and guards only; attacks of leapers by piece, and of
   * pawns by direction, valid on every square.
   */
  readonly attackers: 'sliders' | 'leapers';
  /** Meaning of bit 0 … bit 7 as declared, an empty string where a bit has none. */
  readonly labels: readonly string[];
  /** The declared squares, ascending: board, guards, and what lies beyond. */
  readonly squares: readonly AttackSquare[];
}

export interface AttackSquare extends SquareRef {
  /** The byte in RAM. */
  readonly value: number;
  /** Whether the program keeps this byte up to date (see `attackers`). */
  readonly faithful: boolean;
  /** The bits that are set, least significant first. */
  readonly bits: readonly AttackBit[];
}

export interface AttackBit {
  /** Bit number 0..7. */
  readonly bit: number;
  /** As declared: `ne`, `pawn:nw`, `piece:3a`, `piece`, or empty. */
  readonly label: string;
  readonly meaning: 'slider' | 'pawn' | 'piece' | 'flag' | 'unused';
  /** Direction in which the attacker moves, for sliders and pawns. */
  readonly direction: Direction | null;
  /** Piece index of the attacker with the colour bit, where the bit names a piece or the attacker's square shows it. */
  readonly piece: PieceRef | null;
  /** The attacker's square, where board and lists show it. */
  readonly from: SquareRef | null;
}

export interface PieceLists {
  /** Names of the tables in the source, whose index is the piece's; null if not declared. */
  readonly tables: Readonly<Record<'next' | 'previous' | 'location' | 'attackBit', string | null>>;
  readonly white: PieceList;
  readonly black: PieceList;
}

export interface PieceList {
  readonly side: Side;
  /** Piece indices in link order from the king on, dummy cell included; cut where a link repeats or leads nowhere. */
  readonly order: readonly number[];
  /** How the walk ended: at the end mark, in a loop, or at a link that is not a piece of this side. */
  readonly end: 'complete' | 'loop' | 'broken';
  /** Every declared entry of this side, ascending index. */
  readonly slots: readonly PieceSlot[];
  /** Declared chains of free entries, such as promotion slots, in link order. */
  readonly freeChains: readonly { readonly table: string; readonly order: readonly number[] }[];
}

/**
 * `listed`: in the list, on the board; `pre-promoted`: the same for a pawn on the 7th rank in its own entry; `dummy`:
 * the cell between pieces and pawns; `free`: a spare entry for promotion; `removed`: not in the list (captured, or its
 * pawn lives on as a pre-promoted one); `broken`: links, location or board disagree, `problem` says how.
 */
export type SlotState = 'listed' | 'pre-promoted' | 'dummy' | 'free' | 'removed' | 'broken';

export interface PieceSlot {
  /** Piece index with the colour bit. */
  readonly index: number;
  readonly kind: string;
  /** As declared, such as `slot`. */
  readonly note: string;
  readonly state: SlotState;
  /** The square that its location names; null if no location is declared. */
  readonly square: SquareRef | null;
  /** Links and attack bit as they are in RAM; null if not declared. */
  readonly next: number | null;
  readonly previous: number | null;
  readonly attackBit: number | null;
  /** Why it is broken, one sentence; otherwise null. */
  readonly problem: string | null;
}

export interface NeighbourTable {
  /** Board squares (a1, b1 … h8), then guards, ascending. */
  readonly squares: readonly NeighbourSquare[];
}

export interface NeighbourSquare extends SquareRef {
  /** Whether the links are in use: on occupied squares and edge guards. Those of an empty square are left over. */
  readonly linked: boolean;
  /** By declared direction; entries that lead nowhere by design (a guard's outward side) are left out. */
  readonly links: readonly NeighbourLink[];
}

export interface NeighbourLink {
  /** Name of the table in the source; the square is the index. */
  readonly table: string;
  readonly direction: Direction;
  readonly to: SquareRef;
  /** Whether the opposite link of `to` leads back; null on empty squares and where that direction is not declared. */
  readonly symmetric: boolean | null;
}

/** As much of the game as the program keeps. */
export interface GameRecord {
  /** Name of the table in the source, the first if there are several. */
  readonly table: string;
  readonly turns: readonly PlayedTurn[];
  /** How many turns can be kept; when there are more, the oldest are gone. */
  readonly capacity: number;
  /** Why earlier turns of the record cannot be read, one sentence; otherwise null. */
  readonly problem: string | null;
}

/** A turn of the record, and its words. */
export interface PlayedTurn extends Turn {
  /** Where it is kept: name of the table in the source, and index. */
  readonly entry: { readonly table: string; readonly index: number };
  /** The turn word, 30 bits. */
  readonly word: number;
  /** The move in coordinate notation: `e2e4`, `e7e8q`. */
  readonly text: string;
}

/** What a search has found, and where it is. What is not declared is null. */
export interface SearchTables {
  /** Plies from the root to the current node. */
  readonly ply: number | null;
  readonly nodes: number | null;
  /** Frames of the picture since the search began. */
  readonly frames: number | null;
  /** Completed iterations. */
  readonly depth: number | null;
  readonly selectiveDepth: number | null;
  /** In the program's units, as the side to move sees it. */
  readonly score: number | null;
  /** What the score says to people: pawns with two decimals, or moves to mate; the score where units are not declared. */
  readonly worth: string;
  readonly hash: { readonly used: number; readonly entries: number } | null;
  /** The principal variation. */
  readonly line: readonly SearchMove[];
  /** The pieces where the search began, as the first field of a FEN; declared with `fen=board`. */
  readonly root: string | null;
  /** The nodes on the way to the current one, the root first; then the current one, if the program says where it is. */
  readonly plies: readonly SearchPly[];
}

export interface SearchMove {
  readonly from: SquareRef;
  readonly to: SquareRef;
  /** In coordinate notation: `e2e4`, `e7e8q`. */
  readonly text: string;
}

/** What a node keeps while deeper ones are searched. */
export interface SearchPly {
  readonly ply: number;
  /** The move that leads to the next ply; null if there is none, as for a null move. */
  readonly move: SearchMove | null;
  readonly best: SearchMove | null;
  /** The other values by their declared names, in the order of declaration. */
  readonly values: readonly SearchValue[];
}

export interface SearchValue {
  /** Where it is kept, by the names of the source: `frameAlpha[3]`. */
  readonly place: string;
  readonly name: string;
  readonly value: number;
  readonly isScore: boolean;
  /** Of a ROM address: the label there, or the nearest before it in its page; otherwise null. */
  readonly label: string | null;
}

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

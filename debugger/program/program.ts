/**
 * A loaded program: its words and, as far as it is known, what they mean.
 */
import { DEBUG_INFO_FORMAT, DEBUG_INFO_VERSION, NO_DECLARATIONS, type DebugInfo, type TestProgram } from '#assembler';
import { Meanings } from './meaning.ts';
import { SourceMap } from './source-map.ts';
import { Symbols } from './symbols.ts';

export interface Program {
  /** Path of the file that was launched. */
  readonly path: string;
  readonly rom: Uint16Array;
  readonly info: DebugInfo;
  readonly sources: SourceMap;
  readonly symbols: Symbols;
  readonly meanings: Meanings;
  /** The proof of its timing, to be made piece by piece while it runs; absent where there are no sources. */
  readonly proof?: Generator<void, void>;
  /** The tests of its source; absent where there are no sources. */
  readonly tests?: TestProgram;
}

/** @param folder absolute path to which the debug information's source paths are relative */
export function createProgram(path: string, rom: Uint16Array, info: DebugInfo, folder: string): Program {
  return {
    path,
    rom,
    info,
    sources: new SourceMap(info, folder),
    symbols: new Symbols(info),
    meanings: new Meanings(info),
  };
}

/** What is known of a ROM image that comes alone: nothing. */
export const NO_DEBUG_INFO: DebugInfo = {
  format: DEBUG_INFO_FORMAT,
  version: DEBUG_INFO_VERSION,
  imageHash: '',
  sources: [],
  lines: [],
  symbols: [],
  routines: [],
  tables: [],
  squares: null,
  sets: [],
  pieces: null,
  timing: [],
  handler: null,
  declarations: NO_DECLARATIONS,
};

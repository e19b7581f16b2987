/** A loaded program: its words and, as far as known, what they mean. */
import { type DebugInfo, findInterpreter, type Interpreter, type TestProgram } from '#assembler';
import type { RamIndex } from '#basics';
import { checkBranch, type PlacedCheck } from '#isa';
import { SourceMap } from './source-map.ts';
import { Symbols, ProgramNames } from './symbols.ts';
import { Meanings } from './meaning.ts';

export interface Program {
  readonly path: string;
  readonly rom: Uint16Array;
  readonly info: DebugInfo;
  readonly sources: SourceMap;
  readonly symbols: Symbols;
  readonly meanings: Meanings;
  /** Declared time checks of three words, by their branches. */
  readonly shortChecks: ReadonlyMap<number, PlacedCheck>;
  readonly interpreter: Interpreter | undefined;
  /** Names in the programs that the vCPU runs. */
  readonly vcpu: ProgramNames;
  /** The timing proof, to be made piece by piece while the program runs; absent if there are no sources. */
  readonly proof?: Generator<void, void>;
  /** FNV-1a 64 of the sources, by path without root; absent if none are known. */
  readonly sourceHashes?: ReadonlyMap<string, string>;
  /** The tests of its source; absent if there are no sources. */
  readonly tests?: TestProgram;
}

/** @param folder absolute path to which the debug information's source paths are relative */
export function createProgram(path: string, rom: Uint16Array, info: DebugInfo, folder: string): Program {
  const shorts = info.declarations.checks.filter(({ form }) => form === 'short');
  return {
    path,
    rom,
    info,
    sources: new SourceMap(info, folder),
    symbols: new Symbols(info),
    meanings: new Meanings(info),
    shortChecks: new Map(shorts.map((check) => [checkBranch(check), check])),
    interpreter: findInterpreter(rom),
    vcpu: new ProgramNames(info, undefined),
  };
}

/** Why the program has stopped; becomes the protocol's `stopped` event. */
export interface Stop {
  readonly reason:
    | 'entry'
    | 'step'
    | 'pause'
    | 'goto'
    | 'restart'
    | 'breakpoint'
    | 'function breakpoint'
    | 'instruction breakpoint'
    | 'data breakpoint'
    | 'exception';
  /** A text for people, if the reason alone does not say enough. */
  readonly description?: string;
  readonly text?: string;
  /** A sentence to bring to the user's attention: what was asked for could not be done. */
  readonly notice?: string | undefined;
  /** What to tell of an exception beyond `description` and `text`, in the protocol's terms. */
  readonly exception?: { readonly exceptionId?: string; readonly description?: string };
  /** Of a broken invariant: index of the first wrong byte in RAM, and what it holds. */
  readonly wrongByte?: { readonly index: RamIndex; readonly found: number };
  readonly breakpointIds?: readonly number[];
  /** How many macro texts around the word have not been entered yet, as the user sees it. */
  readonly hiddenMacros?: number;
}

/** What `run` runs: a ROM image, or a source, which is assembled first and brings its names. */
import { isFailure } from '#basics';
import { pathToFileURL } from 'node:url';
import { libraryName, resolvePath, type Assembly, type DebugInfo, type DebugTable } from '#assembler';
import { commandFailure, fail, type Output, type Status } from '../output.ts';
import { printDiagnostic } from '../report.ts';
import { readRom } from '../rom-file.ts';
import { assembleFile, parseDefines, shownPath } from '../source-files.ts';

/** Extensions of source files. */
const SOURCE = /\.(gtasm|asm|s)$/i;

/** Whether a path names a source, which is assembled first. */
export function isSource(path: string): boolean {
  return SOURCE.test(path);
}

/** An image, with the names and lines of its source if there is one. */
export interface RunnableProgram {
  readonly rom: Uint16Array;
  readonly names: ProgramNames | undefined;
  /** Whether the source has errors with which it can still run: a wrong timing. */
  readonly hasErrors: boolean;
}

/** Names and lines of an assembled program. */
export class ProgramNames {
  private readonly ownInfo: DebugInfo;
  private readonly main: string;
  private readonly lines: ReadonlyMap<number, DebugInfo['lines'][number]>;

  constructor({ debugInfo, main }: Assembly) {
    this.ownInfo = debugInfo;
    this.main = main;
    this.lines = new Map(debugInfo.lines.map((line) => [line.address, line]));
  }

  /** `file:line` of the word at a ROM address; undefined if no source put one. */
  place(address: number): string | undefined {
    const line = this.lines.get(address);
    const source = line && this.ownInfo.sources[line.source];
    const path = source && resolvePath(this.main, source.path);
    return line && path && `${shownPath(path)}:${line.line + 1}`;
  }

  /** ROM address of a label. */
  label(name: string): number | undefined {
    return this.ownInfo.symbols.find((symbol) => symbol.name === name && /^(label|local)$/.test(symbol.kind))?.value;
  }

  /** Everything that is known about the program. */
  get info(): DebugInfo {
    return this.ownInfo;
  }

  /** A path of the debug information, as the user knows the file. */
  shown(path: string): string {
    return shownPath(resolvePath(this.main, path) ?? path);
  }

  /** The same as a URL; of a library, its name. */
  url(path: string): string {
    const resolved = resolvePath(this.main, path) ?? path;
    return this.isLibrary(path) ? shownPath(resolved) : pathToFileURL(resolved).href;
  }

  /** Whether a path of the debug information is a library's, which is in no folder. */
  isLibrary(path: string): boolean {
    return libraryName(resolvePath(this.main, path) ?? path) !== undefined;
  }

  /** What the source declares about a run. */
  get declarations(): DebugInfo['declarations'] {
    return this.ownInfo.declarations;
  }

  /** Declaration of a piece of RAM. */
  table(name: string): DebugTable | undefined {
    return this.ownInfo.tables.find((table) => table.name === name);
  }
}

/**
 * Reads or assembles a program; findings are printed.
 *
 * A program with wrong timing is run anyway, as in the debugger, so that one can see what is wrong.
 * @param defines the values of `-D`
 * @returns the status to end with if there is nothing to run
 */
export function loadProgram(file: string, defines: readonly string[], output: Output): RunnableProgram | Status {
  const constants = parseDefines(defines);
  if (isFailure(constants)) return fail(output, constants);
  if (isSource(file)) return assembleProgram(file, constants, output);
  if (defines.length > 0) return fail(output, commandFailure(2, `-D needs a source, and ${file} is an image`));
  const rom = readRom(file);
  return isFailure(rom) ? fail(output, rom) : { rom, names: undefined, hasErrors: false };
}

function assembleProgram(file: string, defines: Record<string, number>, output: Output): RunnableProgram | Status {
  const assembly = assembleFile(file, { defines, check: false });
  if (isFailure(assembly)) return fail(output, assembly);
  const rom = assembly.hasErrors ? undefined : assembly.image.slice();
  const checked = assembly.checked();
  for (const diagnostic of checked.diagnostics) printDiagnostic(output, diagnostic);
  if (rom === undefined) return fail(output, commandFailure(1, `${file} has errors and is not run`));
  if (assembly.words === 0) return fail(output, commandFailure(1, `${file} has no words to run`));
  // Declarations are known only once the timing has been checked.
  return { rom, names: new ProgramNames(checked), hasErrors: checked.hasErrors };
}

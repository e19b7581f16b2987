/** What `run` runs: a ROM image, perhaps with debug information, or a source, which is assembled and brings names. */
import type { Command } from 'commander';
import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { closestName, isFailure } from '#basics';
import { libraryName, readDebugInfo, resolvePath } from '#assembler';
import type { AssembleOptions, DebugInfo, DebugTable } from '#assembler';
import { imageHash, loadRom } from '#isa';
import { kindOf, shownName } from '#files';
import { commandFailure, type CommandFailure, type Output } from '../output.ts';
import { printDiagnostic } from '../report.ts';
import { assembleBytes, notSource, reportUnused, shownPath } from '../source-files.ts';
import { addSourceOptions, assembleOptions, type SourceOptions } from '../source-options.ts';

/** An image, with the names and lines of its source if there is one. */
export interface RunnableProgram {
  readonly rom: Uint16Array;
  readonly names: ProgramNames | undefined;
  /** Whether the source has errors with which it can still run: a wrong timing. */
  readonly hasErrors: boolean;
}

export interface ProgramOptions extends SourceOptions {
  readonly debugInfo?: string;
}

export function addProgramOptions(command: Command): Command {
  return addSourceOptions(command).option(
    '--debug-info <file>',
    'names and lines of an image: debug information, as asm --debug writes it',
  );
}

/** Refuses an option that asks for names. @param lack what an image does not do or have, such as `has no labels` */
export function needsNames(option: string, lack: string): CommandFailure {
  return commandFailure(2, `${option} needs a source, or an image with --debug-info: an image alone ${lack}`);
}

export class ProgramNames {
  private readonly lines: ReadonlyMap<number, DebugInfo['lines'][number]>;

  /** @param main path of the main file, from which the paths of the others lead */
  constructor(
    readonly info: DebugInfo,
    private readonly main: string,
  ) {
    this.lines = new Map(info.lines.map((line) => [line.address, line]));
  }

  /** `file:line` of the word at a ROM address; undefined if no source put one. */
  place(address: number): string | undefined {
    const line = this.lines.get(address);
    const source = line && this.info.sources[line.source];
    const path = source && resolvePath(this.main, source.path);
    return line && path && `${shownPath(path)}:${line.line + 1}`;
  }

  label(name: string): number | undefined {
    return this.labels.find((symbol) => symbol.name === name)?.value;
  }

  /** The label that was probably meant: a local one without its routine, or one that differs by a few letters. */
  labelLike(name: string): string | undefined {
    const names = this.labels.map((symbol) => symbol.name);
    return names.find((each) => name.startsWith('.') && each.endsWith(name)) ?? closestName(name, names);
  }

  private get labels(): readonly DebugInfo['symbols'][number][] {
    return this.info.symbols.filter(({ kind }) => kind === 'label' || kind === 'local');
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

  table(name: string): DebugTable | undefined {
    return this.info.tables.find((table) => table.name === name);
  }
}

/**
 * Reads or assembles a program; findings are printed.
 *
 * A program with wrong timing is run anyway, as in the debugger, so that one can see what is wrong.
 */
export function loadProgram(file: string, options: ProgramOptions, output: Output): RunnableProgram | CommandFailure {
  const wanted = assembleOptions(options);
  if (isFailure(wanted)) return wanted;
  const bytes = output.files.readBytes(file);
  if (isFailure(bytes)) return bytes;
  const name = shownName(file);
  switch (kindOf(file, bytes)) {
    case 'text':
    case 'source':
      if (options.debugInfo === undefined) return assembleProgram(file, bytes, wanted, output);
      return (
        notSource(file, bytes) ??
        commandFailure(2, `debug information needs an image: ${name} is a source, which brings its own names`)
      );
    case 'image':
      if (options.define === undefined) return loadImage(file, bytes, options.debugInfo, output);
      return commandFailure(2, `-D needs a source, and ${name} is an image`);
    case 'gt1': {
      const how = `run a system ROM, and send it with --load ${name}`;
      return commandFailure(2, `${name} is a program for the vCPU, which cannot run alone: ${how}`);
    }
  }
}

function loadImage(
  file: string,
  bytes: Uint8Array,
  infoFile: string | undefined,
  output: Output,
): RunnableProgram | CommandFailure {
  const image = loadRom(bytes);
  if (isFailure(image)) return commandFailure(2, `${shownName(file)}: ${image.message}`);
  const names = infoFile === undefined ? undefined : namesOfImage(file, image.rom, infoFile, output);
  if (isFailure(names)) return names;
  return { rom: image.rom, names, hasErrors: false };
}

function namesOfImage(
  file: string,
  rom: Uint16Array,
  infoFile: string,
  { files }: Output,
): ProgramNames | CommandFailure {
  const text = files.readText(infoFile);
  if (isFailure(text)) return text;
  const info = readDebugInfo(text);
  if (isFailure(info)) return commandFailure(2, `${shownName(infoFile)} ${info.message}`);
  if (info.imageHash !== imageHash(rom))
    return commandFailure(2, `${shownName(infoFile)} describes another image than ${shownName(file)}`);
  return new ProgramNames(info, mainFileOf(info, [infoFile, file]));
}

/** The main file, in the folder that source paths start from: that of a product of the build, or the folder above. */
function mainFileOf({ sources }: DebugInfo, products: readonly string[]): string {
  const main = sources[0]?.path ?? '';
  const folders = products.map((file) => dirname(resolve(file))).flatMap((folder) => [folder, dirname(folder)]);
  const folder = folders.find((each) => existsSync(resolve(each, main))) ?? folders[0] ?? '';
  return resolve(folder, basename(main)).replaceAll('\\', '/');
}

function assembleProgram(
  file: string,
  bytes: Uint8Array,
  options: AssembleOptions,
  output: Output,
): RunnableProgram | CommandFailure {
  const assembly = assembleBytes(file, bytes, output.files, { ...options, check: false });
  if (isFailure(assembly)) return assembly;
  const rom = assembly.hasErrors ? undefined : assembly.image.slice();
  const checked = assembly.checked();
  reportUnused([assembly], options, output);
  for (const diagnostic of checked.diagnostics) printDiagnostic(output, diagnostic);
  if (rom === undefined) return commandFailure(1, `${file} has errors and cannot run`);
  if (assembly.words === 0) return commandFailure(1, `${file} has no words to run`);
  // Declarations are known only once the timing has been checked.
  return { rom, names: new ProgramNames(checked.debugInfo, checked.main), hasErrors: checked.hasErrors };
}

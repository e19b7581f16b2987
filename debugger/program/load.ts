/** Loads what a launch configuration names: a source, assembled first, or a ROM image. */
import { readSymbols, type SymbolNames, NO_DEBUG_INFO, readDebugInfo } from '#assembler';
import { isFailure } from '#basics';
import { parseInputScript, type InputEvent } from '#emulator';
import { imageHash, loadRom } from '#isa';
import { kindOf, textOf, type FileKind } from '#files';
import { documentBeside } from '#python';
import type { Host } from '../connection/host.ts';
import { failures, type RequestFailure } from '../errors.ts';
import { loadSourceProgram, type Loading } from './load-source.ts';
import { folderOf, resolvePath, splitRoot } from './paths.ts';
import { type Program, createProgram } from './program.ts';
import { ProgramNames } from './symbols.ts';

export interface Loaded {
  readonly program: Program;
  readonly input: readonly InputEvent[];
  /** The content of the `.gt1` file to start. */
  readonly gt1: Uint8Array | undefined;
}

export async function load(loading: Loading): Promise<Loaded | RequestFailure> {
  const program = await loadProgram(loading);
  if (isFailure(program)) return program;
  const input = await loadInput(loading);
  if (isFailure(input)) return input;
  const gt1 = await loadGt1(loading);
  return isFailure(gt1) ? gt1 : { program, input, gt1 };
}

async function loadProgram(loading: Loading): Promise<Program | RequestFailure> {
  const { options, host } = loading;
  const path = options.program;
  const content = await host.readFile(path);
  if (isFailure(content)) return failures.noProgramFile(path, content.message);
  const program = await loadKind(kindOf(path, content.bytes), content, loading);
  if (isFailure(program)) return program;
  // The sources are known also by their paths without symbolic links.
  for (const [source, file] of program.sources.paths.entries())
    if (host.realPath !== undefined) program.sources.addName(source, await host.realPath(file));
  const names = await loadNames(loading);
  if (isFailure(names)) return names;
  return names === undefined ? program : { ...program, vcpu: new ProgramNames(program.info, names) };
}

async function loadKind(kind: FileKind, content: { readonly bytes: Uint8Array }, loading: Loading) {
  const path = loading.options.program;
  switch (kind) {
    case 'image':
      return loadRomProgram(content.bytes, loading);
    case 'source':
      return loadSourceProgram(content, loading);
    case 'gt1':
      return failures.onlyForRom(path);
    case 'text':
      return /\.py$/i.test(path) ? failures.onlyBuilt(path) : failures.notAProgram(path);
  }
}

/** A file that the configuration names beside the program. @param missing makes the failure if it cannot be read */
export async function readBeside(
  file: string,
  { options, host }: Pick<Loading, 'options' | 'host'>,
  missing: (path: string, reason: string) => RequestFailure,
): Promise<{ readonly path: string; readonly bytes: Uint8Array } | RequestFailure> {
  const path = resolvePath(folderOf(options.program), file);
  const content = await host.readFile(path);
  return isFailure(content) ? missing(path, content.message) : { path, bytes: content.bytes };
}

async function loadNames(loading: Loading): Promise<SymbolNames | undefined | RequestFailure> {
  const { symbols = [] } = loading.options;
  if (symbols.length === 0) return undefined;
  const texts: { name: string; text: string }[] = [];
  for (const file of symbols) {
    const read = await readBeside(file, loading, failures.noSymbolFile);
    if (isFailure(read)) return read;
    const decoded = textOf(read.bytes);
    if (isFailure(decoded)) return failures.badSymbolFile(`${read.path}: ${decoded.message}`);
    texts.push({ name: read.path, text: decoded.text });
  }
  const names = readSymbols(texts);
  return isFailure(names) ? failures.badSymbolFile(names.message) : names;
}

async function loadGt1(loading: Loading): Promise<Uint8Array | undefined | RequestFailure> {
  const { load: file } = loading.options;
  const read = file === undefined ? undefined : await readBeside(file, loading, failures.noGt1File);
  return isFailure(read) ? read : read?.bytes;
}

async function loadInput(loading: Loading): Promise<readonly InputEvent[] | RequestFailure> {
  const { input } = loading.options;
  if (input === undefined) return [];
  const read = await readBeside(input, loading, failures.noInputFile);
  if (isFailure(read)) return read;
  const decoded = textOf(read.bytes);
  if (isFailure(decoded)) return failures.badInputScript(read.path, `${decoded.message}.`);
  const script = parseInputScript(decoded.text);
  return isFailure(script) ? failures.badInputScript(read.path, script.message) : script.events;
}

async function loadRomProgram(bytes: Uint8Array, { options, host }: Loading): Promise<Program | RequestFailure> {
  const path = options.program;
  const loaded = loadRom(bytes);
  if (isFailure(loaded)) return failures.badRom(path, loaded.message);
  const { build, debugInfo = build === undefined ? undefined : documentBeside(path) } = options;
  if (debugInfo === undefined) return createProgram(path, loaded.rom, NO_DEBUG_INFO, folderOf(path));
  const missing = build === undefined ? failures.noDebugInfoFile : failures.builtNothing;
  const read = await readBeside(debugInfo, { options, host }, missing);
  if (isFailure(read)) return read;
  const { path: infoPath } = read;
  const info = readDebugInfo(new TextDecoder().decode(read.bytes));
  if (isFailure(info)) return failures.badDebugInfo(infoPath, info.message);
  if (info.imageHash !== imageHash(loaded.rom)) return failures.debugInfoOfOtherImage(infoPath, path);
  const folder = await sourceFolder(info.sources[0]?.path, [folderOf(infoPath), folderOf(path)], host);
  const hashes = info.sources.map((source) => [splitRoot(resolvePath(folder, source.path)).rest, source.hash] as const);
  return { ...createProgram(path, loaded.rom, info, folder), sourceHashes: new Map(hashes) };
}

/**
 * The folder of the sources. Source paths are relative to the main file, and results may have been written beside it or
 * into a folder below; the first place where the main file is found counts.
 */
async function sourceFolder(main: string | undefined, folders: readonly string[], host: Host): Promise<string> {
  for (const folder of folders.flatMap((folder) => [folder, folderOf(folder)])) {
    if (main !== undefined && 'bytes' in (await host.readFile(resolvePath(folder, main)))) return folder;
  }
  return folders[0] ?? '';
}

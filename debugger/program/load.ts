/** Loads what a launch configuration names: a source, assembled first, or a ROM image. */
import { readSymbols, type SymbolNames, NO_DEBUG_INFO, readDebugInfo, type DebugInfo } from '#assembler';
import { isFailure } from '#basics';
import { parseInputScript, type InputEvent } from '#emulator';
import { imageHash, loadRom } from '#isa';
import { kindOf, textOf, type FileKind } from '#files';
import { documentBeside } from '#python';
import type { Host } from '../connection/host.ts';
import { failures, type RequestFailure } from '../errors.ts';
import type { LaunchOptions } from './launch-options.ts';
import { loadSourceProgram, type AssemblyHolder, type ReportDiagnostic } from './load-source.ts';
import { folderOf, resolvePath, splitRoot } from './paths.ts';
import { type Program, createProgram } from './program.ts';
import { ProgramNames } from './symbols.ts';

export interface Loaded {
  readonly program: Program;
  readonly input: readonly InputEvent[];
  /** The content of the `.gt1` file to start. */
  readonly gt1: Uint8Array | undefined;
}

export async function load(
  options: LaunchOptions,
  host: Host,
  report: ReportDiagnostic,
  holder: AssemblyHolder,
): Promise<Loaded | RequestFailure> {
  const program = await loadProgram(options, host, report, holder);
  if (isFailure(program)) return program;
  const input = await loadInput(options, host);
  if (isFailure(input)) return input;
  const gt1 = await loadGt1(options, host);
  return isFailure(gt1) ? gt1 : { program, input, gt1 };
}

async function loadProgram(
  options: LaunchOptions,
  host: Host,
  report: ReportDiagnostic,
  holder: AssemblyHolder,
): Promise<Program | RequestFailure> {
  const path = options.program;
  const content = await host.readFile(path);
  if (isFailure(content)) return failures.noProgramFile(path, content.message);
  const program = await loadKind(kindOf(path, content.bytes), content, options, host, report, holder);
  if (isFailure(program)) return program;
  await nameReally(program, host);
  const names = await loadNames(options, host);
  if (isFailure(names)) return names;
  return names === undefined ? program : { ...program, vcpu: new ProgramNames(program.info, names) };
}

async function loadKind(
  kind: FileKind,
  content: { readonly bytes: Uint8Array },
  options: LaunchOptions,
  host: Host,
  report: ReportDiagnostic,
  holder: AssemblyHolder,
): Promise<Program | RequestFailure> {
  switch (kind) {
    case 'image':
      return loadRomProgram(options, content.bytes, host);
    case 'source':
      return loadSourceProgram(options, content, host, report, holder);
    case 'gt1':
      return failures.onlyForRom(options.program);
    case 'text':
      return /\.py$/i.test(options.program)
        ? failures.onlyBuilt(options.program)
        : failures.notAProgram(options.program);
  }
}

/** Makes the sources known also by their paths without symbolic links. */
async function nameReally({ sources }: Program, host: Host): Promise<void> {
  if (host.realPath === undefined) return;
  for (const [source, path] of sources.paths.entries()) sources.addName(source, await host.realPath(path));
}

async function loadNames(
  { symbols, program }: LaunchOptions,
  host: Host,
): Promise<SymbolNames | undefined | RequestFailure> {
  if (symbols === undefined || symbols.length === 0) return undefined;
  const texts: { name: string; text: string }[] = [];
  for (const file of symbols) {
    const path = resolvePath(folderOf(program), file);
    const content = await host.readFile(path);
    if (isFailure(content)) return failures.noSymbolFile(path, content.message);
    const decoded = textOf(content.bytes);
    if (isFailure(decoded)) return failures.badSymbolFile(`${path}: ${decoded.message}`);
    texts.push({ name: path, text: decoded.text });
  }
  const names = readSymbols(texts);
  return isFailure(names) ? failures.badSymbolFile(names.message) : names;
}

async function loadGt1(
  { load: file, program }: LaunchOptions,
  host: Host,
): Promise<Uint8Array | undefined | RequestFailure> {
  if (file === undefined) return undefined;
  const path = resolvePath(folderOf(program), file);
  const content = await host.readFile(path);
  return isFailure(content) ? failures.noGt1File(path, content.message) : content.bytes;
}

async function loadInput(
  { input, program }: LaunchOptions,
  host: Host,
): Promise<readonly InputEvent[] | RequestFailure> {
  if (input === undefined) return [];
  const path = resolvePath(folderOf(program), input);
  const content = await host.readFile(path);
  if (isFailure(content)) return failures.noInputFile(path, content.message);
  const decoded = textOf(content.bytes);
  if (isFailure(decoded)) return failures.badInputScript(path, `${decoded.message}.`);
  const script = parseInputScript(decoded.text);
  return isFailure(script) ? failures.badInputScript(path, script.message) : script.events;
}

async function loadRomProgram(
  options: LaunchOptions,
  bytes: Uint8Array,
  host: Host,
): Promise<Program | RequestFailure> {
  const path = options.program;
  const loaded = loadRom(bytes);
  if (isFailure(loaded)) return failures.badRom(path, loaded.message);
  const { build, debugInfo = build === undefined ? undefined : documentBeside(path) } = options;
  if (debugInfo === undefined) return createProgram(path, loaded.rom, NO_DEBUG_INFO, folderOf(path));
  const infoPath = resolvePath(folderOf(path), debugInfo);
  const content = await host.readFile(infoPath);
  if (isFailure(content))
    return build === undefined ? failures.noDebugInfoFile(infoPath, content.message) : failures.builtNothing(infoPath);
  const info = readDebugInfo(new TextDecoder().decode(content.bytes));
  if (isFailure(info)) return failures.badDebugInfo(infoPath, info.message);
  if (info.imageHash !== imageHash(loaded.rom)) return failures.debugInfoOfOtherImage(infoPath, path);
  const folder = await sourceFolder(info.sources[0]?.path, [folderOf(infoPath), folderOf(path)], host);
  return { ...createProgram(path, loaded.rom, info, folder), sourceHashes: hashesOf(info, folder) };
}

function hashesOf({ sources }: DebugInfo, folder: string): ReadonlyMap<string, string> {
  return new Map(sources.map(({ path, hash }) => [splitRoot(resolvePath(folder, path)).rest, hash]));
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

/** Loads a ROM image, with debug information if some is given, and checks that the two belong together. */
import { isFailure } from '#basics';
import { NO_DEBUG_INFO, readDebugInfo, type DebugInfo } from '#assembler';
import { imageHash, loadRom } from '#emulator';
import { documentBeside } from '#python';
import type { Host } from '../connection/host.ts';
import { failures, type RequestFailure } from '../errors.ts';
import type { LaunchOptions } from './launch-options.ts';
import { folderOf, resolvePath, splitRoot } from './paths.ts';
import { createProgram, type Program } from './program.ts';

export async function loadRomProgram(
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

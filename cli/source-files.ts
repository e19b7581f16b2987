/**
 * Sources on disk for the assembler, which works with absolute `/`-separated paths; users see paths as they wrote them.
 */
import { readdirSync, existsSync, type Dirent } from 'node:fs';
import { dirname, join, resolve, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isFailure } from '#basics';
import { kindByName, kindOf, textOf, shownName } from '#files';
import { readPlainFileSync } from '#files/node';
import { IncludeGraph, normalizeUri } from '#server/include-graph';
import { STANDARD_STREAM, type CommandFiles } from './command-files.ts';
import type { Output } from './output.ts';
import { assemble, libraryName, type AssembleOptions, type Assembly, type SourceHost } from '#assembler';
import { commandFailure, type CommandFailure } from './failures.ts';

const SOURCE = /\.gtasm$/i;

/** Named files; a folder stands for the sources in it and below, but not in hidden folders and `node_modules`. */
export function withoutFolders(files: readonly string[]): readonly string[] {
  return files.flatMap((file) => {
    const found = sourcesBelow(file);
    // The reader of this name says that there is no such file.
    return found.length === 0 ? [join(file, '*.gtasm')] : found;
  });
}

/** The sources in a folder and below; what is no folder, or cannot be read, stands for itself: its reader says why. */
function sourcesBelow(folder: string): readonly string[] {
  const isLeftOut = (name: string): boolean => name.startsWith('.') || name === 'node_modules';
  const entries = entriesOf(folder);
  if (entries === undefined) return [folder];
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return isLeftOut(entry.name) ? [] : sourcesBelow(path);
    return SOURCE.test(entry.name) ? [path] : [];
  });
}

/**
 * The main files of named files, each once, by the include lines of all files in the folders of the named ones and in
 * those above them, up to the working folder. A main file that was not named itself is reported.
 */
export function mainFilesOf(words: readonly string[], output: Output): readonly string[] {
  const files = withoutFolders(words);
  const graph = new IncludeGraph();
  const paths = new Map<string, string>();
  const named = new Set<string>();
  for (const file of files.filter(isFile)) {
    const uri = uriOf(file);
    named.add(uri);
    paths.set(uri, file);
  }
  for (const folder of foldersOf(files.filter(isFile)))
    for (const path of sourcesIn(folder)) if (!paths.has(uriOf(path))) paths.set(uriOf(path), path);
  for (const [uri, path] of paths) addFile(graph, uri, path);
  const mains = new Set<string>();
  for (const file of files) {
    const uri = isFile(file) ? uriOf(file) : undefined;
    const main = uri === undefined ? file : mainOf(graph, paths, uri);
    if (uri !== undefined && main !== file && !named.has(uriOf(main)) && !mains.has(main))
      output.err(`${shownPath(resolve(file))} is part of ${shownPath(resolve(main))}, which is taken`);
    mains.add(main);
  }
  return [...mains];
}

function isFile(file: string): boolean {
  return file !== STANDARD_STREAM && SOURCE.test(file);
}

function uriOf(file: string): string {
  return normalizeUri(pathToFileURL(resolve(file)).href);
}

/** The nearest main file; one that was read or named, not a file that only an include line names. */
function mainOf(graph: IncludeGraph, paths: ReadonlyMap<string, string>, uri: string): string {
  const known = graph.mainFiles(uri).map((main) => paths.get(main));
  return known.find((path) => path !== undefined) ?? paths.get(uri) ?? '';
}

function addFile(graph: IncludeGraph, uri: string, path: string): void {
  const content = readPlainFileSync(path);
  const text = isFailure(content) ? content : textOf(content.bytes);
  if (!isFailure(text)) graph.set(uri, text.text);
}

function foldersOf(files: readonly string[]): ReadonlySet<string> {
  const folders = new Set<string>();
  const top = process.cwd();
  for (const file of files) {
    let folder = dirname(resolve(file));
    folders.add(folder);
    while (folder !== top && folder.startsWith(top)) folders.add((folder = dirname(folder)));
  }
  return folders;
}

function sourcesIn(folder: string): readonly string[] {
  return (entriesOf(folder) ?? []).filter(({ name }) => SOURCE.test(name)).map(({ name }) => join(folder, name));
}

/** What is in a folder, by name; undefined if it is none, or cannot be read. */
function entriesOf(folder: string): readonly Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return undefined;
  }
}

export const diskHost: SourceHost = {
  read(path, as) {
    const content = readPlainFileSync(path);
    return isFailure(content) || as === 'bytes' ? content : textOf(content.bytes);
  },
};

/**
 * Assembles a file named on the command line; a failure where the file itself cannot be read. The files that sources
 * name, read or not, become inputs of the command.
 */
export function assembleFile(
  file: string,
  files: CommandFiles,
  options: AssembleOptions = {},
): Assembly | CommandFailure {
  const bytes = files.readBytes(file);
  return isFailure(bytes) ? bytes : assembleBytes(file, bytes, files, options);
}

/** The same for a file that has been read. */
export function assembleBytes(
  file: string,
  bytes: Uint8Array,
  files: CommandFiles,
  options: AssembleOptions = {},
): Assembly | CommandFailure {
  const content = sourceText(file, bytes);
  if (isFailure(content)) return content;
  const main = resolve(file).replaceAll('\\', '/');
  const host: SourceHost = {
    read(path, as) {
      // The main file is read once: it may be a pipe.
      if (path === main) return content;
      files.inputs.add(path);
      return diskHost.read(path, as);
    },
  };
  return assemble(main, host, { root: workspaceOf(main), ...options });
}

/** The text of a source that has been read. */
export function sourceText(file: string, bytes: Uint8Array): { readonly text: string } | CommandFailure {
  const other = notSource(file, bytes);
  if (other !== undefined) return other;
  const content = textOf(bytes);
  return isFailure(content) ? commandFailure(2, `cannot read ${shownName(file)}: ${content.message}`) : content;
}

/** Why a file is not taken for a source; undefined if it may be one. */
export function notSource(file: string, bytes: Uint8Array): CommandFailure | undefined {
  const name = shownName(file);
  if (/\.py$/i.test(file))
    return commandFailure(2, `${name} is in Python: "gigatron map" runs its build, and describes the ROM`);
  if (kindOf(file, bytes) === 'text')
    return commandFailure(2, `${name} is text, but not named as a source (.gtasm, .asm, .s)`);
  const kind = kindByName(file) ?? 'source';
  return kind === 'source' ? undefined : commandFailure(2, `${name} is not a source, but ${WHAT[kind]}`);
}

const WHAT = { image: 'an image', gt1: 'a program for the vCPU', text: 'text' };

/** The folder that includes may not leave: the working folder if the main file is in it, otherwise the main file's. */
function workspaceOf(main: string): string {
  const working = process.cwd().replaceAll('\\', '/');
  return main.startsWith(`${working}/`) ? working : main.slice(0, main.lastIndexOf('/'));
}

/** A path relative to the working folder if that is easier to read; `<name>` for a library and for standard input. */
export function shownPath(path: string): string {
  const library = libraryName(path);
  if (library !== undefined) return `<${library}>`;
  const shown = relative(process.cwd(), path).replaceAll('\\', '/');
  if (shown === STANDARD_STREAM) return '<stdin>';
  return shownName(shown === '' || shown.startsWith('../..') ? path : shown);
}

/** Warns of constants from outside that no program can have asked for. */
export function reportUnused(assemblies: readonly Assembly[], options: AssembleOptions, output: Output): void {
  for (const name of namesNowhere(assemblies, options)) output.err(`gigatron: -D ${name}: no source has this name`);
}

/** The names of constants from outside that are nowhere in the sources, not even in a part that was left out. */
function namesNowhere(assemblies: readonly Assembly[], { defines = {} }: AssembleOptions): readonly string[] {
  const texts = assemblies.flatMap(({ files }) => files.map(({ text }) => text));
  return texts.length === 0
    ? []
    : Object.keys(defines).filter((name) => !texts.some((text) => new RegExp(`\\b${name}\\b`).test(text)));
}

/** The failure, with status 2. @param what what is missing, as a sentence begins */
export function notPacked(what: string): CommandFailure {
  return commandFailure(2, `${what} not packed with the extension; run this command in the project`);
}

/**
 * Assembles a program of the project without its proof, which takes longer than all else; the same failure if it is not
 * beside this program. @param what the program is, as a sentence begins
 */
export function assembleOwn(
  source: string,
  what: string,
  files: CommandFiles,
  defines: Readonly<Record<string, number>> = {},
): Assembly | CommandFailure {
  if (!existsSync(source)) return notPacked(`${what} is`);
  const assembly = assembleFile(source, files, { defines, check: false });
  const [unknown] = isFailure(assembly) ? [] : namesNowhere([assembly], { defines });
  if (unknown !== undefined) return commandFailure(2, `-D ${unknown}: ${what} has no such name`);
  if (isFailure(assembly) || !assembly.hasErrors) return assembly;
  return commandFailure(1, `${what} has errors; see gigatron check`);
}

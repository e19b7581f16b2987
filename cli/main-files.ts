/** The programs that sources belong to: an included source is no program, as in the editor. */
import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isFailure } from '#basics';
import { textOf } from '#files';
import { readPlainFileSync } from '#files/node';
import { IncludeGraph, normalizeUri } from '#server/include-graph';
import { STANDARD_STREAM } from './command-files.ts';
import type { Output } from './output.ts';
import { shownPath } from './source-files.ts';

const SOURCE = /\.gtasm$/i;

/**
 * The main files of named files, each once, by the include lines of all files in the folders of the named ones and in
 * those above them, up to the working folder. A main file that was not named itself is reported.
 */
export function mainFilesOf(files: readonly string[], output: Output): readonly string[] {
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
  try {
    return readdirSync(folder)
      .filter((name) => SOURCE.test(name))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

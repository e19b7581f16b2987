/**
 * Files of the server's own machine, for the server that runs in Node.
 *
 * Folders without sources of the user (`node_modules`, hidden folders) are not searched, and links to folders
 * are not followed, so that every search ends.
 */
import { realpathSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { URI } from 'vscode-uri';
import { failure } from '#basics';
import type { FileContent } from '#files';
import { readPlainFile } from '#files/node';
import { isSearched, SOURCE_EXTENSION, type FileHost } from './file-store.ts';
import { normalizeUri } from './uris.ts';

export const nodeFiles: FileHost = { read, findSources, list, realUri };

async function read(uri: string): Promise<FileContent> {
  const { scheme, fsPath } = URI.parse(uri);
  return scheme === 'file' ? readPlainFile(fsPath) : failure(`files of kind "${scheme}:" cannot be read here`);
}

async function findSources(folder: string): Promise<readonly string[]> {
  const parsed = URI.parse(folder);
  if (parsed.scheme !== 'file') return [];
  const paths = await sourcesBelow(parsed.fsPath);
  return paths.map((path) => URI.file(path).toString());
}

async function list(folder: string): Promise<readonly string[]> {
  const { scheme, fsPath } = URI.parse(folder);
  if (scheme !== 'file') return [];
  const entries = await readdir(fsPath, { withFileTypes: true }).catch(() => []);
  return entries
    .filter(({ name }) => !name.startsWith('.'))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
}

function realUri(uri: string): string {
  const { scheme, fsPath } = URI.parse(uri);
  if (scheme !== 'file') return uri;
  try {
    return normalizeUri(URI.file(realpathSync(fsPath)).toString());
  } catch {
    return uri;
  }
}

async function sourcesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found = await Promise.all(
    entries.map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return isSearched(entry.name) ? sourcesBelow(path) : [];
      return entry.isFile() && entry.name.endsWith(SOURCE_EXTENSION) ? [path] : [];
    }),
  );
  return found.flat();
}

/**
 * File paths as text, of any system: POSIX, Windows, and URIs such as `vscode-vfs://host/folder`.
 *
 * The adapter may run in a browser and talk about files of another system, so the style is read
 * from the path itself. Windows paths compare without regard to case and the kind of slash.
 */

import { libraryName } from '#assembler';

const ROOT = /^(?:[a-z][a-z0-9+.-]+:\/\/[^/]*|[a-z]:(?=[\\/])|[\\/]{2}(?=[^\\/]))/i;

function isWindows(path: string): boolean {
  return /^(?:[a-z]:[\\/]|\\\\)/i.test(path);
}

export function isAbsolute(path: string): boolean {
  return path.startsWith('/') || ROOT.test(path);
}

/** The folder that holds a file; empty for a bare name, `/` at the top. */
export function folderOf(path: string): string {
  const end = Math.max(path.lastIndexOf('/'), isWindows(path) ? path.lastIndexOf('\\') : -1);
  return end === 0 ? path.charAt(0) : path.slice(0, Math.max(end, 0));
}

export function baseName(path: string): string {
  return path.slice(folderOf(path).length).replace(/^[\\/]/, '');
}

/** `relative` (with `/`), resolved against `folder` in the folder's style; absolute and library paths are kept. */
export function resolvePath(folder: string, relative: string): string {
  if (isAbsolute(relative) || libraryName(relative) !== undefined) return relative;
  return normalize(folder === '' ? relative : `${folder.replace(/\/$/, '')}/${relative}`);
}

/** A path without `.`, `..` and doubled slashes. */
function normalize(path: string): string {
  const windows = isWindows(path);
  const root = ROOT.exec(path)?.[0] ?? '';
  const separator = windows ? '\\' : '/';
  const parts: string[] = [];
  for (const part of path.slice(root.length).split(windows ? /[\\/]/ : '/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  const lead = path.charAt(root.length) === '/' || windows ? separator : '';
  return root + (root.endsWith('\\') ? '' : lead) + parts.join(separator);
}

/** A key that is equal for two spellings of the same path. */
export function pathKey(path: string): string {
  const plain = normalize(path);
  return isWindows(path) ? plain.toLowerCase() : plain;
}

export function liesIn(path: string, folder: string): boolean {
  const inside = pathKey(path);
  const outside = pathKey(folder).replace(/[\\/]$/, '');
  return inside.startsWith(outside) && /^[\\/]/.test(inside.slice(outside.length));
}

/** A path in two: the drive or the URI's scheme and host (often nothing), and the rest from its first `/` on. */
export function splitRoot(path: string): { readonly root: string; readonly rest: string } {
  const plain = normalize(path);
  const root = ROOT.exec(plain)?.[0].replace(/[\\/]{2}$/, '') ?? '';
  const rest = plain.slice(root.length);
  return { root, rest: isWindows(plain) ? rest.replaceAll('\\', '/') : rest };
}

/**
 * URIs as the server compares them, and the paths that the assembler sees.
 *
 * Editors spell one file in several ways (`file:///c:/x`, `file:///c%3A/x`); every map of this room is
 * keyed by the one spelling that `normalizeUri` gives. The assembler knows no URIs: its paths are the
 * path part of the URI, and scheme and authority are those of the program's main file.
 */
import { libraryName } from '#assembler';
import { staysInside } from '#files';
import { URI } from 'vscode-uri';

/** The spelling under which a document or file is known inside the server. */
export function normalizeUri(uri: string): string {
  return URI.parse(wellFormed(uri)).toString();
}

/** A text with lone surrogates replaced, which a URI cannot contain; no file has such a name. */
function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udfff]/gu, '\ufffd');
}

/** The assembler's path of a file: `/`-separated, percent signs decoded. That of a library is its URI. */
export function pathOf(uri: string): string {
  return libraryName(uri) === undefined ? URI.parse(uri).path : uri;
}

/** The file with an assembler path, on the same file system as `neighbour`. */
export function uriAt(path: string, neighbour: string): string {
  return libraryName(path) === undefined
    ? URI.parse(neighbour)
        .with({ path: wellFormed(path) })
        .toString()
    : path;
}

/** Folder part of an assembler path, without the last slash; empty for a bare name. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The path of a file as seen from a folder, for people and for include lines. */
export function relativePath(folder: string, path: string): string {
  const from = folder.split('/').filter(Boolean);
  const to = path.split('/').filter(Boolean);
  let same = 0;
  while (same < from.length && same < to.length - 1 && from[same] === to[same]) same++;
  return [...from.slice(same).map(() => '..'), ...to.slice(same)].join('/');
}

/** Whether a file lies in a folder or below it; both as normalized URIs. */
export function liesIn(uri: string, folder: string): boolean {
  return uri.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

/** Normalized URI of a path relative to a folder; undefined if the path leads out of the folder. */
export function uriInside(folder: string, path: string): string | undefined {
  if (!staysInside(path)) return undefined;
  return normalizeUri(`${folder}/${wellFormed(path).split('/').map(encodeURIComponent).join('/')}`);
}

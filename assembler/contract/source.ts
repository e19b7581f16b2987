/**
 * Where source text comes from, and how places in it are given.
 *
 * The assembler knows nothing of a file system: a host answers for each path. Paths are `/`-separated and
 * normalised (no `.` or `..` segments); lines and columns are 0-based, columns in UTF-16 units.
 */
import type { Failure } from '#basics';

/** What a host answers for a path: text, bytes (for `.incbin`), or a sentence on why there is neither. */
export type SourceText = { readonly text: string } | { readonly bytes: Uint8Array } | Failure;

/** Gives the assembler its files. */
export interface SourceHost {
  /**
   * @param path normalised path
   * @param as what the assembler wants; a host may ignore it and answer with text, which is then taken as UTF-8
   */
  read(path: string, as: 'text' | 'bytes'): SourceText;
}

export interface Position {
  readonly line: number;
  readonly character: number;
}

/** Half-open: `end` is the place after the last character. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** A range in a file. */
export interface Location {
  readonly file: string;
  readonly range: Range;
}

export function lineRange(line: number, start: number, end: number): Range {
  return { start: { line, character: start }, end: { line, character: end } };
}

/** Whether a position lies in a range or directly at its end. */
export function contains(range: Range, position: Position): boolean {
  return comparePositions(range.start, position) <= 0 && comparePositions(position, range.end) <= 0;
}

/** Less than 0 if the first is before the second, more if it is after it. */
export function comparePositions(a: Position, b: Position): number {
  return a.line - b.line || a.character - b.character;
}

/** How paths of library sources begin; they are in no folder, and are URIs that editors can open. */
const LIBRARY_ROOT = 'gigatron-library:/';

/** Path of a library source: `gigatron-library:/video.gtasm` for `video`. */
export function libraryPath(name: string): string {
  return `${LIBRARY_ROOT}${name}.gtasm`;
}

/** Name of the library at a path; undefined for paths of files. */
export function libraryName(path: string): string | undefined {
  return path.startsWith(LIBRARY_ROOT) ? path.slice(LIBRARY_ROOT.length).replace(/\.gtasm$/, '') : undefined;
}

/**
 * Joins a path to the folder of the file that names it, resolving `.` and `..`; `<name>` is a library.
 * @returns undefined if the path leads above the top
 */
export function resolvePath(from: string, path: string): string | undefined {
  const library = /^<(.*)>$/.exec(path)?.[1];
  if (library !== undefined) return libraryPath(library);
  if (libraryName(path) !== undefined) return path;
  const absolute = path.startsWith('/');
  const base = absolute ? [] : from.split('/').slice(0, -1);
  const segments: string[] = from.startsWith('/') && !absolute ? base.slice(1) : base;
  const result: string[] = [];
  for (const segment of [...segments, ...path.replaceAll('\\', '/').split('/')]) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') result.push(segment);
    else if (result.pop() === undefined) return undefined;
  }
  return (absolute || from.startsWith('/') ? '/' : '') + result.join('/');
}

/** A path relative to the folder of a file, with `..` if it lies above; the path of a library stays as it is. */
export function relativePath(from: string, path: string): string {
  if (libraryName(path) !== undefined) return path;
  const base = from.split('/').slice(0, -1);
  const segments = path.split('/');
  let common = 0;
  while (common < base.length && common < segments.length - 1 && base[common] === segments[common]) common++;
  return [...base.slice(common).map(() => '..'), ...segments.slice(common)].join('/');
}

/** Splits text into lines without their ends (LF, CRLF or CR). */
export function splitLines(text: string): string[] {
  if (!text.includes('\r')) return text.split('\n');
  return text.split(/\r\n|\r|\n/);
}

/** Lines `from` up to but not including `from + removed` have become `added` other ones. */
export interface LineChange {
  readonly from: number;
  readonly removed: number;
  readonly added: number;
}

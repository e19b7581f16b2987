/**
 * The files of one assembly: read once from the host, parsed with the help of their earlier state.
 */
import { failure, isFailure, type Failure } from '#basics';
import type { AssembledFile } from '../contract/files.ts';
import type { AssembleOptions } from '../program/assembly.ts';
import type { Memory } from './memory.ts';
import { parseFile } from '../syntax/parse.ts';
import { libraryName, resolvePath, type SourceHost, type SourceText } from '../contract/source.ts';
import { readLibrary } from '../library/library.ts';
import { encodeUtf8 } from '../syntax/utf8.ts';

/** Larger sources are refused; the largest sensible one, a disassembled ROM, has 2 MB. */
const MAX_SOURCE_LENGTH = 16 * 1024 * 1024;

/** What expansion asks for: the parsed file for a path, or why there is none. */
export interface FileSource {
  source(path: string): AssembledFile | Failure;
  bytes(path: string): Uint8Array | Failure;
  /** Index of a file in the program, entering it the first time. */
  enter(file: AssembledFile): { readonly index: number; readonly isNew: boolean };
  /** Path of an include as seen from a file, or from a folder of includes; undefined if it leaves the workspace. */
  resolve(from: string, path: string, as: 'text' | 'bytes'): string | undefined;
}

/** The files of an assembly; `files` receives them in order of their first use. */
export function fileSource(
  files: AssembledFile[],
  host: SourceHost,
  options: AssembleOptions,
  memory: Memory | undefined,
): FileSource {
  const indices = new Map<string, number>();
  const read = new Map<string, AssembledFile | Failure>();
  const readBytes = new Map<string, Uint8Array | Failure>();
  return {
    source(path) {
      let file = read.get(path);
      if (file === undefined) read.set(path, (file = readSource(path, host, memory)));
      return file;
    },
    bytes(path) {
      let bytes = readBytes.get(path);
      if (bytes === undefined) readBytes.set(path, (bytes = bytesOf(host.read(path, 'bytes'))));
      return bytes;
    },
    enter(file) {
      const index = indices.get(file.path);
      if (index !== undefined) return { index, isNew: false };
      indices.set(file.path, files.length);
      files.push(file);
      return { index: files.length - 1, isNew: true };
    },
    resolve(from, path, as) {
      const { root, includeFolders = [] } = options;
      const near = inside(root, resolvePath(from, path));
      if (near !== undefined && (libraryName(near) !== undefined || includeFolders.length === 0)) return near;
      const far = includeFolders.map((folder) => inside(folder, resolvePath(`${folder}/`, path)));
      const candidates = [near, ...far].filter((each) => each !== undefined);
      const isThere = (each: string): boolean => !isFailure(as === 'bytes' ? this.bytes(each) : this.source(each));
      return candidates.find(isThere) ?? candidates[0];
    },
  };
}

/** A path, unless it leads out of a folder; a library is in none. */
function inside(folder: string | undefined, path: string | undefined): string | undefined {
  if (path === undefined || libraryName(path) !== undefined) return path;
  const root = folder === undefined || folder === '' ? '' : `${folder.replace(/\/$/, '')}/`;
  return path.startsWith(root) ? path : undefined;
}

function bytesOf(answer: SourceText): Uint8Array | Failure {
  if (isFailure(answer)) return answer;
  const bytes = 'bytes' in answer ? answer.bytes : encodeUtf8(answer.text);
  return bytes.length > 0x20000 ? failure('it is larger than a ROM') : bytes;
}

function readSource(path: string, host: SourceHost, memory: Memory | undefined): AssembledFile | Failure {
  const library = libraryName(path);
  const answer = library === undefined ? host.read(path, 'text') : readLibrary(library);
  if (isFailure(answer)) return answer;
  if ('bytes' in answer) return failure('it is not text');
  if (answer.text.length > MAX_SOURCE_LENGTH)
    return failure(`it is larger than ${MAX_SOURCE_LENGTH / 1024 / 1024} MiB`);
  return memory?.parse(path, answer.text) ?? parseFile(path, answer.text).file;
}

/**
 * The files of one assembly: read once from the host, parsed with the help of their earlier state. Asked again, they
 * give the same answers.
 */
import { encodeUtf8, failure, isFailure, type Failure, elementAt, remembered } from '#basics';
import type { AssembledFile, LineProblem } from '../contract/syntax.ts';
import type { AssembleOptions } from '../program/assembly.ts';
import { libraryName, resolvePath, lineRange } from '../contract/source.ts';
import type { LineChange, SourceHost, SourceText } from '../contract/source.ts';
import { parseFile } from '../syntax/parse.ts';
import { readLibrary } from '../library/library.ts';
import type { Fix } from '../contract/diagnostic.ts';
import { type Findings, endBlock, removeStatement } from '../program/findings.ts';
import { blockStructure } from '../syntax/block-structure.ts';

/** Larger sources are refused; the largest sensible one, a disassembled ROM, has 2 MB. */
const MAX_SOURCE_LENGTH = 16 * 1024 * 1024;

/** What expansion asks for: the parsed file for a path, or why there is none. */
export class Sources {
  private readonly read = new Map<string, AssembledFile | Failure>();
  private readonly readBytes = new Map<string, Uint8Array | Failure>();
  /** Files by path, also those that only earlier states of the program read. */
  private readonly parsed: Map<string, AssembledFile>;
  private readonly changes = new Map<string, LineChange>();
  private moves = 0;

  /** @param before the files of the program's state before */
  constructor(
    private readonly host: SourceHost,
    private readonly options: AssembleOptions,
    before?: Sources,
  ) {
    this.parsed = new Map(before?.parsed);
  }

  source(path: string): AssembledFile | Failure {
    return remembered(this.read, path, () => this.readSource(path));
  }

  bytes(path: string): Uint8Array | Failure {
    return remembered(this.readBytes, path, () => bytesOf(this.host.read(path, 'bytes')));
  }

  /** Path of an include as seen from a file, or from a folder of includes; undefined if it leaves the workspace. */
  resolve(from: string, path: string, as: 'text' | 'bytes'): string | undefined {
    const { root, includeFolders = [] } = this.options;
    const near = inside(root, resolvePath(from, path));
    if (near !== undefined && (libraryName(near) !== undefined || includeFolders.length === 0)) return near;
    const far = includeFolders.map((folder) => inside(folder, resolvePath(`${folder}/`, path)));
    const candidates = [near, ...far].filter((each) => each !== undefined);
    const isThere = (each: string): boolean => !isFailure(as === 'bytes' ? this.bytes(each) : this.source(each));
    return candidates.find(isThere) ?? candidates[0];
  }

  /** Whether these sources would be read alike with other options. */
  isFor({ defines, root, includeFolders }: AssembleOptions): boolean {
    const { options } = this;
    const own = [options.defines, options.root, options.includeFolders];
    return JSON.stringify(own) === JSON.stringify([defines, root, includeFolders]);
  }

  /** How the lines of a file that has been read differ from those before. */
  changeOf(path: string): LineChange | undefined {
    return this.changes.get(path);
  }

  /** Whether lines of a file that has been read have other numbers than before. */
  get hasMoved(): boolean {
    return this.moves > 0;
  }

  private readSource(path: string): AssembledFile | Failure {
    const library = libraryName(path);
    const answer = library === undefined ? this.host.read(path, 'text') : readLibrary(library);
    if (isFailure(answer)) return answer;
    if ('bytes' in answer) return failure('it is not text');
    if (answer.text.length > MAX_SOURCE_LENGTH)
      return failure(`it is larger than ${MAX_SOURCE_LENGTH / 1024 / 1024} MiB`);
    const { file, change } = parseFile(path, answer.text, this.parsed.get(path));
    this.parsed.set(path, file);
    if (change === undefined) return file;
    this.changes.set(path, change);
    if (change.added !== change.removed) this.moves++;
    return file;
  }
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

/** @param index of the file in the program */
export function reportProblems(findings: Findings, file: AssembledFile, index: number): void {
  const structure = blockStructure(file.lines);
  for (const line of structure.broken) {
    for (const problem of elementAt(file.lines, line).problems) {
      const fixes = fixesOf(file, line, problem);
      findings.add(problem.code, problem.message, { file: index, line }, problem, { fixes });
    }
  }
  for (const problem of structure.problems) {
    const { line, missing } = problem;
    const fix = missing === undefined ? removeStatement(file, line) : endBlock(file, missing.end, line, missing.before);
    findings.add(problem.code, problem.message, { file: index, line }, problem.span, { fixes: [fix] });
  }
}

/** The fix of a finding in a line, as edits of its file. */
export function fixesOf({ path }: AssembledFile, line: number, { fix }: LineProblem): Fix[] {
  if (fix === undefined) return [];
  const { start, end, text, ...shown } = fix;
  return [{ ...shown, edits: [{ file: path, range: lineRange(line, start, end), newText: text }] }];
}

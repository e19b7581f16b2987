/**
 * What one assembly leaves for the next one of the same program: parsed files and chunks of expansion.
 *
 * Its objects belong to the newest assembly; the next one takes them over and renumbers them in place, so an
 * older assembly no longer answers.
 */
import { ROM_WORDS } from '#isa';
import type { AssembledFile } from '../contract/files.ts';
import type { AssembleOptions } from '../program/assembly.ts';
import type { Chunk } from './chunk.ts';
import type { Expansion } from '../program/expansion.ts';
import type { KeptProof } from './kept-proof.ts';
import type { LineChange } from '../syntax/line-change.ts';
import { parseFile } from '../syntax/parse.ts';
import { Scope } from '../program/program.ts';

/** One inclusion of a file. */
export interface FileRun {
  /** In order of their lines; between them lie stretches that must be expanded each time. */
  chunks: Chunk[];
  /** The include that led here; undefined for the main file. */
  expansion: Expansion | undefined;
}

/** What is passed to `assemble` for each newer state of a program; empty at first. */
export class Memory {
  /** Counts assemblies. */
  revision = 0;
  /** Scope outside of all labels. */
  readonly root = new Scope(undefined, '');
  /** Local names that were defined in scopes of kept chunks by lines outside of them. */
  readonly strangers: { readonly scope: Scope; readonly name: string }[] = [];
  /** What the proof has found out. */
  proof: KeptProof | undefined = undefined;
  /** Parsed files by path. */
  private readonly files = new Map<string, AssembledFile>();
  /** Changes of the files read by this assembly. */
  private readonly changes = new Map<string, LineChange>();
  private readonly words = new Int32Array(ROM_WORDS);
  private readonly codeSets = new Map<string, ReadonlySet<string>>();
  private runs = new Map<string, FileRun>();
  private before: ReadonlyMap<string, FileRun> = new Map<string, FileRun>();
  private moves = 0;
  private options = '';

  /** Begins an assembly. */
  begin({ defines, root, includeFolders }: AssembleOptions): void {
    this.revision++;
    const options = JSON.stringify([defines, root, includeFolders]);
    this.before = options === this.options ? this.runs : new Map<string, FileRun>();
    this.options = options;
    this.runs = new Map();
    this.changes.clear();
    this.moves = 0;
    for (const { scope, name } of this.strangers.splice(0)) scope.locals?.delete(name);
  }

  /** Forgets all that an assembly that could not be finished has left; older assemblies stay outdated. */
  forget(): void {
    const { revision } = this;
    Object.assign(this, new Memory());
    this.revision = revision;
  }

  /** An empty map of words to items: the one of the previous assembly, cleared. */
  owners(): Int32Array {
    return this.words.fill(0);
  }

  /** Parses a file with the help of its earlier state. */
  parse(path: string, text: string): AssembledFile {
    const { file, change } = parseFile(path, text, this.files.get(path));
    this.files.set(path, file);
    if (change === undefined) return file;
    this.changes.set(path, change);
    if (change.added !== change.removed) this.moves++;
    return file;
  }

  /** The same object for the same codes. */
  codes(codes: ReadonlySet<string>): ReadonlySet<string> {
    const key = [...codes].sort().join();
    let known = this.codeSets.get(key);
    if (known === undefined) this.codeSets.set(key, (known = codes));
    return known;
  }

  /** Whether lines of a file read so far have other numbers than before. */
  get hasMoved(): boolean {
    return this.moves > 0;
  }

  /** The change of a file since the previous assembly. */
  changeOf(path: string): LineChange | undefined {
    return this.changes.get(path);
  }

  /** Begins an inclusion of a file: what the inclusion with the same number left last time, with lines renumbered. */
  enter(path: string): FileRun {
    let count = 0;
    while (this.runs.has(`${count}:${path}`)) count++;
    const key = `${count}:${path}`;
    const before = this.before.get(key);
    const change = this.changes.get(path);
    const chunks = before === undefined ? [] : change === undefined ? before.chunks : moved(before.chunks, change);
    const run = { chunks, expansion: before?.expansion };
    this.runs.set(key, run);
    return run;
  }
}

/** The chunks whose lines are the same, at their new lines. */
function moved(chunks: readonly Chunk[], { from, removed, added }: LineChange): Chunk[] {
  const result: Chunk[] = [];
  const delta = added - removed;
  for (const chunk of chunks) {
    if (chunk.from >= from + removed) {
      chunk.from += delta;
      chunk.to += delta;
    } else if (chunk.to > from) continue;
    result.push(chunk);
  }
  return result;
}

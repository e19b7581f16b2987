/**
 * What one expansion leaves for the next one of the same program: its chunks.
 *
 * Their objects belong to one program at a time: the next one takes them over and renumbers them in place.
 */
import { remembered } from '#basics';
import type { Chunk } from './chunk.ts';
import { Scope } from '../program/program.ts';
import type { Expansion } from '../program/expansion.ts';
import type { LineChange } from '../contract/source.ts';

/** One inclusion of a file. */
export interface FileRun {
  /** In order of their lines; between them lie stretches that must be expanded each time. */
  chunks: Chunk[];
  /** The include that led here; undefined for the main file. */
  expansion: Expansion | undefined;
}

/** What expansion leaves for the next one; empty at first. */
export class Memory {
  /** Scope outside of all labels. */
  readonly root = new Scope(undefined, '');
  /** Local names that were defined in scopes of kept chunks by lines outside of them. */
  readonly strangers: { readonly scope: Scope; readonly name: string }[] = [];
  private readonly codeSets = new Map<string, ReadonlySet<string>>();
  /** The inclusions of each file, in their order. */
  private runs = new Map<string, FileRun[]>();
  private before: ReadonlyMap<string, readonly FileRun[]> = new Map<string, readonly FileRun[]>();

  begin(): void {
    this.before = this.runs;
    this.runs = new Map();
    for (const { scope, name } of this.strangers.splice(0)) scope.locals?.delete(name);
  }

  /** The same object for the same codes. */
  codes(codes: ReadonlySet<string>): ReadonlySet<string> {
    return remembered(this.codeSets, [...codes].sort().join(), () => codes);
  }

  /** Begins an inclusion of a file: what the inclusion with the same number left last time, with lines renumbered. */
  enter(path: string, change: LineChange | undefined): FileRun {
    const runs = remembered(this.runs, path, () => []);
    const before = this.before.get(path)?.[runs.length];
    const chunks = before === undefined ? [] : change === undefined ? before.chunks : moved(before.chunks, change);
    const run = { chunks, expansion: before?.expansion };
    runs.push(run);
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

/**
 * One program: a main file and everything that it reads, assembled on demand after a change.
 *
 * Nothing here watches or schedules; `touch` notes that a file changed, `assembly` brings the program up to
 * date. Files that are not loaded yet are loaded between two assemblies, so that the assembler can read
 * without waiting. Most requests do not need the timing proof, which takes most of the time, so it is made
 * only when the assembly is asked for it.
 */
import { assemble } from '#assembler';
import type { AssembledFile, Assembly, Diagnostic as Finding, ParsedLine, Range, SourceText } from '#assembler';
import { failure, isFailure } from '#basics';
import { notTextReason } from '#files';
import type { FileStore } from '../files/file-store.ts';
import { pathOf, uriAt } from '../files/uris.ts';

/**
 * The findings of a program's last proof, carried over to what is typed until the next one.
 *
 * Errors in names and syntax are known at once, verdicts and lints only when typing pauses. In between, a
 * finding of the last proof is assumed to hold: it stays while its lines are the same, moves with them, and
 * goes when its line is changed. So findings do not vanish and come back while the user types.
 */
class LateFindings {
  private readonly findings: readonly Finding[];
  /** The lines of the files that the findings are in, as they were proven. */
  private readonly lines = new Map<string, readonly ParsedLine[]>();

  /** @param early findings of the program before it was checked @param checked the program, checked */
  constructor(early: readonly Finding[], checked: Assembly) {
    const known = new Set(early);
    this.findings = checked.diagnostics.filter((finding) => !known.has(finding));
    for (const { file, related = [] } of this.findings)
      for (const path of [file, ...related.map((place) => place.file)])
        this.lines.set(path, checked.file(path)?.lines ?? []);
  }

  /** The findings that still hold in a newer state of the program, at their places there. */
  in(assembly: Assembly): readonly Finding[] {
    const moves = new Map<string, Move>();
    for (const [path, lines] of this.lines) moves.set(path, moveOf(lines, assembly.file(path)));
    const place = (path: string, range: Range): Range | undefined => moved(range, moves.get(path));
    return this.findings.flatMap((finding) => {
      const range = place(finding.file, finding.range);
      if (range === undefined) return [];
      const related = finding.related?.flatMap((each) => {
        const there = place(each.file, each.range);
        return there === undefined ? [] : [{ ...each, range: there }];
      });
      // A fix was made for the text as it was.
      return [{ ...finding, range, fixes: [], ...(related !== undefined && { related }) }];
    });
  }
}

type Move = ReturnType<typeof moveOf>;

/**
 * How the lines of a file have moved: those before `from` are where they were, those from `to` on moved by `delta`, and
 * those between are gone. An edit keeps the nodes of all other lines.
 */
function moveOf(before: readonly ParsedLine[], file: AssembledFile | undefined) {
  const after = file?.lines ?? [];
  if (before === after) return { from: before.length, to: before.length, delta: 0 };
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from++;
  let kept = 0;
  while (kept < most - from && before[before.length - 1 - kept] === after[after.length - 1 - kept]) kept++;
  return { from, to: before.length - kept, delta: after.length - before.length };
}

function moved({ start, end }: Range, move: Move | undefined): Range | undefined {
  const [first, last] = [lineOf(start.line, move), lineOf(end.line, move)];
  if (first === undefined || last === undefined || last - first !== end.line - start.line) return undefined;
  return { start: { ...start, line: first }, end: { ...end, line: last } };
}

function lineOf(line: number, move: Move | undefined): number | undefined {
  if (move === undefined) return undefined;
  if (line < move.from) return line;
  return line >= move.to ? line + move.delta : undefined;
}

/** Includes can name files that are only known once others are read; more rounds than this would never end. */
const MOST_ROUNDS = 64;

export interface ProjectOptions {
  readonly defines: Readonly<Record<string, number>>;
  /** Path of the folder that includes may not leave; undefined without a workspace. */
  readonly root: string | undefined;
}

export class Project {
  private current: Assembly | undefined;
  /** The last assembly, which makes the next one quick: unchanged lines are neither parsed nor expanded again. */
  private last: Assembly | undefined;
  /** The last assembly, if it has all its files and was made with the present options. */
  private finished: Assembly | undefined;
  /** Files that have changed since the last assembly. */
  private readonly changed = new Set<string>();
  /** Files that the last assembly read, or tried to. */
  private readonly read = new Set<string>();
  private running: Promise<Assembly> | undefined;
  /** What the last proof found. */
  private late: LateFindings | undefined;

  constructor(
    /** Normalized URI of the main file. */
    readonly main: string,
    private readonly store: FileStore,
    private options: ProjectOptions,
  ) {}

  uriOf(path: string): string {
    return uriAt(path, this.main);
  }

  /** Call when a file has changed; true if it is one of this program. */
  touch(uri: string): boolean {
    if (uri !== this.main && !this.read.has(uri)) return false;
    this.changed.add(uri);
    this.current = undefined;
    return true;
  }

  configure(options: ProjectOptions): void {
    if (JSON.stringify(options) === JSON.stringify(this.options)) return;
    this.options = options;
    this.current = undefined;
    this.finished = undefined;
  }

  /** The program as its files are now, not checked yet. */
  async assembly(): Promise<Assembly> {
    while (this.current === undefined) {
      this.running ??= this.assembleAll().finally(() => (this.running = undefined));
      await this.running;
    }
    return this.current;
  }

  /** The program, if its files have not changed since it was assembled. */
  get latest(): Assembly | undefined {
    return this.current;
  }

  /** The last assembly, if no other file than this one has changed since. */
  latestBut(uri: string): Assembly | undefined {
    return this.changed.size === 1 && this.changed.has(uri) ? this.finished : undefined;
  }

  /** Normalized URIs of the files that the last assembly read, or tried to. */
  get reads(): ReadonlySet<string> {
    return new Set(this.read);
  }

  /** The findings of the last proof that are assumed to hold for an assembly of newer texts. */
  lateFindings(assembly: Assembly): readonly Finding[] {
    return this.late?.in(assembly) ?? [];
  }

  /** Proves an assembly, and remembers the findings. */
  check(assembly: Assembly): Assembly {
    const { diagnostics } = assembly;
    const checked = assembly.checked();
    this.late = new LateFindings(diagnostics, checked);
    return checked;
  }

  private async assembleAll(): Promise<Assembly> {
    await this.store.load([this.main]);
    for (let round = 0; ; round++) {
      const missing = new Set<string>();
      const assembly = this.assembleOnce(missing);
      if (missing.size === 0 || round === MOST_ROUNDS) return (this.finished = this.current = assembly);
      await this.store.load(missing);
    }
  }

  private assembleOnce(missing: Set<string>): Assembly {
    this.read.clear();
    this.changed.clear();
    this.finished = undefined;
    const host = { read: (path: string, as: 'text' | 'bytes') => this.readFile(path, as, missing) };
    const { defines, root } = this.options;
    const options = { defines, check: false, ...(root !== undefined && { root }) };
    return (this.last = assemble(pathOf(this.main), host, options, this.last));
  }

  private readFile(path: string, as: 'text' | 'bytes', missing: Set<string>): SourceText {
    const uri = this.uriOf(path);
    this.read.add(uri);
    const content = this.store.content(uri);
    if (content === undefined) {
      missing.add(uri);
      return failure('it is being loaded');
    }
    if (isFailure(content)) return content;
    if ('text' in content) return content;
    if (as === 'bytes') return content;
    const text = this.store.text(uri);
    return text === undefined ? failure(notTextReason(content.bytes)) : { text };
  }
}

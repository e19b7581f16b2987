/**
 * The findings of a program's last proof, for the texts that are typed until the next one.
 *
 * Errors in names and syntax are known at once, verdicts and lints only when typing pauses. In between, a
 * finding of the last proof is assumed to hold: it stays while its lines are the same, moves with them, and
 * goes when its line is changed. So findings do not vanish and come back while the user types.
 */
import type { AssembledFile, Assembly, Diagnostic as Finding, ParsedLine, Range } from '#assembler';

export class LateFindings {
  private readonly findings: readonly Finding[];
  /** The lines of the files that the findings are in, as they were proven. */
  private readonly lines = new Map<string, readonly ParsedLine[]>();

  /**
   * @param early findings of the program before it was checked
   * @param checked the program, checked
   */
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

/** Lines before `from` are where they were; those from `to` on moved by `delta`; those between are gone. */
interface Move {
  readonly from: number;
  readonly to: number;
  readonly delta: number;
}

/** How the lines of a file have moved; an edit keeps the nodes of all other lines. */
function moveOf(before: readonly ParsedLine[], file: AssembledFile | undefined): Move {
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

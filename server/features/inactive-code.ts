/**
 * Code that conditions leave out, as hints that an editor fades and does not list as problems.
 */
import type { Assembly, AssembledFile, LineSpan } from '#assembler';
import { DiagnosticSeverity, DiagnosticTag, type Diagnostic } from 'vscode-languageserver';
import { DIAGNOSTIC_SOURCE } from './diagnostics.ts';

export interface LeftOut {
  readonly file: AssembledFile;
  readonly spans: readonly LineSpan[];
}

/** What a program leaves out, by URI; every source of the program has an entry. */
export function leftOutByUri(assembly: Assembly, uriOf: (path: string) => string): Map<string, LeftOut> {
  return new Map(assembly.files.map((file) => [uriOf(file.path), { file, spans: assembly.inactiveLines(file.path) }]));
}

/** The hints for a file that several programs read: only for lines that all of them leave out. */
export function inactiveHints(programs: readonly LeftOut[]): Diagnostic[] {
  const [first, ...others] = programs;
  if (first === undefined) return [];
  const spans = others.reduce((known, { spans: more }) => common(known, more), first.spans);
  return spans.map(({ first: start, last: end }) => ({
    range: {
      start: { line: start, character: 0 },
      end: { line: end, character: first.file.lines[end]?.text.length ?? 0 },
    },
    severity: DiagnosticSeverity.Hint,
    source: DIAGNOSTIC_SOURCE,
    message: 'A condition leaves these lines out',
    tags: [DiagnosticTag.Unnecessary],
  }));
}

function common(a: readonly LineSpan[], b: readonly LineSpan[]): readonly LineSpan[] {
  return a.flatMap((one) =>
    b.flatMap((other) => {
      const both = { first: Math.max(one.first, other.first), last: Math.min(one.last, other.last) };
      return both.first <= both.last ? [both] : [];
    }),
  );
}

/**
 * Findings and timing verdicts of the assembler, for people and as JSON. The one place of the command
 * line where 0-based positions become 1-based.
 */
import type { Assembly, DebugTiming, Diagnostic } from '#assembler';
import type { Output } from './output.ts';
import { shownPath } from './source-files.ts';

/** A finding as `--json` prints it: lines and columns from 1, the end column behind the last character. */
export interface ReportedDiagnostic {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly severity: Diagnostic['severity'];
  readonly code: string;
  readonly message: string;
}

export interface ReportedTiming {
  readonly exact: number;
  readonly wrong: number;
  readonly unproven: number;
  readonly checks: readonly (DebugTiming & { readonly file: string; readonly line: number })[];
}

export function reportDiagnostic(diagnostic: Diagnostic): ReportedDiagnostic {
  const { start, end } = diagnostic.range;
  return {
    file: shownPath(diagnostic.file),
    line: start.line + 1,
    column: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
    severity: diagnostic.severity,
    code: diagnostic.code,
    message: diagnostic.message,
  };
}

/** `file:line:column: error CODE: text`, and the related places below it. */
export function printDiagnostic(output: Output, diagnostic: Diagnostic): void {
  const { file, line, column, severity, code, message } = reportDiagnostic(diagnostic);
  output.err(`${file}:${line}:${column}: ${severity} ${code}: ${message}`);
  for (const related of diagnostic.related ?? []) {
    const { line: relatedLine, character } = related.range.start;
    output.err(`  ${shownPath(related.file)}:${relatedLine + 1}:${character + 1}: ${related.message}`);
  }
}

/** The verdicts of all time checks and exact blocks, with the place of each. */
export function reportTiming(assemblies: readonly Assembly[]): ReportedTiming {
  const checks = assemblies.flatMap((assembly) => assembly.debugInfo.timing.map((check) => placed(assembly, check)));
  const count = (verdict: DebugTiming['verdict']): number => checks.filter((check) => check.verdict === verdict).length;
  return { exact: count('exact'), wrong: count('wrong'), unproven: count('unproven'), checks };
}

function placed(assembly: Assembly, check: DebugTiming): ReportedTiming['checks'][number] {
  const { lines, sources } = assembly.debugInfo;
  const line = lines.find(({ address }) => address === check.address);
  return { ...check, file: line ? (sources[line.source]?.path ?? '') : '', line: line ? line.line + 1 : 0 };
}

/** Lines of a path that are printed; the JSON document has all. */
const PATH_LINES = 60;

function shortened(detail: string): string {
  const lines = detail.split('\n');
  if (lines.length <= PATH_LINES) return detail;
  return [...lines.slice(0, PATH_LINES), `… and ${lines.length - PATH_LINES} more`].join('\n');
}

/** One line a verdict, the path of a wrong one below it. */
export function printTiming(output: Output, timing: ReportedTiming): void {
  for (const { file, line, kind, cycles, verdict, detail } of timing.checks) {
    output.out(`${file}:${line}: ${kind} ${cycles}: ${verdict}${detail === '' ? '' : ` – ${shortened(detail)}`}`);
  }
  output.out(`${timing.exact} exact, ${timing.wrong} wrong, ${timing.unproven} unproven`);
}

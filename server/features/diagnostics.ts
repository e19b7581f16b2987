/**
 * The assembler's findings as LSP diagnostics; code-actions.ts has their fixes. And what conditions leave
 * out, as hints.
 *
 * Code, message and place are the assembler's, the same as on the command line.
 */
import type { Assembly, Diagnostic as Finding, Severity, AssembledFile, LineSpan } from '#assembler';
import { DiagnosticSeverity, DiagnosticTag, type Diagnostic } from 'vscode-languageserver';
import { toBase64 } from '#basics';
import type { Program } from '../project/view.ts';
import type { ProgramResult } from '../protocol.ts';

const DIAGNOSTIC_SOURCE = 'gigatron';

const SEVERITIES: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** What a program reports about a file: its findings, and the lines that conditions leave out. */
export interface FileFindings {
  readonly findings: readonly Diagnostic[];
  readonly leftOut?: { readonly file: AssembledFile; readonly spans: readonly LineSpan[] };
}

/**
 * What a program reports by URI; every source of the program has an entry.
 * @param explain the client's command that opens the documentation of a code
 * @param findings default: those of the assembly
 */
export function findingsByUri(
  assembly: Assembly,
  uriOf: (path: string) => string,
  explain?: string,
  findings: readonly Finding[] = assembly.diagnostics,
): ReadonlyMap<string, FileFindings> {
  const result = new Map<string, FileFindings & { readonly findings: Diagnostic[] }>();
  for (const file of assembly.files)
    result.set(uriOf(file.path), { findings: [], leftOut: { file, spans: assembly.inactiveLines(file.path) } });
  for (const finding of findings) {
    const uri = uriOf(finding.file);
    const known = result.get(uri) ?? { findings: [] };
    known.findings.push(diagnosticOf(finding, uriOf, explain));
    result.set(uri, known);
  }
  return result;
}

/** The list of a file that several programs read. */
export function joinedDiagnostics(programs: readonly FileFindings[]): Diagnostic[] {
  const hints = inactiveHints(programs.flatMap(({ leftOut }) => leftOut ?? []));
  return [...mergeDiagnostics(programs.map(({ findings }) => findings)), ...hints];
}

/** How long a slice of a proof takes before requests are answered, in milliseconds. */
const SLICE_MS = 10;

/** Proves an assembly in slices, between which requests are answered; false if it is dropped in the meantime. */
export async function proveInSlices(assembly: Assembly, isDropped: () => boolean): Promise<boolean> {
  const proof = assembly.proving();
  for (let begin = performance.now(); proof.next().done !== true;) {
    if (performance.now() - begin < SLICE_MS) continue;
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (isDropped()) return false;
    begin = performance.now();
  }
  return !isDropped();
}

/** Joins findings that several programs have on one file; the same finding counts once. */
function mergeDiagnostics(lists: readonly (readonly Diagnostic[])[]): Diagnostic[] {
  const [first, ...others] = lists;
  if (first !== undefined && others.length === 0) return [...first];
  const seen = new Map<string, Diagnostic>();
  for (const diagnostic of lists.flat()) {
    const { start, end } = diagnostic.range;
    const key = [diagnostic.code, diagnostic.message, start.line, start.character, end.line, end.character].join('|');
    if (!seen.has(key)) seen.set(key, diagnostic);
  }
  return [...seen.values()];
}

/** A finding as an LSP diagnostic. @param explain the client's command that opens the documentation of a code */
export function diagnosticOf(finding: Finding, uriOf: (path: string) => string, explain?: string): Diagnostic {
  const { range, severity, code, message, related = [], unnecessary } = finding;
  const relatedInformation = related.map(({ file, range: place, message: text }) => {
    return { location: { uri: uriOf(file), range: place }, message: text };
  });
  // A link that runs a command with one argument, as VS Code understands it.
  const href = `command:${explain}?${encodeURIComponent(JSON.stringify([code]))}`;
  return {
    range,
    severity: SEVERITIES[severity],
    code,
    ...(explain !== undefined && { codeDescription: { href } }),
    source: DIAGNOSTIC_SOURCE,
    message,
    ...(unnecessary === true && { tags: [DiagnosticTag.Unnecessary] }),
    ...(relatedInformation.length > 0 && { relatedInformation }),
  };
}

/** The program, or why it cannot be played. */
export function programResult({ assembly, uriOf }: Program): ProgramResult {
  const checked = assembly.checked();
  const name = assembly.main.slice(assembly.main.lastIndexOf('/') + 1);
  if (checked.hasErrors) return { failure: `${name} has errors.` };
  if (checked.words === 0) return { failure: `${name} has no words.` };
  const { tables, squares, sets, pieces, symbols, ramKib } = checked.debugInfo;
  const info = { tables, squares, sets, pieces, symbols };
  return { main: uriOf(assembly.main), base64: toBase64(checked.rom()), info, ramKib };
}

/** Hints that an editor fades and does not list as problems, for lines that all programs with a file leave out. */
function inactiveHints(programs: readonly NonNullable<FileFindings['leftOut']>[]): Diagnostic[] {
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

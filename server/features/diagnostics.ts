/**
 * The assembler's findings as LSP diagnostics, and their fixes as quick fixes.
 *
 * Code, message and place are the assembler's, the same as on the command line.
 */
import type { Assembly, Diagnostic as Finding, Fix, Severity } from '#assembler';
import {
  CodeActionKind,
  DiagnosticSeverity,
  DiagnosticTag,
  type CodeAction,
  type Diagnostic,
  type Range,
  type TextEdit,
} from 'vscode-languageserver';
import type { View } from '../project/view.ts';
import { suggestionsFor } from './suggestions.ts';

/** The `source` of every diagnostic. */
const DIAGNOSTIC_SOURCE = 'gigatron';

const SEVERITIES: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/**
 * Findings of a program by URI; every source of the program has an entry, if an empty one.
 * @param explain the client's command that opens the documentation of a code
 * @param findings those of the assembly unless given
 */
export function diagnosticsByUri(
  assembly: Assembly,
  uriOf: (path: string) => string,
  explain?: string,
  findings: readonly Finding[] = assembly.diagnostics,
): Map<string, Diagnostic[]> {
  const result = new Map<string, Diagnostic[]>();
  for (const { path } of assembly.files) result.set(uriOf(path), []);
  for (const finding of findings) {
    const uri = uriOf(finding.file);
    const list = result.get(uri) ?? [];
    list.push(diagnosticOf(finding, uriOf, explain));
    result.set(uri, list);
  }
  return result;
}

/** Joins findings that several programs have on one file; the same finding counts once. */
export function mergeDiagnostics(lists: readonly (readonly Diagnostic[])[]): Diagnostic[] {
  if (lists.length === 1) return [...lists[0]!];
  const seen = new Map<string, Diagnostic>();
  for (const diagnostic of lists.flat()) {
    const { start, end } = diagnostic.range;
    const key = [diagnostic.code, diagnostic.message, start.line, start.character, end.line, end.character].join('|');
    if (!seen.has(key)) seen.set(key, diagnostic);
  }
  return [...seen.values()];
}

/** What is asked of code actions. */
export interface ActionRequest {
  readonly range: Range;
  /** Kinds wanted, with those below them; all kinds without it. */
  readonly only?: readonly string[] | undefined;
  /** Whether findings of the proof count: it takes long, so it is not made for a light bulb while somebody types. */
  readonly proven: boolean;
  /** The client's command that opens the documentation of a code. */
  readonly explain?: string | undefined;
}

/** Quick fixes for the findings that touch a range, and the way to the documentation of each. */
export function codeActions(view: View, { range, only, proven, explain }: ActionRequest): CodeAction[] {
  if (only !== undefined && !only.some((kind) => isKindIn(CodeActionKind.QuickFix, kind))) return [];
  const { diagnostics } = proven ? view.assembly.checked() : view.assembly;
  const found = diagnostics.filter((finding) => finding.file === view.path && touches(finding.range, range));
  const fixes = found.flatMap((finding) => fixesOf(view, finding).map((fix) => actionOf(view, finding, fix, explain)));
  return explain === undefined ? fixes : [...fixes, ...found.map((finding) => explanationOf(view, finding, explain))];
}

function isKindIn(kind: string, wanted: string): boolean {
  return wanted === '' || kind === wanted || kind.startsWith(`${wanted}.`);
}

/** Opens the documentation of a finding's code. */
function explanationOf(view: View, finding: Finding, command: string): CodeAction {
  const title = `Explain ${finding.code}`;
  return {
    title,
    kind: CodeActionKind.QuickFix,
    diagnostics: [diagnosticOf(finding, (path) => view.uriOf(path), command)],
    command: { title, command, arguments: [finding.code] },
  };
}

/** The assembler's fixes, and names that could have been meant. */
function fixesOf(view: View, finding: Finding): readonly Fix[] {
  const { file, range } = finding;
  const names = suggestionsFor(view, finding).map((name) => ({
    title: `Change to "${name}"`,
    edits: [{ file, range, newText: name }],
  }));
  return [...(finding.fixes ?? []), ...names];
}

function actionOf(view: View, finding: Finding, fix: Fix, explain: string | undefined): CodeAction {
  const changes: Record<string, TextEdit[]> = {};
  for (const { file, range, newText } of fix.edits) (changes[view.uriOf(file)] ??= []).push({ range, newText });
  return {
    title: fix.title,
    kind: CodeActionKind.QuickFix,
    diagnostics: [diagnosticOf(finding, (path) => view.uriOf(path), explain)],
    edit: { changes },
  };
}

function diagnosticOf(finding: Finding, uriOf: (path: string) => string, explain?: string): Diagnostic {
  const { range, severity, code, message, related, unnecessary } = finding;
  return {
    range,
    severity: SEVERITIES[severity],
    code,
    ...(explain === undefined ? {} : { codeDescription: { href: commandUri(explain, code) } }),
    source: DIAGNOSTIC_SOURCE,
    message,
    ...(unnecessary === true ? { tags: [DiagnosticTag.Unnecessary] } : {}),
    ...(related === undefined || related.length === 0
      ? {}
      : {
          relatedInformation: related.map((place) => ({
            location: { uri: uriOf(place.file), range: place.range },
            message: place.message,
          })),
        }),
  };
}

/** A link that runs a command with one argument, as VS Code understands it. */
function commandUri(command: string, argument: string): string {
  return `command:${command}?${encodeURIComponent(JSON.stringify([argument]))}`;
}

function touches(a: Range, b: Range): boolean {
  return !isBefore(a.end, b.start) && !isBefore(b.end, a.start);
}

function isBefore(a: Range['start'], b: Range['start']): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}

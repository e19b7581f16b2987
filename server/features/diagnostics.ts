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

/** Findings of a program by URI; every source of the program has an entry, if an empty one. */
export function diagnosticsByUri(assembly: Assembly, uriOf: (path: string) => string): Map<string, Diagnostic[]> {
  const result = new Map<string, Diagnostic[]>();
  for (const { path } of assembly.files) result.set(uriOf(path), []);
  for (const finding of assembly.diagnostics) {
    const uri = uriOf(finding.file);
    const list = result.get(uri) ?? [];
    list.push(diagnosticOf(finding, uriOf));
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

/** Quick fixes for the findings that touch a range. */
export function codeActions(view: View, range: Range): CodeAction[] {
  const { diagnostics } = view.assembly.checked();
  return diagnostics
    .filter((finding) => finding.file === view.path && touches(finding.range, range))
    .flatMap((finding) => fixesOf(view, finding).map((fix) => actionOf(view, finding, fix)));
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

function actionOf(view: View, finding: Finding, fix: Fix): CodeAction {
  const changes: Record<string, TextEdit[]> = {};
  for (const { file, range, newText } of fix.edits) (changes[view.uriOf(file)] ??= []).push({ range, newText });
  return {
    title: fix.title,
    kind: CodeActionKind.QuickFix,
    diagnostics: [diagnosticOf(finding, (path) => view.uriOf(path))],
    edit: { changes },
  };
}

function diagnosticOf(finding: Finding, uriOf: (path: string) => string): Diagnostic {
  const { range, severity, code, message, related, unnecessary } = finding;
  return {
    range,
    severity: SEVERITIES[severity],
    code,
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

function touches(a: Range, b: Range): boolean {
  return !isBefore(a.end, b.start) && !isBefore(b.end, a.start);
}

function isBefore(a: Range['start'], b: Range['start']): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}

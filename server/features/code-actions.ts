/**
 * Code actions: the fixes of findings, one at a time or all obvious ones of a document, the links to their
 * documentation, and the lines that switch a finding off.
 */
import { CodeActionKind, type CodeAction, type Range, type TextEdit, type WorkspaceEdit } from 'vscode-languageserver';
import { editDistance } from '#basics';
import {
  comparePositions,
  libraryName,
  lineRange,
  resolvePath,
  DIRECTIVES,
  LIBRARY_NAMES,
  mnemonics,
} from '#assembler';
import type { Diagnostic as Finding, Fix, DiagnosticCode } from '#assembler';
import type { View } from '../project/view.ts';
import { SOURCE_EXTENSION } from '../files/file-store.ts';
import { diagnosticOf } from './diagnostics.ts';
import type { RefactoringClient } from './refactoring.ts';
import { refactorings } from './refactorings.ts';

/** All obvious fixes of a document; `editor.codeActionsOnSave` names it, or `source.fixAll`. */
export const FIX_ALL = `${CodeActionKind.SourceFixAll}.gigatron`;

interface ActionRequest {
  readonly range: Range;
  /** The kinds wanted, with those below them; absent: all kinds. */
  readonly only?: readonly string[] | undefined;
  /** Whether to include findings of the proof, which takes too long for a light bulb while the user types. */
  readonly proven: boolean;
  /** Whether the user asked for actions; an automatic light bulb is for findings only. */
  readonly isAsked: boolean;
  /** The client's command that opens the documentation of a code. */
  readonly explain?: string | undefined;
  readonly client: RefactoringClient;
}

/** Quick fixes for the findings that touch a range, and the link to the documentation of each. */
export function codeActions(
  view: View,
  { range, only, proven, isAsked, explain, client }: ActionRequest,
): CodeAction[] {
  const { diagnostics } = proven ? view.assembly.checked() : view.assembly;
  // All fixes of a document are made only on request, such as on saving.
  const all = only?.some((kind) => isKindIn(FIX_ALL, kind)) === true ? fixAll(view, diagnostics) : [];
  const wanted = only ?? [''];
  const changes = (isAsked ? refactorings(view, range, client) : []).filter(({ kind }) =>
    wanted.some((each) => isKindIn(kind ?? '', each)),
  );
  if (!wanted.some((kind) => isKindIn(CodeActionKind.QuickFix, kind))) return [...all, ...changes];
  const found = diagnostics.filter((finding) => finding.file === view.path && touches(finding.range, range));
  const fixes = found.flatMap((finding) =>
    fixesOf(view, finding).map((fix, index) => actionOf(view, finding, fix, index === 0, explain)),
  );
  const others = found.flatMap((finding) => [
    ...creation(view, finding, client, explain),
    ...silencing(view, finding, explain),
    ...(explain === undefined ? [] : [explanationOf(view, finding, explain)]),
  ]);
  return [...all, ...fixes, ...others, ...changes];
}

/** One action that applies the obvious fixes of all findings in a document, each once. */
function fixAll(view: View, findings: readonly Finding[]): CodeAction[] {
  const edits: TextEdit[] = [];
  for (const { file, fixes } of findings) {
    const fix = fixes?.[0];
    if (fix === undefined || file !== view.path || fix.isStatement === true) continue;
    if (fix.edits.some((edit) => edit.file !== view.path || edits.some(({ range }) => touches(range, edit.range))))
      continue;
    edits.push(...fix.edits.map(({ range, newText }) => ({ range, newText })));
  }
  if (edits.length === 0) return [];
  return [{ title: 'Apply all plain fixes', kind: FIX_ALL, edit: { changes: { [view.uriOf(view.path)]: edits } } }];
}

/** Switches a finding off for its lines; errors cannot be switched off. */
function silencing(view: View, finding: Finding, explain: string | undefined): CodeAction[] {
  const { code, severity, range } = finding;
  if (severity === 'error') return [];
  const { line: last } = range.end;
  const end = view.file.lines[last]?.text.length ?? 0;
  const edits = [
    { range: lineRange(range.start.line, 0, 0), newText: `        .lint off ${code}\n` },
    { range: lineRange(last, end, end), newText: `\n        .lint on ${code}` },
  ];
  const edit = { changes: { [view.uriOf(view.path)]: edits } };
  return [{ title: `Switch ${code} off here`, ...quickFix(view, finding, explain), edit }];
}

/** What a quick fix says besides its title and edit: the finding that it is for. */
function quickFix(view: View, finding: Finding, explain: string | undefined) {
  const diagnostics = [diagnosticOf(finding, (path) => view.uriOf(path), explain)];
  return { kind: CodeActionKind.QuickFix, diagnostics };
}

function isKindIn(kind: string, wanted: string): boolean {
  return wanted === '' || kind === wanted || kind.startsWith(`${wanted}.`);
}

/** Opens the documentation of a finding's code. */
function explanationOf(view: View, finding: Finding, command: string): CodeAction {
  const title = `Explain ${finding.code}`;
  return { title, ...quickFix(view, finding, command), command: { title, command, arguments: [finding.code] } };
}

/** Creates the source file that an include names, if it does not exist, and opens it. */
function creation(
  view: View,
  finding: Finding,
  { createsFiles, open }: RefactoringClient,
  explain: string | undefined,
): CodeAction[] {
  const statement = view.file.lines[finding.range.start.line]?.statement;
  if (!createsFiles || finding.code !== 'GT0701' || statement?.kind !== 'directive') return [];
  const named = statement.name === 'include' ? statement.texts[0]?.text : undefined;
  const path = named === undefined ? undefined : resolvePath(view.path, named);
  if (named?.endsWith(SOURCE_EXTENSION) !== true || path === undefined || libraryName(path) !== undefined) return [];
  const uri = view.uriOf(path);
  const opens = open === undefined ? {} : { command: { title: 'Open', command: open, arguments: [uri] } };
  const edit: WorkspaceEdit = { documentChanges: [{ kind: 'create', uri, options: { ignoreIfExists: true } }] };
  return [{ title: `Create "${named}"`, ...quickFix(view, finding, explain), edit, ...opens }];
}

/** The assembler's fixes, and names that could have been meant. */
function fixesOf(view: View, finding: Finding): readonly Fix[] {
  const { file, range } = finding;
  const own = finding.fixes ?? [];
  const isOffered = (name: string): boolean => own.some(({ edits }) => edits[0]?.newText === name);
  const names = suggestionsFor(view, finding)
    .filter((name) => !isOffered(name))
    .map((name) => ({
      title: `Change to ${/^["<]/.test(name) ? name : `"${name}"`}`,
      edits: [{ file, range, newText: name }],
    }));
  return [...own, ...names];
}

/** @param isFirst whether it is the first fix of its finding; if it is obvious, the editor applies it with one key */
function actionOf(view: View, finding: Finding, fix: Fix, isFirst: boolean, explain: string | undefined): CodeAction {
  const changes: Record<string, TextEdit[]> = {};
  for (const { file, range, newText } of fix.edits) (changes[view.uriOf(file)] ??= []).push({ range, newText });
  return {
    title: fix.title,
    ...quickFix(view, finding, explain),
    ...(isFirst && fix.isStatement !== true && { isPreferred: true }),
    edit: { changes },
  };
}

function touches(a: Range, b: Range): boolean {
  return comparePositions(b.start, a.end) <= 0 && comparePositions(a.start, b.end) <= 0;
}

/** How many names are offered for one finding. */
const MOST_NAMES = 3;

/**
 * The names or files that may have been meant by one in a finding that does not exist, the most similar first.
 *
 * Similarity is the number of letters to insert, delete, replace or swap with a neighbour, ignoring case; up to a third
 * of the word may differ.
 */
function suggestionsFor(view: View, { code, range }: Finding): readonly string[] {
  const candidates = candidatesFor(view, code, range.start);
  if (candidates.length === 0 || range.start.line !== range.end.line) return [];
  const line = view.file.lines[range.start.line]?.text ?? '';
  return similarNames(line.slice(range.start.character, range.end.character), candidates);
}

export function similarNames(word: string, candidates: readonly string[]): readonly string[] {
  const wanted = word.toLowerCase();
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  return [...new Set(candidates)]
    .filter((name) => name !== word && Math.abs(name.length - word.length) <= limit)
    .map((name) => ({ name, distance: editDistance(wanted, name.toLowerCase()) }))
    .filter((candidate) => candidate.distance <= limit)
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, MOST_NAMES)
    .map(({ name }) => name);
}

function candidatesFor(view: View, code: string, position: Finding['range']['start']): readonly string[] {
  switch (code as DiagnosticCode) {
    case 'GT0106':
      return Object.keys(DIRECTIVES).map((name) => `.${name}`);
    case 'GT0201':
      return view.assembly.symbols.inScope(view.path, position).map(({ name }) => name);
    case 'GT0301':
      return [...mnemonics(), ...view.assembly.symbols.definitionsOf('macro').map(({ name }) => name)];
    case 'GT0701':
      return [...view.includable().map((path) => `"${path}"`), ...LIBRARY_NAMES.map((name) => `<${name}>`)];
    default:
      return [];
  }
}

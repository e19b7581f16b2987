/**
 * Extracting a macro: lines become a macro, and a call takes their place. Inlining: the lines of a macro, with the
 * arguments filled in, replace a call or all calls. The words stay the same, since a call assembles to these lines.
 *
 * Names that have a meaning only at the place of the extracted lines become parameters: local labels from outside the
 * lines, and names of the blocks around them.
 */
import { elementAt, isFailure } from '#basics';
import { FUNCTIONS, isMnemonic, isRegister, lineRange, libraryName } from '#assembler';
import type { ParsedLine, Range, AssembledFile, CallStatement, Position } from '#assembler';
import { CodeActionKind, type CodeAction, type TextEdit } from 'vscode-languageserver';
import type { View } from '../project/view.ts';
import { blockNames } from '../tree/block-names.ts';
import {
  freeName,
  isHead,
  localsDefinedIn,
  localScope,
  namesIn,
  outermostBlocks,
  replaced,
  whyNotMovable,
  type Lines,
} from '../tree/movable-lines.ts';
import { isCommentLine } from '../tree/places.ts';
import { disabledAction, editAction, withRename, type RefactoringClient } from './refactoring.ts';
import { inlinedCall, macroNamed, type GivenNames, type Macro } from '../tree/inlined-call.ts';

const EXTRACT = CodeActionKind.RefactorExtract;

/** Turns the selected lines into a macro, or says why that is impossible; nothing if no statement is selected. */
export function extractMacro(view: View, range: Range, client: RefactoringClient): CodeAction[] {
  const { lines } = view.file;
  const selection = selectionOf(view, range);
  if (selection === undefined) return [];
  const body = bodyOf(lines, selection);
  const name = freeName('extracted', (each) => view.assembly.symbols.definitionNamed(each) !== undefined);
  const title = 'Extract macro';
  const problem = whyNotMovable(body) ?? whyNotHere(view, selection, body);
  if (problem !== undefined) return disabledAction(title, EXTRACT, problem, client);
  const parameters = parametersOf(view, selection, body);
  const head = ['.macro', name, parameters.map((each) => each.name).join(', ')].join(' ').trimEnd();
  const definition = [head, ...body.map((line) => withParameters(line, parameters)), '.endmacro', '', ''];
  const { first, last, labels } = selection;
  const indent = labels > 0 ? elementAt(lines, first).text.slice(0, labels) : ' '.repeat(8);
  const call = [name, parameters.map(({ argument }) => argument).join(', ')].join(' ').trimEnd();
  const place = placeFor(lines, first);
  const whole = {
    start: { line: first, character: 0 },
    end: { line: last, character: elementAt(lines, last).text.length },
  };
  const [macro, replacement] = [definition.join('\n'), indent + call];
  const edits =
    place === first
      ? [{ range: whole, newText: macro + replacement }]
      : [
          { range: lineRange(place, 0, 0), newText: macro },
          { range: whole, newText: replacement },
        ];
  const position = { line: first + definition.length - 1, character: indent.length };
  return [withRename(view, editAction(view, title, EXTRACT, edits), position, client)];
}

/** Lines to extract, and the column after the labels of the first line that stay in place; 0 if none do. */
interface Selection extends Lines {
  readonly labels: number;
}

function selectionOf(view: View, { start, end }: Range): Selection | undefined {
  const { lines } = view.file;
  let first = start.line;
  let last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
  const only = first === last ? lines[first]?.statement : undefined;
  if (first === last && (only === undefined || start.character > only.start || end.character < only.end))
    return undefined;
  while (last > first && isEmpty(elementAt(lines, last))) last--;
  for (; first <= last; first++) {
    const line = elementAt(lines, first);
    if (isEmpty(line)) continue;
    const stay = isHead(line) || line.labels.some(({ text }) => isUsedOutside(view, { first, last }, text));
    if (line.statement !== undefined) return { first, last, labels: stay ? line.statement.start : 0 };
    if (!stay) return { first, last, labels: 0 };
  }
  return undefined;
}

function isEmpty({ labels, statement, problems }: ParsedLine): boolean {
  return labels.length === 0 && statement === undefined && problems.length === 0;
}

/** The lines of a selection, without the labels that stay. */
function bodyOf(lines: readonly ParsedLine[], { first, last, labels }: Selection): readonly ParsedLine[] {
  const [head, ...others] = lines.slice(first, last + 1);
  if (head === undefined || labels === 0) return lines.slice(first, last + 1);
  return [{ ...head, labels: [], text: ' '.repeat(labels) + head.text.slice(labels) }, ...others];
}

/** Whether a local name that lines define is used by other lines. */
function isUsedOutside(view: View, { first, last }: Lines, name: string): boolean {
  const { lines } = view.file;
  const isOutside = (line: number): boolean => line < first || line > last;
  const scope = localScope(lines, first) ?? { first: 0, last: lines.length - 1 };
  for (let line = scope.first; line <= scope.last; line++)
    if (isOutside(line) && namesIn(elementAt(lines, line)).some(({ text }) => text === name)) return true;
  const { symbols } = view.assembly;
  return symbols
    .definitionsIn(view.path)
    .filter(({ range, name: full }) => !isOutside(range.start.line) && full.endsWith(name))
    .flatMap((definition) => symbols.referencesTo(definition))
    .some(({ file, range }) => file !== view.path || isOutside(range.start.line));
}

function whyNotHere(view: View, selection: Selection, body: readonly ParsedLine[]): string | undefined {
  const used = [...localsDefinedIn(body)].find((name) => isUsedOutside(view, selection, name));
  if (used !== undefined) return `"${used}" is used outside these lines.`;
  const outer = outermostBlocks(view.file.lines)[selection.first] ?? -1;
  const block = outer < 0 ? undefined : view.file.lines[outer]?.statement;
  return block?.kind === 'directive' && block.name === 'test' ? 'A test cannot contain a macro.' : undefined;
}

/** A parameter of the macro, and what the call passes for it; both are the same for names of blocks. */
interface Parameter {
  readonly name: string;
  readonly argument: string;
}

function parametersOf(view: View, { first, last }: Lines, body: readonly ParsedLine[]): readonly Parameter[] {
  const own = localsDefinedIn(body);
  const words = body.flatMap((line) => valuesIn(line).map(({ text }) => text));
  const blocks = new Set(
    blockNames(view.file.lines)
      .filter((block) => block.firstLine < first && last <= block.lastLine)
      .map(({ name }) => name),
  );
  const taken = new Set([...words, ...blocks]);
  const parameters = new Map<string, Parameter>();
  for (const word of words) {
    if (parameters.has(word)) continue;
    if (blocks.has(word)) parameters.set(word, { name: word, argument: word });
    if (!word.startsWith('.') || own.has(word)) continue;
    const name = freeName(word.slice(1), (each) => taken.has(each) || isReserved(each));
    taken.add(name);
    parameters.set(word, { name, argument: word });
  }
  return [...parameters.values()];
}

function isReserved(name: string): boolean {
  const word = name.toLowerCase();
  return isMnemonic(word) || isRegister(word) || Object.hasOwn(FUNCTIONS, word);
}

/** The names in a line that have a value: all except that of its directive. */
function valuesIn(line: ParsedLine): ReturnType<typeof namesIn> {
  const { statement } = line;
  const directive = statement?.kind === 'directive' ? statement.nameSpan : undefined;
  return namesIn(line).filter(
    ({ start }) => directive === undefined || start < directive.start - 1 || start >= directive.end,
  );
}

function withParameters(line: ParsedLine, parameters: readonly Parameter[]): string {
  const names = new Map(parameters.map(({ name, argument }) => [argument, name]));
  const places = valuesIn(line).flatMap(({ text, start, end }) => {
    const name = names.get(text);
    return name === undefined ? [] : [{ start, end, text: name }];
  });
  return replaced(line.text, places);
}

/** The line before which a macro for a line goes: before the line's routine or block, and the comment above that. */
function placeFor(lines: readonly ParsedLine[], line: number): number {
  const outer = outermostBlocks(lines);
  const block = outer[line] ?? -1;
  const statement = block < 0 ? undefined : elementAt(lines, block).statement;
  const name = statement?.kind === 'directive' ? statement.name : '';
  const start = block < 0 ? line : block;
  const isRoutine = (at: number): boolean => outer[at] === -1 && isHead(elementAt(lines, at));
  let place = start;
  if (['', 'if', 'repeat', 'for'].includes(name)) while (place >= 0 && !isRoutine(place)) place--;
  if (place < 0) place = start;
  while (place > 0 && isCommentLine(elementAt(lines, place - 1))) place--;
  return place;
}

const INLINE = CodeActionKind.RefactorInline;

interface Call {
  readonly file: AssembledFile;
  readonly line: number;
  readonly statement: CallStatement;
}

/** Replaces the macro call at a position, or all calls, with the macro's lines; nothing if there is no macro. */
export function inlineMacro(view: View, { line }: Position, client: RefactoringClient): CodeAction[] {
  const statement = view.file.lines[line]?.statement;
  if (statement?.kind === 'call') {
    const macro = macroNamed(view.assembly, statement.name.text);
    if (macro === undefined) return [];
    const all = callsOf(view, macro);
    return [
      ...inlineOne(view, { file: view.file, line, statement }, macro, client),
      ...(all.length > 1 ? inlineAll(view, all, macro, client) : []),
    ];
  }
  const defined = statement?.kind === 'directive' && statement.name === 'macro' ? statement.names[0]?.text : undefined;
  const macro = defined === undefined ? undefined : macroNamed(view.assembly, defined);
  return macro === undefined ? [] : inlineAll(view, callsOf(view, macro), macro, client);
}

/** Replaces a call with the macro's lines, with the arguments filled in. */
function inlineOne(view: View, { file, line, statement }: Call, macro: Macro, client: RefactoringClient): CodeAction[] {
  const title = `Inline macro ${macro.name}`;
  const inlined = inlinedCall(file, line, statement, macro, new Map());
  if (isFailure(inlined)) return disabledAction(title, INLINE, inlined.message, client);
  return [editAction(view, title, INLINE, [editOf({ file, line, statement }, inlined.text)])];
}

/** Replaces all calls. The definition stays, since another program may use it. */
function inlineAll(view: View, calls: readonly Call[], macro: Macro, client: RefactoringClient): CodeAction[] {
  if (calls.length === 0) return [];
  const title = `Inline all calls of macro ${macro.name} (${calls.length})`;
  if (macro.body.some(({ statement }) => statement?.kind === 'call' && statement.name.text === macro.name))
    return disabledAction(title, INLINE, 'The macro calls itself.', client);
  const given: GivenNames = new Map();
  const changes: Record<string, TextEdit[]> = {};
  for (const call of calls) {
    const inlined = inlinedCall(call.file, call.line, call.statement, macro, given);
    if (isFailure(inlined))
      return disabledAction(title, INLINE, `The call in line ${call.line + 1}: ${inlined.message}`, client);
    (changes[view.uriOf(call.file.path)] ??= []).push(editOf(call, inlined.text));
  }
  return [{ title, kind: INLINE, edit: { changes } }];
}

function editOf({ file, line }: Call, newText: string): TextEdit {
  return { range: lineRange(line, 0, file.lines[line]?.text.length ?? 0), newText };
}

/** The calls of a macro in the program's files; those in libraries stay as they are. */
function callsOf({ assembly }: View, { name }: Macro): readonly Call[] {
  return assembly.files
    .filter(({ path }) => libraryName(path) === undefined)
    .flatMap((file) =>
      file.lines.flatMap(({ statement }, line) =>
        statement?.kind === 'call' && statement.name.text === name ? [{ file, line, statement }] : [],
      ),
    );
}

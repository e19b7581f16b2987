/**
 * Inline macro: the lines of a macro take the place of a call of it, with the arguments in them.
 *
 * Local labels of the macro get other names where the routine around the call has theirs.
 */
import { elementAt } from '#basics';
import {
  lineRange,
  type AssembledFile,
  type CallStatement,
  type Operand,
  type ParsedLine,
  type Position,
  type Statement,
  type SymbolDefinition,
} from '#assembler';
import { JUMP_MNEMONICS } from '#isa';
import { CodeActionKind, type CodeAction } from 'vscode-languageserver';
import type { View } from '../project/view.ts';
import {
  freeName,
  localsDefinedIn,
  localScope,
  namesIn,
  replaced,
  whyNotMovable,
  type Replacement,
} from '../tree/movable-lines.ts';
import { expressionParts, operandsOf } from '../tree/places.ts';
import { disabledAction, editAction, type RefactoringClient } from './refactoring.ts';

const KIND = CodeActionKind.RefactorInline;
const JUMPS: ReadonlySet<string> = new Set(JUMP_MNEMONICS);
const LOOPS: ReadonlySet<string> = new Set(['repeat', 'for']);

/** Puts a macro's lines in the place of the call at a position, or says why not; nothing where there is no call. */
export function inlineMacro(view: View, { line }: Position, client: RefactoringClient): CodeAction[] {
  const parsed = view.file.lines[line];
  const call = parsed?.statement;
  if (parsed === undefined || call?.kind !== 'call') return [];
  const { assembly } = view;
  const macro = assembly.symbols.definitionsOf('macro').find(({ name }) => name === call.name.text);
  const file = macro === undefined ? undefined : assembly.file(macro.file);
  if (macro === undefined || file === undefined) return [];
  const title = `Inline macro ${macro.name}`;
  const body = file.lines.slice(macro.range.start.line + 1, macro.extent.end.line);
  const given = argumentsOf(parsed, call, macro, file);
  const problem = whyNot(view, line, body, given) ?? whyNotMovable(body);
  if (problem !== undefined) return disabledAction(title, KIND, problem, client);
  const locals = localNames(view, line, body);
  const texts = body.map((each) => replaced(each.text, [...substitutions(each, given), ...renamings(each, locals)]));
  const newText = withLabels(parsed, body, texts).join('\n');
  return [editAction(view, title, KIND, [{ range: lineRange(line, 0, parsed.text.length), newText }])];
}

/** What a call gives for each parameter, and the text that it was written in. */
type Arguments = ReadonlyMap<string, { readonly operand: Operand; readonly line: string } | undefined>;

function argumentsOf(parsed: ParsedLine, call: CallStatement, macro: SymbolDefinition, file: AssembledFile): Arguments {
  const head = elementAt(file.lines, macro.range.start.line);
  const parameters = head.statement?.kind === 'directive' ? head.statement.parameters : [];
  return new Map(
    parameters.map(({ name, default: otherwise }, index) => {
      const argument = call.arguments.find((each, place) =>
        each.name === undefined ? place === index : each.name.text === name.text,
      );
      if (argument !== undefined) return [name.text, { operand: argument.operand, line: parsed.text }];
      return [name.text, otherwise === undefined ? undefined : { operand: otherwise, line: head.text }];
    }),
  );
}

function whyNot(view: View, line: number, body: readonly ParsedLine[], given: Arguments): string | undefined {
  if ([...given.values()].includes(undefined)) return 'The call lacks an argument.';
  const labels = body.flatMap((each) => each.labels.map(({ text }) => text));
  const label = labels.find((text) => given.has(text));
  if (label !== undefined) return `The parameter "${label}" is the name of a label.`;
  if (localsDefinedIn(body).size > 0 && localScope(view.file.lines, line) === undefined)
    return 'The local labels of the macro need a label above them.';
  const parts = [...given.values()].flatMap((each) => (each === undefined ? [] : partsOf(each.operand)));
  if (parts.some(({ kind }) => kind === 'here' || kind === 'anonymous'))
    return 'An argument means something else in another line.';
  const names = new Set([...given.keys(), ...parts.flatMap((part) => (part.kind === 'symbol' ? [part.name] : []))]);
  const hidden = body.flatMap(({ statement }) => loopNames(statement)).find((name) => names.has(name));
  if (hidden !== undefined) return `A loop of the macro has the name "${hidden}", too.`;
  const unclear = body.flatMap((each) => leftOver(each, given))[0];
  return unclear === undefined ? undefined : `The parameter "${unclear}" is used where an argument cannot be.`;
}

function partsOf(operand: Operand): ReturnType<typeof expressionParts> {
  const name = { text: '', start: 0, end: 0 };
  return expressionParts({
    kind: 'call',
    name,
    arguments: [{ name: undefined, operand, start: 0, end: 0 }],
    start: 0,
    end: 0,
  });
}

function loopNames(statement: Statement | undefined): readonly string[] {
  return statement?.kind === 'directive' && LOOPS.has(statement.name) ? statement.names.map(({ text }) => text) : [];
}

/** Names of parameters in a line that are not values, such as the names that an inner call gives its arguments. */
function leftOver(line: ParsedLine, given: Arguments): readonly string[] {
  const places = substitutions(line, given);
  const { statement } = line;
  const named = statement?.kind === 'call' ? statement.arguments.flatMap(({ name }) => name ?? []) : [];
  return namesIn(line)
    .filter(({ text, start }) => given.has(text) && ![...places, ...named].some((place) => place.start === start))
    .map(({ text }) => text);
}

/** The arguments in the places of a line's parameters. */
function substitutions({ statement }: ParsedLine, given: Arguments): readonly Replacement[] {
  if (statement === undefined) return [];
  const whole = new Map(
    operandsOf(statement)
      .flatMap((operand) => (operand.kind === 'memory' ? operand.parts : [operand]))
      .flatMap((operand) => (operand.kind === 'value' ? [[operand.value.start, operand] as const] : [])),
  );
  const isJump = statement.kind === 'instruction' && JUMPS.has(statement.mnemonic);
  const places: Replacement[] = [];
  for (const part of expressionParts(statement)) {
    const argument = part.kind === 'symbol' ? given.get(part.name) : undefined;
    if (argument === undefined) continue;
    const { start, end } = part;
    const operand = whole.get(start);
    const isWhole = operand?.kind === 'value' && operand.value === part;
    places.push({ start, end, text: textOf(argument, !isWhole ? 'part' : isJump ? 'target' : 'operand') });
  }
  const called = statement.kind === 'call' ? given.get(statement.name.text) : undefined;
  if (statement.kind === 'call' && called !== undefined)
    places.push({ start: statement.name.start, end: statement.name.end, text: textOf(called, 'operand') });
  return places;
}

/** An argument as text. A calculation with it may need parentheses; a number alone would be an offset as a jump's target. */
function textOf({ operand, line }: { operand: Operand; line: string }, place: 'operand' | 'target' | 'part'): string {
  if (operand.kind !== 'value') return line.slice(operand.start, operand.end);
  const { kind, start, end } = operand.value;
  const text = line.slice(start, end);
  const isBare =
    place === 'part' ? ['number', 'symbol', 'call'].includes(kind) : place === 'operand' || kind !== 'number';
  return isBare ? text : `(${text})`;
}

/** The names that local labels of the macro get: their own, or the next that are free around the call. */
function localNames(view: View, line: number, body: readonly ParsedLine[]): ReadonlyMap<string, string> {
  const { lines } = view.file;
  const scope = localScope(lines, line) ?? { first: line, last: line };
  const taken = new Set(
    lines.slice(scope.first, scope.last + 1).flatMap((each) => namesIn(each).map(({ text }) => text)),
  );
  const names = new Map<string, string>();
  for (const name of localsDefinedIn(body)) {
    const free = freeName(name, (each) => taken.has(each) || (each !== name && localsDefinedIn(body).has(each)));
    taken.add(free);
    names.set(name, free);
  }
  return names;
}

function renamings(line: ParsedLine, names: ReadonlyMap<string, string>): readonly Replacement[] {
  return namesIn(line).flatMap(({ text, start, end }) => {
    const name = names.get(text);
    return name === undefined || name === text ? [] : [{ start, end, text: name }];
  });
}

/** The macro's lines after the labels of the call, with the call's comment above them. */
function withLabels(call: ParsedLine, body: readonly ParsedLine[], texts: readonly string[]): readonly string[] {
  const { text, labels, comment } = call;
  const remark = comment < 0 ? [] : [`        ${text.slice(comment)}`];
  if (labels.length === 0) return [...remark, ...texts];
  const label = text.slice(0, call.statement?.start ?? text.length).trimEnd();
  const [first] = body;
  const [start, ...others] = texts;
  const isFree = first?.statement !== undefined && first.labels.length === 0 && start !== undefined;
  if (!isFree) return [...remark, label, ...texts];
  return [...remark, `${label.padEnd(7)} ${start.trimStart()}`, ...others];
}

/** A macro call written out: the macro's lines with the arguments filled in. */
import { elementAt, failure, type Result } from '#basics';
import { TRAITS } from '#assembler';
import type { AssembledFile, Assembly, CallStatement, Operand, ParsedLine } from '#assembler';
import { JUMP_MNEMONICS } from '#isa';
import { freeName, localsDefinedIn, localScope, namesIn, replaced, whyNotMovable } from './movable-lines.ts';
import type { Replacement } from './movable-lines.ts';
import { argumentFor, expressionParts, operandsOf } from './places.ts';

const JUMPS: ReadonlySet<string> = new Set(JUMP_MNEMONICS);

export interface Macro {
  readonly name: string;
  readonly head: ParsedLine;
  readonly body: readonly ParsedLine[];
}

/** The local names taken in each scope, by its place: existing ones, and those given to calls written out so far. */
export type GivenNames = Map<string, Set<string>>;

export function macroNamed(assembly: Assembly, name: string): Macro | undefined {
  const macro = assembly.symbols.macroNamed(name);
  const file = macro === undefined ? undefined : assembly.file(macro.file);
  if (macro === undefined || file === undefined) return undefined;
  const { line } = macro.range.start;
  return { name, head: elementAt(file.lines, line), body: file.lines.slice(line + 1, macro.extent.end.line) };
}

/**
 * What replaces the line of a call, or why nothing can. Local labels get free names.
 * @param given names given so far, to which those of this call are added
 */
export function inlinedCall(
  file: AssembledFile,
  line: number,
  call: CallStatement,
  macro: Macro,
  given: GivenNames,
): Result<{ readonly text: string }> {
  const parsed = elementAt(file.lines, line);
  const { body } = macro;
  const passed = argumentsOf(parsed, call, macro);
  const problem = whyNot(file, line, body, passed) ?? whyNotMovable(body);
  if (problem !== undefined) return failure(problem);
  const locals = localNames(file, line, body, given);
  const texts = body.map((each) => replaced(each.text, [...substitutions(each, passed), ...renamings(each, locals)]));
  return { text: withLabels(parsed, body, texts).join('\n') };
}

/** What a call passes for each parameter, and the line that it is written in. */
type Arguments = ReadonlyMap<string, { readonly operand: Operand; readonly line: string } | undefined>;

function argumentsOf(parsed: ParsedLine, call: CallStatement, { head }: Macro): Arguments {
  const parameters = head.statement?.kind === 'directive' ? head.statement.parameters : [];
  return new Map(
    parameters.map(({ name, default: otherwise }, index) => {
      const operand = argumentFor(call, name.text, index);
      if (operand !== undefined) return [name.text, { operand, line: parsed.text }];
      return [name.text, otherwise === undefined ? undefined : { operand: otherwise, line: head.text }];
    }),
  );
}

function whyNot(file: AssembledFile, line: number, body: readonly ParsedLine[], given: Arguments): string | undefined {
  if ([...given.values()].includes(undefined)) return 'The call lacks an argument.';
  const labels = body.flatMap((each) => each.labels.map(({ text }) => text));
  const label = labels.find((text) => given.has(text));
  if (label !== undefined) return `The parameter "${label}" is the name of a label.`;
  if (localsDefinedIn(body).size > 0 && localScope(file.lines, line) === undefined)
    return 'The local labels of the macro need a label above them.';
  const parts = [...given.values()].flatMap((each) => (each === undefined ? [] : partsOf(each.operand)));
  if (parts.some(({ kind }) => kind === 'here' || kind === 'anonymous'))
    return 'An argument would mean something else in another line.';
  const names = new Set([...given.keys(), ...parts.flatMap((part) => (part.kind === 'symbol' ? [part.name] : []))]);
  const loopNames = body.flatMap(({ statement }) =>
    statement?.kind === 'directive' && TRAITS.loops.has(statement.name) ? statement.names.map(({ text }) => text) : [],
  );
  const hidden = loopNames.find((name) => names.has(name));
  if (hidden !== undefined) return `A loop in the macro is also named "${hidden}".`;
  const unclear = body.flatMap((each) => leftOver(each, given))[0];
  return unclear === undefined
    ? undefined
    : `The parameter "${unclear}" is used in a place where an argument cannot be written.`;
}

function partsOf(operand: Operand): ReturnType<typeof expressionParts> {
  const span = { start: 0, end: 0 };
  const passed = [{ name: undefined, operand, ...span }];
  return expressionParts({ kind: 'call', name: { text: '', ...span }, arguments: passed, ...span });
}

/** The parameters that a line uses where no argument can be substituted; the name before an argument is not a use. */
function leftOver(line: ParsedLine, given: Arguments): readonly string[] {
  const places = substitutions(line, given);
  const { statement } = line;
  const named = statement?.kind === 'call' ? statement.arguments.flatMap(({ name }) => name ?? []) : [];
  return namesIn(line)
    .filter(({ text, start }) => given.has(text) && ![...places, ...named].some((place) => place.start === start))
    .map(({ text }) => text);
}

/** The replacements of a line's parameters by the arguments. */
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

/**
 * An argument as text. Inside a calculation it may need parentheses; as a jump's target, a plain number would be an
 * offset.
 */
function textOf({ operand, line }: { operand: Operand; line: string }, place: 'operand' | 'target' | 'part'): string {
  if (operand.kind !== 'value') return line.slice(operand.start, operand.end);
  const { kind, start, end } = operand.value;
  const text = line.slice(start, end);
  const isBare =
    place === 'part' ? ['number', 'symbol', 'call'].includes(kind) : place === 'operand' || kind !== 'number';
  return isBare ? text : `(${text})`;
}

/** The names that local labels of the macro get: their own, or the next free ones around the call. */
function localNames(
  { path, lines }: AssembledFile,
  line: number,
  body: readonly ParsedLine[],
  given: GivenNames,
): ReadonlyMap<string, string> {
  const { first, last } = localScope(lines, line) ?? { first: line, last: line };
  const place = `${path}:${first}`;
  const taken =
    given.get(place) ?? new Set(lines.slice(first, last + 1).flatMap((each) => namesIn(each).map(({ text }) => text)));
  given.set(place, taken);
  const own = localsDefinedIn(body);
  const names = new Map<string, string>();
  for (const name of own) {
    const free = freeName(name, (each) => taken.has(each) || (each !== name && own.has(each)));
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

/** Macros: their definition and their calls. */
import { elementAt, closestName } from '#basics';
import type { DirectiveLine, Expander } from './expander.ts';
import { blockStructure } from '../syntax/block-structure.ts';
import { formsOf, isMnemonic, mnemonics, resolveForm } from '../syntax/instruction-forms.ts';
import type { CallStatement, ParsedLine, Span, Name } from '../contract/syntax.ts';
import { enterSymbol } from './definitions.ts';
import { expandInstruction } from './expand-statements.ts';
import { bindArguments } from './macro-arguments.ts';
import { textEdit, type Binding, type Macro, type Scope } from '../program/program.ts';
import type { Fix } from '../contract/diagnostic.ts';
import { libraryHint } from '../library/library.ts';
import { foreignStatement } from '../syntax/foreign-words.ts';
import { labelWithoutColon } from '../values/unknown-names.ts';

/** `.macro`: defines a macro, whose lines are expanded at its calls. */
export function defineMacro(expander: Expander, { statement, block }: DirectiveLine): void {
  const name = statement.names[0];
  if (name === undefined || block === undefined) return;
  const { macros, findings } = expander.program;
  const existing = macros.get(name.text);
  if (existing !== undefined) {
    const related = findings.related('The first definition', existing.symbol, existing.symbol);
    return expander.report('GT0202', `The macro "${name.text}" is already defined`, name, { related });
  }
  const lower = name.text.toLowerCase();
  if (isMnemonic(lower) || lower === 'sync') {
    const message = `Nothing can call the macro "${name.text}": where a statement begins, "${lower}" is an instruction`;
    expander.report('GT0610', message, name);
  }
  const parts = { kind: 'macro', endLine: block.end } as const;
  const symbol = enterSymbol(expander.program, expander.origin(), name, name.text, '', parts);
  const { start, end: to } = block;
  macros.set(name.text, { symbol, file: expander.fileIndex, from: start + 1, to, parameters: statement.parameters });
}

/** Calls a macro: its lines are expanded here, with its parameters bound and labels of its own. */
export function expandCall(expander: Expander, parsed: ParsedLine, statement: CallStatement): void {
  const { name } = statement;
  const { program } = expander;
  const meant = expander.scope.isBound ? boundName(expander.scope, name.text) : undefined;
  if (meant !== undefined && isMnemonic(meant.toLowerCase()))
    return expandRenamed(expander, parsed, statement, meant.toLowerCase());
  const macro = program.macros.get(meant ?? name.text);
  if (macro === undefined && meant !== undefined) {
    const message = `There is no instruction or macro "${meant}", which "${name.text}" stands for`;
    return expander.report('GT0301', message, name);
  }
  if (macro === undefined) return reportUnknownCall(expander, statement);
  macro.symbol.isUsed = true;
  expander.recorder?.call(macro);
  const bindings = bindArguments(program, statement, macro, expander.origin());
  if (bindings !== undefined) runMacro(expander, macro, bindings, { start: name.start, end: statement.end });
}

/** Expands the lines of a macro here, unless expansion has become too large or too deep. */
export function runMacro(
  expander: Expander,
  macro: Macro,
  bindings: ReadonlyMap<string, Binding>,
  { start, end }: Span,
): void {
  const { program } = expander;
  const called = macro.symbol.name;
  if (!expander.round() || !expander.mayNest({ start, end }, `the macro "${called}"`)) return;
  const base = expander.boundScope(undefined, `${called}#${++expander.serial}`, bindings);
  expander.within({ kind: 'macro', name: called, start, end }, base, () => {
    expander.fileIndex = macro.file;
    expander.lines = elementAt(program.files, macro.file).lines;
    expander.run(macro.from, macro.to);
  });
}

/** The name that a parameter used as a mnemonic stands for, even if several macros passed it on. */
export function boundName(scope: Scope, parameter: string): string | undefined {
  let name: string | undefined;
  let seen: Scope | undefined = scope;
  while (seen?.isBound === true) {
    const binding: Binding | undefined = seen.binding(name ?? parameter);
    if (binding?.operand?.kind !== 'value' || binding.operand.value.kind !== 'symbol') break;
    name = binding.operand.value.name;
    seen = binding.origin?.scope;
  }
  return name;
}

/** Expands a statement whose mnemonic is a parameter. */
function expandRenamed(expander: Expander, parsed: ParsedLine, statement: CallStatement, mnemonic: string): void {
  const { start, end } = statement;
  const named = statement.arguments.find(({ name }) => name !== undefined);
  if (named !== undefined) {
    const message = `An instruction takes no named arguments, and "${statement.name.text}" stands for "${mnemonic}" here`;
    return expander.report('GT0603', message, named);
  }
  const operands = statement.arguments.map(({ operand }) => operand);
  const parts = { mnemonic, mode: -1, operands, ghost: undefined, start, end };
  const resolved = resolveForm(parts);
  const form = 'opcode' in resolved ? resolved : undefined;
  const formProblem = 'opcode' in resolved ? undefined : resolved;
  const instruction = { kind: 'instruction' as const, ...parts, mnemonicSpan: statement.name, form, formProblem };
  expandInstruction(expander, parsed, instruction, undefined);
}

/** How many unknown names are compared with all known ones. */
const MAX_SUGGESTIONS = 20;

/** Reports a statement that calls a macro that does not exist. */
function reportUnknownCall(expander: Expander, statement: CallStatement): void {
  const { name } = statement;
  const { findings } = expander.program;
  // It is dropped, but counts as an attempt.
  if (findings.isFull) return expander.report('GT0301', '', name);
  const below = lineOfLaterMacro(expander, name.text);
  if (below !== undefined) {
    const message = `The macro "${name.text}" is called before its definition, which is on line ${below + 1}`;
    const place = { file: expander.fileIndex, line: below };
    const related = findings.related('The definition', place, elementAt(expander.lines, below).statement!);
    return expander.report('GT0301', message, name, { related });
  }
  const { message, fixes } = guess(expander, statement);
  expander.report('GT0301', message, name, { fixes });
}

/** Line further down in this file that defines a macro. */
function lineOfLaterMacro({ lines, line }: Expander, name: string): number | undefined {
  for (const { name: kind, start } of blockStructure(lines).blocks.values()) {
    const { statement } = elementAt(lines, start);
    const defines = kind === 'macro' && statement?.kind === 'directive' && statement.names[0]?.text === name;
    if (defines && start > line) return start;
  }
  return undefined;
}

/**
 * What was probably meant by a name that begins a line and is neither an instruction nor a macro: a macro that is
 * defined further down, a label without its colon, a constant in the notation of other assemblers, or a typing mistake.
 */
function guess(
  expander: Expander,
  { name, end }: CallStatement,
): { readonly message: string; readonly fixes: readonly Fix[] } {
  const brought = libraryHint(name.text, expander.program.files);
  const unknown = `There is no instruction or macro "${name.text}"`;
  if (brought !== '') return { message: unknown + brought, fixes: [] };
  const { text } = elementAt(expander.lines, expander.line);
  const { next, isInstruction } = nextWord(text.slice(name.end));
  const isAlone = name.start === 0 && next === '';
  const known = isAlone || isInstruction ? undefined : foreignStatement(name.text);
  if (known !== undefined) {
    const { hint, text: meant, target = '' } = known;
    const operands = target === '' ? '' : text.slice(name.end, end);
    const isWhole = meant !== undefined && (target === '' || operands !== '');
    const written = `${meant}${operands}${target}`;
    const fixes = isWhole ? fix(expander, `Write "${written}"`, name.start, name.end + operands.length, written) : [];
    return { message: `${unknown}; ${hint}`, fixes };
  }
  if (isInstruction || isLabel(expander, name, next)) {
    const fixes = fix(expander, `Write "${name.text}:"`, name.end, name.end, ':');
    return { message: labelWithoutColon(name.text), fixes };
  }
  if (++expander.suggestions > MAX_SUGGESTIONS) return { message: unknown, fixes: [] };
  const meant = closestName(name.text, [...mnemonics(), ...expander.program.macros.keys()]);
  if (meant === undefined) return { message: unknown, fixes: [] };
  const fixes = fix(expander, `Write "${meant}"`, name.start, name.end, meant);
  return { message: `${unknown}; did you mean "${meant}"?`, fixes };
}

/** What a text begins with: a word in lower case, and whether it is an instruction; '' before a comment or the end. */
function nextWord(rest: string): { readonly next: string; readonly isInstruction: boolean } {
  const code = rest.replace(/(?:;|\/\/).*/, '').trim();
  const next = (/^\.?\w+/.exec(code)?.[0] ?? code).toLowerCase();
  return { next, isInstruction: isMnemonic(next) && (code.length > next.length || formsOf(next).has('')) };
}

/** A name at the start of a line, alone or before a statement, or one that is a symbol. */
function isLabel({ program, lines, line }: Expander, name: Name, next: string): boolean {
  if (program.globals.has(name.text)) return true;
  if (name.start > 0 || elementAt(lines, line).labels.length > 0) return false;
  return next === '' || next.startsWith('.') || isMnemonic(next) || program.macros.has(next);
}

function fix({ program, fileIndex, line }: Expander, title: string, start: number, end: number, text: string): Fix[] {
  return [{ title, edits: [textEdit(program, { file: fileIndex, line }, { start, end }, text)] }];
}

/**
 * Macros: their definition and their calls.
 */
import { elementAt } from '#basics';
import type { Expander } from './expander.ts';
import { type SourceBlock } from '../syntax/block-structure.ts';
import { isMnemonic, resolveForm } from '../syntax/instruction-forms.ts';
import type { CallStatement, DirectiveStatement, ParsedLine, Span } from '../contract/syntax.ts';
import { enterSymbol } from './definitions.ts';
import { expandInstruction } from './expand-statements.ts';
import { bindArguments } from './macro-arguments.ts';
import type { Binding, Macro, Scope } from '../program/program.ts';
import { reportUnknownCall } from './unknown-call.ts';

/** `.macro`: defines a macro, whose lines are expanded at its calls. */
export function defineMacro(expander: Expander, statement: DirectiveStatement, block: SourceBlock | undefined): void {
  const name = statement.names[0];
  if (name === undefined || block === undefined) return;
  const { macros, findings } = expander.program;
  const existing = macros.get(name.text);
  if (existing !== undefined) {
    const related = findings.related('The first definition', existing.symbol, existing.symbol);
    return findings.add('GT0202', `The macro "${name.text}" is already defined`, expander.origin(), name, { related });
  }
  const lower = name.text.toLowerCase();
  if (isMnemonic(lower) || lower === 'sync') {
    const message = `Nothing can call the macro "${name.text}": where a statement begins, "${lower}" is an instruction`;
    findings.add('GT0610', message, expander.origin(), name);
  }
  const symbol = enterSymbol(expander.program, expander.origin(), name, name.text, '', {
    kind: 'macro',
    endLine: block.end,
  });
  macros.set(name.text, {
    symbol,
    file: expander.fileIndex,
    from: block.start + 1,
    to: block.end,
    parameters: statement.parameters,
  });
}

/** Calls a macro: its lines are expanded here, with its parameters bound and labels of its own. */
export function expandCall(expander: Expander, parsed: ParsedLine, statement: CallStatement): void {
  const { name } = statement;
  const { program } = expander;
  const meant = expander.scope.isBound ? boundName(expander.scope, name.text) : undefined;
  if (meant !== undefined && isMnemonic(meant.toLowerCase())) {
    return expandRenamed(expander, parsed, statement, meant.toLowerCase());
  }
  const macro = program.macros.get(meant ?? name.text);
  if (macro === undefined && meant !== undefined) {
    const message = `There is no instruction or macro "${meant}", which "${name.text}" stands for`;
    return program.findings.add('GT0301', message, expander.origin(), name);
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
    return expander.program.findings.add('GT0603', message, expander.origin(), named);
  }
  const operands = statement.arguments.map(({ operand }) => operand);
  const parts = { mnemonic, mode: -1, operands, ghost: undefined, start, end };
  const resolved = resolveForm(parts);
  const form = 'opcode' in resolved ? resolved : undefined;
  const formProblem = 'opcode' in resolved ? undefined : resolved;
  const instruction = { kind: 'instruction' as const, ...parts, mnemonicSpan: statement.name, form, formProblem };
  expandInstruction(expander, parsed, instruction, undefined);
}

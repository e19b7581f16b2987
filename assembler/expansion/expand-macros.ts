/**
 * Macros: their definition and their calls.
 */
import { elementAt } from '#basics';
import type { SourceBlock } from '../syntax/block-structure.ts';
import { enterSymbol } from './definitions.ts';
import { expandInstruction } from './expand-statements.ts';
import type { Expander } from './expander.ts';
import { isMnemonic, resolveForm } from '../syntax/instruction-forms.ts';
import { bindArguments } from './macro-arguments.ts';
import { reportUnknownCall } from './unknown-call.ts';
import type { CallStatement, DirectiveStatement, ParsedLine } from '../contract/syntax.ts';

/** `.macro`: defines a macro, whose lines are expanded at its calls. */
export function defineMacro(expander: Expander, statement: DirectiveStatement, block: SourceBlock | undefined): void {
  const name = statement.names[0];
  if (name === undefined || block === undefined) return;
  const { macros, findings } = expander.program;
  const existing = macros.get(name.text);
  if (existing !== undefined) {
    const related = findings.related('The first definition', existing.symbol, existing.symbol);
    return findings.add('GT0202', `The macro "${name.text}" is defined already`, expander.origin(), name, { related });
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
  if (expander.scope.isBound && expandRenamed(expander, parsed, statement)) return;
  const macro = program.macros.get(name.text);
  if (macro === undefined) return reportUnknownCall(expander, statement);
  macro.symbol.isUsed = true;
  expander.recorder?.call(macro);
  const bindings = bindArguments(program, statement, macro, expander.origin());
  if (bindings === undefined || !expander.round() || !expander.mayNest(name, `the macro "${name.text}"`)) return;
  const base = expander.boundScope(undefined, `${name.text}#${++expander.serial}`, bindings);
  expander.within({ kind: 'macro', name: name.text, start: name.start, end: statement.end }, base, () => {
    expander.fileIndex = macro.file;
    expander.lines = elementAt(program.files, macro.file).lines;
    expander.run(macro.from, macro.to);
  });
}

/** A parameter in the place of a mnemonic; false where it stands for none. */
function expandRenamed(expander: Expander, parsed: ParsedLine, statement: CallStatement): boolean {
  const operand = expander.scope.binding(statement.name.text)?.operand;
  if (operand?.kind !== 'value' || operand.value.kind !== 'symbol') return false;
  const { start, end } = statement;
  const mnemonic = operand.value.name.toLowerCase();
  if (!isMnemonic(mnemonic)) {
    const message = `There is no instruction "${operand.value.name}", which "${statement.name.text}" stands for`;
    expander.program.findings.add('GT0301', message, expander.origin(), statement.name);
    return true;
  }
  const named = statement.arguments.find(({ name }) => name !== undefined);
  if (named !== undefined) {
    const message = `An instruction takes no named arguments, and "${statement.name.text}" stands for "${mnemonic}" here`;
    expander.program.findings.add('GT0603', message, expander.origin(), named);
    return true;
  }
  const operands = statement.arguments.map(({ operand }) => operand);
  const parts = { mnemonic, mode: -1, operands, ghost: undefined, start, end };
  const resolved = resolveForm(parts);
  const form = 'opcode' in resolved ? resolved : undefined;
  const formProblem = 'opcode' in resolved ? undefined : resolved;
  const instruction = { kind: 'instruction' as const, ...parts, mnemonicSpan: statement.name, form, formProblem };
  expandInstruction(expander, parsed, instruction, undefined);
  return true;
}

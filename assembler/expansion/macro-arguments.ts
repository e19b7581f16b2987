/**
 * Arguments of macro calls.
 *
 * An argument is an operand that is evaluated in the caller's surroundings, so a parameter can be a
 * value, a register or an address and means what the caller meant; a default means what it does at the
 * macro's definition.
 */
import type { Binding, Macro, Origin, Program } from '../program/program.ts';
import { substituteOperand } from './substitute.ts';
import type { CallStatement, Operand } from '../contract/syntax.ts';

/** The bindings of a call's arguments; undefined after a report. */
export function bindArguments(
  program: Program,
  statement: CallStatement,
  macro: Macro,
  origin: Origin,
): Map<string, Binding> | undefined {
  const { name, arguments: list } = statement;
  const { parameters } = macro;
  const bindings = new Map<string, Binding>();
  for (const [index, { name: parameter, default: otherwise }] of parameters.entries()) {
    const given = list[index];
    if (given !== undefined) bind(bindings, parameter.text, given, origin);
    else if (otherwise !== undefined) {
      bind(bindings, parameter.text, otherwise, { ...origin, file: macro.file, line: macro.symbol.line });
    } else {
      const message = `The macro "${name.text}" needs an argument for "${parameter.text}"`;
      program.findings.add('GT0603', message, origin, name);
      return undefined;
    }
  }
  const extra = list[parameters.length];
  if (extra === undefined) return bindings;
  const message = `The macro "${name.text}" takes ${parameters.length} arguments, not ${list.length}`;
  program.findings.add('GT0603', message, origin, extra);
  return undefined;
}

/** Binds one argument; one that is itself just a parameter is passed through. */
function bind(bindings: Map<string, Binding>, name: string, operand: Operand, origin: Origin): void {
  const { scope } = origin;
  const isName = operand.kind === 'value' && operand.value.kind === 'symbol';
  const passed = isName ? scope.binding(operand.value.name) : undefined;
  const actual = passed?.operand ?? substituteOperand(operand, scope);
  if (actual.kind !== 'memory') {
    bindings.set(name, passed ?? newBinding(actual, origin));
    return;
  }
  // Values between brackets become parameters of their own, so that they too mean what the caller meant.
  const parts = actual.parts.map((part, index): Operand => {
    if (part.kind !== 'value') return part;
    const partName = `${name}[${index}]`;
    const inner = part.value.kind === 'symbol' ? scope.binding(part.value.name) : undefined;
    bindings.set(partName, inner ?? newBinding(part, origin));
    return { ...part, value: { kind: 'symbol', name: partName, start: part.start, end: part.end } };
  });
  bindings.set(name, newBinding({ ...actual, parts }, origin));
}

function newBinding(operand: Operand, origin: Origin): Binding {
  return { operand, origin, value: NaN, degree: 0, round: 0 };
}

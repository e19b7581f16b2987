/**
 * Arguments of macro calls.
 *
 * An argument is an operand that is evaluated in the caller's context, so a parameter can be a value, a
 * register or an address and means what the caller meant; a default means what it does at the macro's
 * definition. Arguments are given by position, and after those by the names of their parameters.
 *
 * A parameter bound to a value needs no substitution: its name is evaluated in the macro's scope. One bound
 * to `x`, `[y,$12]` and the like must be replaced in the operands before the instruction's form is chosen.
 */
import { closestName, counted } from '#basics';
import type {
  CallArgument,
  CallStatement,
  Expression,
  Name,
  Operand,
  InstructionStatement,
} from '../contract/syntax.ts';
import { writeFix, type Binding, type Macro, type Origin, type Program, type Scope } from '../program/program.ts';
import { resolveForm } from '../syntax/instruction-forms.ts';

/** The bindings of a call's arguments; undefined after a report. */
export function bindArguments(
  program: Program,
  statement: CallStatement,
  macro: Macro,
  origin: Origin,
): Map<string, Binding> | undefined {
  const given = argumentsByParameter(program, statement, macro, origin);
  if (given === undefined) return undefined;
  const bindings = new Map<string, Binding>();
  const missing: string[] = [];
  for (const [index, { name, default: otherwise }] of macro.parameters.entries()) {
    const argument = given[index];
    if (argument !== undefined) bind(bindings, name.text, argument.operand, origin);
    else if (otherwise === undefined) missing.push(`"${name.text}"`);
    else bind(bindings, name.text, otherwise, { ...origin, file: macro.file, line: macro.symbol.line });
  }
  if (missing.length === 0) return bindings;
  const message = `The macro "${statement.name.text}" needs an argument for ${missing.join(', ')}`;
  program.findings.add('GT0603', message, origin, statement.name);
  return undefined;
}

/** The arguments in the order of the parameters; undefined if any does not fit, which is reported. */
function argumentsByParameter(
  program: Program,
  { name: called, arguments: list }: CallStatement,
  macro: Macro,
  origin: Origin,
): readonly (CallArgument | undefined)[] | undefined {
  const { findings } = program;
  const { parameters } = macro;
  const given: (CallArgument | undefined)[] = [];
  const { attempts } = findings;
  const firstNamed = list.find(({ name }) => name !== undefined);
  for (const [place, argument] of list.entries()) {
    const { name } = argument;
    const index = name === undefined ? place : parameters.findIndex((parameter) => parameter.name.text === name.text);
    const parameter = parameters[index];
    if (name !== undefined && index < 0) reportUnknown(program, called, name, macro, origin);
    else if (name === undefined && firstNamed !== undefined && firstNamed.start < argument.start) {
      const message = 'An argument without a name must come before those with one';
      findings.add('GT0603', message, origin, argument, { related: findings.related('The first', origin, firstNamed) });
    } else if (parameter === undefined) {
      const message = `The macro "${called.text}" takes ${counted(parameters.length, 'argument')}, not ${list.length}`;
      findings.add('GT0603', message, origin, argument);
      break;
    } else if (given[index] === undefined) given[index] = argument;
    else {
      const message = `The argument for "${parameter.name.text}" is given twice`;
      const related = findings.related('The first', origin, given[index]);
      findings.add('GT0603', message, origin, argument, { related });
    }
  }
  return findings.attempts === attempts ? given : undefined;
}

/** Reports a name that no parameter has, with the one that was probably meant. */
function reportUnknown(program: Program, called: Name, name: Name, { parameters }: Macro, origin: Origin): void {
  const { findings } = program;
  const names = parameters.map((parameter) => parameter.name.text);
  const meant = findings.isFull ? undefined : closestName(name.text, names);
  const message = `The macro "${called.text}" has no parameter "${name.text}"`;
  if (meant === undefined || origin.file < 0) return findings.add('GT0603', message, origin, name);
  const fixes = [writeFix(program, origin, name, meant)];
  findings.add('GT0603', `${message}; did you mean "${meant}"?`, origin, name, { fixes });
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

/** Binds a name to an expression as it is seen from a place. */
export function valueBinding(value: Expression, origin: Origin): Binding {
  return newBinding({ kind: 'value', value, immediate: false, start: value.start, end: value.end }, origin);
}

/** Binds a name to a number. */
export function numberBinding(value: number): Binding {
  return { operand: undefined, origin: undefined, value, degree: 0, round: 0 };
}

/** The statement with parameters that stand for registers or addresses replaced; the same object if there are none. */
export function substitute(statement: InstructionStatement, scope: Scope): InstructionStatement {
  const operands = substituteAll(statement.operands, scope);
  if (operands === statement.operands) return statement;
  const resolved = resolveForm({ ...statement, operands });
  return 'opcode' in resolved
    ? { ...statement, operands, form: resolved, formProblem: undefined }
    : { ...statement, operands, form: undefined, formProblem: resolved };
}

function substituteAll(operands: readonly Operand[], scope: Scope): readonly Operand[] {
  let changed = false;
  const result = operands.map((operand) => {
    const other = substituteOperand(operand, scope);
    changed ||= other !== operand;
    return other;
  });
  return changed ? result : operands;
}

function substituteOperand(operand: Operand, scope: Scope): Operand {
  const { start, end } = operand;
  if (operand.kind === 'memory') {
    const parts = substituteAll(operand.parts, scope);
    return parts === operand.parts ? operand : { kind: 'memory', parts, start, end };
  }
  if (operand.kind !== 'value' || operand.value.kind !== 'symbol') return operand;
  const bound = scope.binding(operand.value.name)?.operand;
  if (bound === undefined || bound.kind === 'value') return operand;
  return movedTo(bound, start, end);
}

/** An operand and its parts as if they were at the parameter's columns, where findings are reported. */
function movedTo(operand: Operand, start: number, end: number): Operand {
  if (operand.kind === 'memory')
    return { ...operand, parts: operand.parts.map((part) => movedTo(part, start, end)), start, end };
  if (operand.kind === 'value') return { ...operand, value: { ...operand.value, start, end }, start, end };
  return { ...operand, start, end };
}

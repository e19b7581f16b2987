/**
 * What expansion does at labels, constants and instructions, and at statements that it makes itself.
 *
 * If a name is a parameter of a macro, the name that the caller passed is used; if operands contain
 * parameters that stand for registers or addresses, the instruction's form is chosen again.
 */
import { elementAt } from '#basics';
import { PAGE_SIZE } from '#isa';
import { fixesOf } from './file-source.ts';
import { defineGlobal, defineLocal, type DefinitionParts } from './definitions.ts';
import type { Expander } from './expander.ts';
import type { Item, ProgramSymbol, Scope } from '../program/program.ts';
import { substitute } from './macro-arguments.ts';
import type {
  ConstantStatement,
  InstructionStatement,
  Name,
  ParsedLine,
  DirectiveStatement,
  Expression,
  Span,
} from '../contract/syntax.ts';
import { emptyDraft } from '../syntax/directive-draft.ts';

/** Defines the labels of a line whose item does not exist yet; until then, anonymous ones point to nothing. */
export function defineLabels(expander: Expander, names: readonly Name[]): ProgramSymbol[] {
  const result: ProgramSymbol[] = [];
  for (const name of names) {
    if (name.text === '') expander.program.anonymous.push(PLACEHOLDER);
    else {
      const symbol = defineLabel(expander, name);
      // One of the vCPU has its value already.
      if (symbol !== undefined && symbol.kind !== 'vcpu') result.push(symbol);
    }
  }
  return result;
}

/** Stands for the item of an anonymous label until its line has become one. */
const PLACEHOLDER = { address: NaN } as Item;

/** Defines a label at the current place; global ones open a scope for local ones. */
function defineLabel(expander: Expander, name: Name): ProgramSymbol | undefined {
  const { program, scope } = expander;
  const isLocal = name.text.startsWith('.');
  if (!isLocal && name.text.includes('.')) {
    expander.report('GT0207', `A label has no dot inside its name: "${name.text}"`, name);
    return undefined;
  }
  const binding = !isLocal && scope.isBound ? scope.binding(name.text) : undefined;
  const actual = actualName(expander, name);
  if (binding !== undefined && actual === name) {
    expander.report('GT0603', `"${name.text}" stands for a value here and cannot be a label`, name);
    return undefined;
  }
  if (actual.text.startsWith('.')) {
    // A local label named by the caller belongs to the caller.
    const owner = actual === name ? scope : (binding?.origin?.scope ?? scope);
    return defineLocalName(expander, actual, owner, labelParts(expander, 'local', name));
  }
  const symbol = defineGlobal(program, expander.origin(), actual, labelParts(expander, 'label', name));
  if (symbol !== undefined && !expander.inRoutine) expander.scope = expander.openScope(actual.text);
  return symbol;
}

/** A label of native code is what layout makes it; one of the vCPU is an address in RAM. */
function labelParts({ segment }: Expander, kind: 'label' | 'local', name: Name): DefinitionParts {
  if (segment === undefined) return { kind };
  const value = segment.address + segment.size;
  return { kind: 'vcpu', expression: literal(value, name) };
}

/** Defines a local name in a scope that the current chunk may not have made itself. */
function defineLocalName(
  expander: Expander,
  name: Name,
  scope: Scope,
  parts: DefinitionParts,
): ProgramSymbol | undefined {
  const { program, recorder, memory } = expander;
  const symbol = defineLocal(program, expander.origin(), name, scope, parts);
  if (symbol === undefined || recorder?.owns(scope) === true) return symbol;
  // The scope may be kept, but not this name in it.
  if (recorder !== undefined) recorder.isSpoilt = true;
  memory.strangers.push({ scope, name: name.text });
  return symbol;
}

/** A name as a statement defines it: a parameter gives the name that the caller passed. */
export function actualName({ scope }: Expander, name: Name): Name {
  const operand = scope.isBound ? scope.binding(name.text)?.operand : undefined;
  return operand?.kind === 'value' && operand.value.kind === 'symbol' ? { ...name, text: operand.value.name } : name;
}

/** Defines a constant; its value is computed when it is asked for. */
export function expandConstant(expander: Expander, statement: ConstantStatement): void {
  const { name, value } = statement;
  const parts = { kind: 'constant', expression: value } as const;
  const symbol = name.text.startsWith('.')
    ? defineLocalName(expander, name, expander.scope, parts)
    : defineGlobal(expander.program, expander.origin(), name, parts);
  if (symbol === undefined) return;
  // An item gives the constant an address for `*`.
  const item = expander.push(elementAt(expander.lines, expander.line), statement, undefined);
  Object.assign(symbol, { origin: item });
}

/** Makes the item of an instruction. */
export function expandInstruction(
  expander: Expander,
  parsed: ParsedLine,
  statement: InstructionStatement,
  labels: readonly ProgramSymbol[] | undefined,
): void {
  const { scope, program } = expander;
  const actual = scope.isBound ? substitute(statement, scope) : statement;
  const { formProblem } = actual;
  if (formProblem !== undefined) {
    const fixes = fixesOf(elementAt(program.files, expander.fileIndex), expander.line, formProblem);
    expander.report(formProblem.code, formProblem.message, formProblem, { fixes });
  }
  expander.push(parsed, actual, labels);
}

/** A directive that a line stands for, at the columns where it is written. */
export function directive(name: string, expressions: readonly Expression[], { start, end }: Span): DirectiveStatement {
  return { kind: 'directive', name, nameSpan: { start, end }, ...emptyDraft(), expressions, start, end };
}

export function literal(value: number, { start, end }: Span): Expression & { kind: 'number' } {
  return { kind: 'number', value, digits: 1, start, end };
}

/** The address at an offset in the page that the place is in. */
export function inPage(offset: number, span: Span): Expression {
  const { start, end } = span;
  const here: Expression = { kind: 'here', start, end };
  const binary = (operator: '/' | '*' | '+', left: Expression, value: number): Expression => {
    return { kind: 'binary', operator, left, right: literal(value, span), start, end };
  };
  return binary('+', binary('*', binary('/', here, PAGE_SIZE), PAGE_SIZE), offset);
}

/**
 * What is at a position of a source line: the label, mnemonic, directive, register or number under the cursor.
 *
 * Names that the program defines are found by the assembler's symbol graph, not here.
 */
import {
  lineRange,
  type CallStatement,
  type Expression,
  type Name,
  type Operand,
  type ParsedLine,
  type Position,
  type Range,
  type Span,
  type Statement,
} from '#assembler';
import { VCPU_FORMS, type VcpuForm } from '#isa';
import { elementAt } from '#basics';
import type { View } from '../project/view.ts';
import { NO_SLOT, slotOf, type Slot, type Wanted } from './operand-slot.ts';

export type Place =
  | {
      readonly kind: 'mnemonic' | 'vcpu' | 'directive' | 'element' | 'register' | 'function';
      readonly name: string;
      readonly range: Range;
    }
  | { readonly kind: 'number'; readonly value: number; readonly range: Range };

/** What is at a position, apart from the program's own names. */
export function placeAt(view: View, { line, character }: Position): Place | undefined {
  const statement = view.file.lines[line]?.statement;
  if (statement === undefined) return undefined;
  const range = ({ start, end }: Span): Range => lineRange(line, start, end);
  const vcpu = vcpuName(view, line, statement);
  if (vcpu !== undefined && covers(vcpu, character)) return { kind: 'vcpu', name: vcpu.text, range: range(vcpu) };
  if (statement.kind === 'instruction' && covers(statement.mnemonicSpan, character))
    return { kind: 'mnemonic', name: statement.mnemonic, range: range(statement.mnemonicSpan) };
  if (statement.kind === 'directive' && covers(statement.nameSpan, character))
    return { kind: 'directive', name: statement.name, range: range(statement.nameSpan) };
  const keys = statement.kind === 'directive' ? statement.keys : [];
  const element = keys.find((word) => word.key === 'element' && covers(word.valueSpan, character));
  if (element) return { kind: 'element', name: element.value, range: range(element.valueSpan) };
  const register = operandsOf(statement)
    .flatMap(flattened)
    .find((operand) => operand.kind === 'register' && covers(operand, character));
  if (register?.kind === 'register') return { kind: 'register', name: register.register, range: range(register) };
  const pieces = expressionParts(statement);
  const called = pieces.find((part) => part.kind === 'call' && covers(part.name, character));
  if (called?.kind === 'call')
    return { kind: 'function', name: called.name.text.toLowerCase(), range: range(called.name) };
  const number = pieces.find((part) => part.kind === 'number' && covers(part, character));
  if (number?.kind === 'number') return { kind: 'number', value: number.value, range: range(number) };
  return undefined;
}

/** The mnemonic of a statement that is an instruction of the vCPU. */
function vcpuName(view: View, line: number, statement: Statement): Name | undefined {
  if (statement.kind !== 'instruction' && statement.kind !== 'call') return undefined;
  const name = statement.kind === 'call' ? statement.name : { text: statement.mnemonic, ...statement.mnemonicSpan };
  return VCPU_FORMS.has(name.text.toUpperCase()) && isInSegment(view.file.lines, line) ? name : undefined;
}

/** The spans around a position within its line, innermost first; empty if there is no statement. */
export function spansAround(statement: Statement, character: number): readonly Span[] {
  const spans: Span[] = [
    ...expressionParts(statement),
    ...operandsOf(statement).flatMap(flattened),
    ...(statement.kind === 'directive' ? [...statement.names, ...statement.keys, ...statement.texts] : []),
    statement,
  ];
  return spans.filter((span) => covers(span, character)).sort((a, b) => a.end - a.start - (b.end - b.start));
}

export function operandsOf(statement: Statement): readonly Operand[] {
  if (statement.kind === 'instruction') return statement.operands;
  return statement.kind === 'call' ? statement.arguments.map(({ operand }) => operand) : [];
}

function expressionsOf(statement: Statement): readonly Expression[] {
  switch (statement.kind) {
    case 'instruction':
      return [...fromOperands(statement.operands), ...(statement.ghost ? [statement.ghost] : [])];
    case 'call':
      return fromOperands(operandsOf(statement));
    case 'constant':
      return [statement.value];
    case 'directive': {
      const { expressions, range, at, bytes } = statement;
      return [...expressions, range?.first, range?.last, at, bytes].filter((each) => each !== undefined);
    }
  }
}

export function expressionParts(statement: Statement): readonly Expression[] {
  return expressionsOf(statement).flatMap(parts);
}

type SymbolExpression = Expression & { readonly kind: 'symbol' };

export function symbolsOf(statement: Statement): readonly SymbolExpression[] {
  return expressionParts(statement).filter((part) => part.kind === 'symbol');
}

/** The name in an expression of a statement at a column. */
export function symbolAt(statement: Statement, character: number): SymbolExpression | undefined {
  return symbolsOf(statement).find((symbol) => covers(symbol, character));
}

/** What a call gives for a parameter, by its name or index. */
export function argumentFor(call: CallStatement, parameter: string, index: number): Operand | undefined {
  return call.arguments.find(({ name }, at) => (name === undefined ? at === index : name.text === parameter))?.operand;
}

export function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

export function isCommentLine({ labels, statement, comment }: ParsedLine): boolean {
  return comment >= 0 && labels.length === 0 && statement === undefined;
}

function fromOperands(operands: readonly Operand[]): readonly Expression[] {
  return operands.flatMap(flattened).flatMap((operand) => (operand.kind === 'value' ? [operand.value] : []));
}

function flattened(operand: Operand): readonly Operand[] {
  return operand.kind === 'memory' ? [operand, ...operand.parts.flatMap(flattened)] : [operand];
}

function parts(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'unary':
      return [expression, ...parts(expression.argument)];
    case 'binary':
      return [expression, ...parts(expression.left), ...parts(expression.right)];
    case 'choice':
      return [expression, ...parts(expression.condition), ...parts(expression.yes), ...parts(expression.no)];
    case 'call':
      return [expression, ...expression.arguments.flatMap(parts)];
    default:
      return [expression];
  }
}

/** Whether a column is in a span or directly at its end. */
export function covers(span: Span, character: number): boolean {
  return span.start <= character && character <= span.end;
}

/** How many lines above and below are near. */
const NEAR = 150;

/** Uses of names in operands, and calls of macros, near a line, by the name as it is written there. */
export function usesNear(lines: readonly ParsedLine[], line: number): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  const end = Math.min(lines.length, line + NEAR);
  for (let at = Math.max(0, line - NEAR); at < end; at++) {
    const statement = elementAt(lines, at).statement;
    if (statement === undefined || at === line) continue;
    if (statement.kind === 'call') count(uses, statement.name.text);
    if (statement.kind === 'directive' && statement.name === 'exits')
      for (const { text } of statement.names) count(uses, text);
    for (const { name } of symbolsOf(statement)) count(uses, name);
  }
  return uses;
}

function count(uses: Map<string, number>, name: string): void {
  uses.set(name, (uses.get(name) ?? 0) + 1);
}

/**
 * A set of places in one file. Most lines have one place at most, so the columns are in an array by line, and only
 * further places of a line are in a set. An outline of a long file asks for thousands of places.
 */
export class PlaceSet {
  /** By line: one more than the column of its first place, 0 without one. */
  private readonly first: Int32Array;
  private readonly further = new Set<number>();

  /** @param lines how many lines the file has */
  constructor(lines: number) {
    this.first = new Int32Array(lines);
  }

  /** Takes a place; false if the set had it. */
  add({ line, character }: Position): boolean {
    const known = this.first[line];
    if (known === 0) this.first[line] = character + 1;
    if (known === 0 || known === character + 1) return known === 0;
    const { further } = this;
    const { size } = further;
    return further.add(key(line, character)).size > size;
  }

  has(line: number, character: number): boolean {
    return this.first[line] === character + 1 || (this.further.size > 0 && this.further.has(key(line, character)));
  }
}

function key(line: number, character: number): number {
  return line * 0x1000000 + character;
}

/** Whether a line is in a segment of the vCPU, as the directives above it say. */
export function isInSegment(lines: readonly ParsedLine[], line: number): boolean {
  for (let above = line - 1; above >= 0; above--) {
    const statement = lines[above]?.statement;
    if (statement?.kind !== 'directive') continue;
    if (statement.name === 'vcpu') return true;
    if (statement.name === 'endvcpu') return false;
  }
  return false;
}

const OPERANDS: Readonly<Record<VcpuForm['operand'], Wanted | undefined>> = {
  none: undefined,
  'zero-page': 'zero-page',
  byte: 'value',
  word: 'whole',
  branch: 'vcpu',
  ticks: 'far',
};

/** The operand slot of an instruction of the vCPU; undefined for other words. @param before what is typed of it */
export function vcpuSlot(head: string, before: string): Slot | undefined {
  const form = VCPU_FORMS.get(head.toUpperCase());
  if (form === undefined) return undefined;
  const wanted = OPERANDS[form.operand];
  if (wanted === undefined || before.includes(',')) return NO_SLOT;
  return slotOf(/[<>]\s*$/.test(before) ? 'whole' : wanted);
}

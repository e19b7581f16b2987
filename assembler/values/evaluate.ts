/**
 * Values of expressions.
 *
 * Numbers are doubles with C's integer operators on 32 bits. NaN means "not known": the reason has been
 * reported, and what uses it reports nothing more. With the value comes its degree, how many addresses it
 * stands for: a label is 1, a difference of two labels 0; a place for eight bits takes the low byte of
 * an address but refuses a number that does not fit.
 */
import type { Fix, DiagnosticCode } from '../contract/diagnostic.ts';
import { FUNCTIONS, OPERATIONS, UNARY_OPERATIONS } from './operations.ts';
import { shownName, type Binding, type Origin, type Program, type ProgramSymbol } from '../program/program.ts';
import type { Expression, Span, UnaryOperator } from '../contract/syntax.ts';
import {
  findSymbol,
  namedSymbol,
  textOf,
  characterFix,
  MeantNames,
  reportUnknownFunction,
  reportUnknownName,
} from './unknown-names.ts';
import { vcpuByte } from './vcpu-byte.ts';

/** Nesting of constants and parameters that is followed. */
const MAX_DEPTH = 400;

export class Evaluator {
  /** Degree of the value last returned. */
  degree = 0;
  /**
   * Places the declared RAM that a symbol names, if that is possible now; returns why not, in words. Set while RAM is
   * placed.
   */
  place: ((symbol: ProgramSymbol) => string | undefined) | undefined;
  private depth = 0;
  private silent = 0;
  private readonly meantNames: MeantNames;
  /** An unknown value of a binding is asked for once per round; each phase begins a round. */
  private round = 1;

  constructor(private readonly program: Program) {
    this.meantNames = new MeantNames(program);
  }

  /** To be called when values that were unknown may be known now. */
  nextRound(): void {
    this.round++;
  }

  /** The value, without reports. */
  attempt(expression: Expression, origin: Origin): number {
    this.silent++;
    const value = this.value(expression, origin);
    this.silent--;
    this.round++;
    return value;
  }

  /** The value, or NaN after a report. */
  value(expression: Expression, origin: Origin): number {
    this.degree = 0;
    switch (expression.kind) {
      case 'number':
        return expression.value;
      case 'symbol':
        return this.symbolValue(expression.name, expression, origin);
      case 'here':
        return this.placeOf(origin, 'The address of this place', expression, origin);
      case 'unary':
        return this.unary(expression.operator, expression.argument, origin);
      case 'binary':
        return this.binary(expression, origin);
      case 'choice':
        return this.choice(expression, origin);
      case 'anonymous':
        return this.anonymous(expression.distance, expression, origin);
      case 'call':
        return this.call(expression, origin);
      case 'vcpu':
        return this.vcpuByte(expression, origin);
      case 'string': {
        const fixes = characterFix(this.program, expression.value, expression, origin);
        return this.fail('GT0210', 'A number is needed here, not a text', expression, origin, fixes);
      }
      case 'error':
        return NaN;
    }
  }

  /** The text that an expression stands for; undefined if it is not one. */
  text(expression: Expression, origin: Origin): string | undefined {
    return textOf(this.program, expression, origin);
  }

  /** The symbol of a name as seen from a place; bindings are not symbols. */
  find(name: string, origin: Origin): ProgramSymbol | undefined {
    return findSymbol(this.program, name, origin);
  }

  /** The value of a symbol; a constant is computed the first time. */
  valueOf(symbol: ProgramSymbol, span: Span, origin: Origin): number {
    symbol.isUsed = true;
    const reason = symbol.expression === undefined ? this.placed(symbol, span, origin) : undefined;
    if (symbol.state !== 'done') this.resolve(symbol, span, origin);
    this.degree = symbol.degree;
    if (Number.isNaN(symbol.value) && symbol.expression === undefined && symbol.state !== 'failed') {
      const message = reason ?? `The value of "${shownName(symbol)}" is not known yet`;
      return this.fail('GT0204', message, span, origin);
    }
    return symbol.value;
  }

  /** Computes a constant that nothing has asked for, which does not count as a use. A text has no value. */
  settle(symbol: ProgramSymbol): void {
    const { expression, origin, isUsed } = symbol;
    if (expression === undefined || origin === undefined || symbol.state === 'done') return;
    if (this.text(expression, origin) === undefined) this.valueOf(symbol, expression, origin);
    symbol.isUsed = isUsed;
  }

  private symbolValue(name: string, span: Span, origin: Origin): number {
    if (origin.scope.isBound) {
      const binding = origin.scope.binding(name);
      if (binding !== undefined) return this.bindingValue(binding, name, span, origin);
    }
    const symbol = this.find(name, origin);
    if (symbol !== undefined) return this.valueOf(symbol, span, origin);
    if (this.program.macros.has(name)) return this.fail('GT0201', `"${name}" is a macro, not a value`, span, origin);
    return this.unknown(name, span, origin);
  }

  private bindingValue(binding: Binding, name: string, span: Span, origin: Origin): number {
    const { operand, origin: caller } = binding;
    const isAsked = Number.isNaN(binding.value) && binding.round !== this.round;
    if (isAsked && operand !== undefined && caller !== undefined) {
      binding.round = this.round;
      if (operand.kind !== 'value')
        return this.fail('GT0603', `The argument for "${name}" is not a value`, span, origin);
      if (this.depth >= MAX_DEPTH) return this.fail('GT0108', 'Arguments are nested too deeply', span, origin);
      this.depth++;
      binding.value = this.value(operand.value, caller);
      binding.degree = this.degree;
      this.depth--;
    }
    this.degree = binding.degree;
    return binding.value;
  }

  /** Asks for the place of a declaration; returns why it has none. */
  private placed(symbol: ProgramSymbol, span: Span, origin: Origin): string | undefined {
    if (this.place === undefined || symbol.state !== 'open') return undefined;
    if (this.depth >= MAX_DEPTH) {
      this.fail('GT0108', `The place of "${shownName(symbol)}" is nested too deeply`, span, origin);
      symbol.state = 'failed';
      return undefined;
    }
    this.depth++;
    const reason = this.place(symbol);
    this.depth--;
    return reason;
  }

  private resolve(symbol: ProgramSymbol, span: Span, origin: Origin): void {
    const { expression } = symbol;
    if (expression === undefined || symbol.origin === undefined) return;
    if (symbol.state === 'resolving') {
      this.fail('GT0203', `"${shownName(symbol)}" is defined by itself`, span, origin);
      return;
    }
    if (this.depth >= MAX_DEPTH) {
      this.fail('GT0108', `The definition of "${shownName(symbol)}" is nested too deeply`, span, origin);
      return;
    }
    if (this.text(expression, symbol.origin) !== undefined) {
      this.fail('GT0210', `A number is needed here, but "${shownName(symbol)}" is a text`, span, origin);
      return;
    }
    symbol.state = 'resolving';
    this.depth++;
    symbol.value = this.value(expression, symbol.origin);
    symbol.degree = symbol.kind === 'constant' ? this.degree : 1;
    this.depth--;
    // What is not known yet may be known after layout.
    symbol.state = Number.isNaN(symbol.value) && this.silent > 0 ? 'open' : 'done';
  }

  private unary(operator: UnaryOperator, argument: Expression, origin: Origin): number {
    const value = this.value(argument, origin);
    this.degree = operator === '-' ? -this.degree : operator === '+' ? this.degree : 0;
    return UNARY_OPERATIONS[operator](value);
  }

  private binary(node: Expression & { kind: 'binary' }, origin: Origin): number {
    const left = this.value(node.left, origin);
    const leftDegree = this.degree;
    // Where the left side decides, the right one may ask for what is not there: defined(A) && A > 1.
    if (node.operator === '&&' && left === 0) return this.plain(0);
    if (node.operator === '||' && left !== 0 && !Number.isNaN(left)) return this.plain(1);
    const right = this.value(node.right, origin);
    const rightDegree = this.degree;
    this.degree = 0;
    if (Number.isNaN(left) || Number.isNaN(right)) return NaN;
    if ((node.operator === '/' || node.operator === '%') && right === 0)
      return this.fail('GT0205', 'Division by zero', node, origin);
    if (node.operator === '+') this.degree = leftDegree + rightDegree;
    else if (node.operator === '-') this.degree = leftDegree - rightDegree;
    const value = OPERATIONS[node.operator](left, right);
    // Larger numbers are not exact, and results of computing with them may be NaN.
    return Math.abs(value) <= Number.MAX_SAFE_INTEGER
      ? value
      : this.fail('GT0303', 'The result is larger than 53 bits', node, origin);
  }

  private plain(value: number): number {
    this.degree = 0;
    return value;
  }

  private choice(node: Expression & { kind: 'choice' }, origin: Origin): number {
    const condition = this.value(node.condition, origin);
    if (Number.isNaN(condition)) return NaN;
    return this.value(condition === 0 ? node.no : node.yes, origin);
  }

  private anonymous(distance: number, span: Span, origin: Origin): number {
    const index = origin.anonymous + (distance < 0 ? distance : distance - 1);
    const item = this.program.anonymous[index];
    if (item === undefined)
      return this.fail('GT0208', 'There are not that many anonymous labels in that direction', span, origin);
    return this.placeOf(item, 'The address of the anonymous label', span, origin);
  }

  /** The address of a place: in RAM for code of the vCPU, otherwise in ROM. */
  private placeOf({ address, ram }: Origin, what: string, span: Span, origin: Origin): number {
    this.degree = 1;
    const place = ram ?? address;
    return Number.isNaN(place) ? this.fail('GT0204', `${what} is not known yet`, span, origin) : place;
  }

  private vcpuByte(node: Expression & { kind: 'vcpu' }, origin: Origin): number {
    const value = this.value(node.argument, origin);
    const isAddress = this.degree === 1;
    this.degree = 0;
    if (Number.isNaN(value)) return NaN;
    const name = namedSymbol(this.program, node.argument, origin)?.name ?? '';
    const byte = vcpuByte(node.byte, { value, isAddress, name, at: origin.ram ?? 0 });
    return typeof byte === 'number' ? byte : this.fail(byte.code, byte.message, node.argument, origin);
  }

  /** The value of a function that takes a name or a text; undefined for other functions. */
  private ofName(name: string, node: Expression & { kind: 'call' }, origin: Origin): number | undefined {
    const [first, ...others] = node.arguments;
    const only = others.length === 0 ? first : undefined;
    if (name === 'defined' && only?.kind === 'symbol') {
      const isDefined = origin.scope.binding(only.name) !== undefined || this.find(only.name, origin) !== undefined;
      return this.plain(isDefined || this.program.macros.has(only.name) ? 1 : 0);
    }
    if (name === 'length' && only !== undefined) {
      const text = this.text(only, origin);
      return text === undefined ? this.fail('GT0206', 'length() takes a text', node, origin) : this.plain(text.length);
    }
    return name === 'end' ? this.end(only ?? node, origin) : undefined;
  }

  private call(node: Expression & { kind: 'call' }, origin: Origin): number {
    const name = node.name.text.toLowerCase();
    const special = this.ofName(name, node, origin);
    if (special !== undefined) return special;
    const fn = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
    if (fn === undefined) {
      if (this.silent === 0) reportUnknownFunction(this.program, node.name, origin);
      return NaN;
    }
    if (node.arguments.length < fn.least || node.arguments.length > fn.most)
      return this.fail('GT0206', `${name}() takes ${fn.usage}`, node, origin);
    const values = node.arguments.map((argument) => this.value(argument, origin));
    this.degree = 0;
    if (values.some(Number.isNaN)) return NaN;
    const result = fn.apply(values);
    return Number.isNaN(result) ? this.fail('GT0206', `${name}() takes ${fn.usage}`, node, origin) : result;
  }

  /** The address after the last byte of declared RAM. */
  private end(argument: Expression, origin: Origin): number {
    if (argument.kind === 'symbol' && Number.isNaN(this.value(argument, origin))) return NaN;
    const symbol = namedSymbol(this.program, argument, origin);
    const end = symbol === undefined ? undefined : this.program.ends.get(symbol);
    return end ?? this.fail('GT0206', 'end() takes the name of declared RAM', argument, origin);
  }

  /** Reports an unknown name, with the one that was probably meant. */
  private unknown(name: string, span: Span, origin: Origin): number {
    this.degree = 0;
    if (this.silent === 0) reportUnknownName(this.program, name, this.meantNames.like(name, origin), span, origin);
    return NaN;
  }

  private fail(code: DiagnosticCode, message: string, span: Span, origin: Origin, fixes: readonly Fix[] = []): number {
    if (this.silent === 0) this.program.findings.add(code, message, origin, span, { fixes });
    this.degree = 0;
    return NaN;
  }
}

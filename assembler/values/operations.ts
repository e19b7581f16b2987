/** What operators and functions of expressions compute. */
import type { BinaryOperator, UnaryOperator } from '../contract/syntax.ts';

/** The byte of a value that begins at a bit; NaN if the value is not known. */
export function byteAt(value: number, shift: number): number {
  return Number.isNaN(value) ? NaN : (value >> shift) & 0xff;
}

/** Operators of two values, as in C on integers; bit operators work on 32 bits. */
export const OPERATIONS: Readonly<Record<BinaryOperator, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => Math.trunc(a / b),
  '%': (a, b) => a % b,
  '<<': (a, b) => (b > 31 || b < 0 ? 0 : a << b),
  '>>': (a, b) => (b > 31 || b < 0 ? 0 : a >> b),
  '<': (a, b) => Number(a < b),
  '<=': (a, b) => Number(a <= b),
  '>': (a, b) => Number(a > b),
  '>=': (a, b) => Number(a >= b),
  '==': (a, b) => Number(a === b),
  '!=': (a, b) => Number(a !== b),
  '&': (a, b) => a & b,
  '^': (a, b) => a ^ b,
  '|': (a, b) => a | b,
  '&&': (a, b) => Number(a !== 0 && b !== 0),
  '||': (a, b) => Number(a !== 0 || b !== 0),
};

/** Operators of one value: signs, low and high byte, complement, logical not. */
export const UNARY_OPERATIONS: Readonly<Record<UnaryOperator, (a: number) => number>> = {
  '-': (a) => -a,
  '+': (a) => a,
  '<': (a) => byteAt(a, 0),
  '>': (a) => byteAt(a, 8),
  '~': (a) => (Number.isNaN(a) ? NaN : ~a),
  '!': (a) => (Number.isNaN(a) ? NaN : Number(a === 0)),
};

/** A function of numbers. */
interface BuiltIn {
  readonly least: number;
  readonly most: number;
  readonly usage: string;
  readonly summary: string;
  /** NaN if the arguments are out of range. */
  apply(values: readonly number[]): number;
}

/** Functions of numbers, by name in lower case; `defined`, `length` and `end` take names or texts, and are not here. */
export const FUNCTIONS: Readonly<Record<string, BuiltIn>> = {
  lo: { least: 1, most: 1, usage: 'one value', summary: 'low byte', apply: ([a]) => a! & 0xff },
  hi: { least: 1, most: 1, usage: 'one value', summary: 'high byte', apply: ([a]) => (a! >> 8) & 0xff },
  min: { least: 1, most: 99, usage: 'values', summary: 'least value', apply: (values) => Math.min(...values) },
  max: { least: 1, most: 99, usage: 'values', summary: 'greatest value', apply: (values) => Math.max(...values) },
  abs: { least: 1, most: 1, usage: 'one value', summary: 'value without its sign', apply: ([a]) => Math.abs(a!) },
  rgb: {
    least: 3,
    most: 3,
    usage: 'red, green and blue from 0 to 3',
    summary: 'colour as OUT bits 5..0',
    apply: (values) =>
      values.every((v) => Number.isInteger(v) && v >= 0 && v <= 3)
        ? values[0]! | (values[1]! << 2) | (values[2]! << 4)
        : NaN,
  },
};

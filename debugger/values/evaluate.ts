/**
 * The meaning of an expression tree in a stopped (or running) program.
 *
 * A name is, in this order: a register, a time (`cycle`, `line`, `lineCycle`), a declared variable
 * (its value), a value of the node being searched, a register of the vCPU that the program interprets, a symbol
 * (its value), a square (its number). The name of a table alone stands for the whole table; `&name` is an address.
 * Inside the brackets of `[…]` the name of a variable or table is its address, as in sources. Numbers are integers;
 * arithmetic does not wrap at 8 bits. Evaluation changes nothing except by `=`, which the caller must allow.
 */
import type { DebugTable } from '#assembler';
import { closestName, Failure, failure, isFailure, type Result } from '#basics';
import type { Machine } from '#emulator';
import type { Program } from '../program/program.ts';
import type { NumberStyle } from '../protocol.ts';
import { parseExpression, type Expression, type UnaryOperator } from '../program/expression.ts';
import { beamPlace } from './frame-timing.ts';
import {
  entryPlace,
  isRegister,
  isSingle,
  largestOf,
  MAX_NUMBER_BYTES,
  readPlace,
  wholePlace,
  writePlace,
  type Place,
} from './place.ts';
import { searchValue } from './plies.ts';
import { vcpuPlace } from './vcpu.ts';

export interface Scope {
  readonly machine: Machine;
  readonly program: Program;
  /** ROM address whose local labels are meant. */
  readonly address: number;
  /** How numbers are written; both ways by default. */
  readonly numbers?: NumberStyle | undefined;
  /** Whether names of RAM stand for addresses: inside brackets. */
  readonly inBrackets?: boolean;
}

export interface Value {
  readonly number: number;
  /** Where it is, if it can be set or shown in memory. */
  readonly place?: Place;
  /** The table whose entry it is, for its meaning; without `place` the table as a whole. */
  readonly table?: DebugTable;
  /** Whether it is all entries of the table, taken together as one number. */
  readonly whole?: boolean;
  /** A ROM address, so that it can be shown as one. */
  readonly rom?: boolean;
  /** A word of ROM, shown with four digits. */
  readonly word?: boolean;
}

/** The failure of a name that means nothing anywhere in the program; a local label does, where its scope is. */
export class UnknownName extends Failure {}

const value = (number: number): Value => ({ number });

/** The value of an expression; a failure is a clause. */
export function evaluate(tree: Expression, scope: Scope, mayAssign = false): Result<Value> {
  switch (tree.kind) {
    case 'number':
      return value(tree.value);
    case 'name':
      return named(tree.name, scope);
    case 'ram':
      return ram(tree, scope);
    case 'rom':
      return lift(evaluate(tree.address, scope), (address) =>
        at(address, () => ({ number: scope.machine.rom[address] ?? 0, word: true })),
      );
    case 'entry':
      return entry(tree.table, tree.index, scope);
    case 'address-of':
      return addressOf(tree.operand, scope);
    case 'unary':
      return lift(evaluate(tree.operand, scope), (number) => value(UNARY[tree.operator](number)));
    case 'binary':
      return binary(tree, scope);
    case 'assign':
      return mayAssign ? assign(tree, scope) : failure('a value cannot be set here');
  }
}

/** The value of an expression that is given as text; a failure is a clause. */
export function evaluateText(text: string, scope: Scope): Result<Value> {
  const parsed = parseExpression(text);
  return isFailure(parsed) ? parsed : evaluate(parsed, scope);
}

/** Passes the value on as a number; a table as a whole is not one. */
function lift(result: Result<Value>, next: (number: number) => Result<Value>): Result<Value> {
  if (isFailure(result)) return result;
  if (result.table !== undefined && result.place === undefined) {
    return failure(
      `"${result.table.name}" is a table, name an entry such as ${result.table.name}[${result.table.first}]`,
    );
  }
  return next(result.number);
}

function named(name: string, { machine, program, address, inBrackets }: Scope): Result<Value> {
  const lower = name.toLowerCase();
  if (isRegister(lower)) {
    return { ...atPlace(machine, { kind: 'register', name: lower }), ...(lower === 'pc' ? { rom: true } : {}) };
  }
  if (lower === 'cycle') return value(machine.cycle);
  if (name === 'line' || name === 'lineCycle') return value(beamPlace(machine)[name]);
  const known = inBrackets === true ? undefined : inRam(name, machine, program);
  if (known !== undefined) return known;
  const symbol = program.symbols.symbol(name, address);
  if (symbol !== undefined) {
    const isCode = symbol.kind === 'label' || symbol.kind === 'local';
    return { ...value(symbol.value), ...(isCode ? { rom: true } : {}) };
  }
  const inProgram = program.vcpu.address(name);
  if (inProgram !== undefined) return value(inProgram);
  const square = program.meanings.square(name);
  return square === undefined ? noSymbol(name, program) : value(square);
}

function noSymbol(name: string, { symbols, vcpu }: Program): Failure {
  const known = [...symbols.tables, ...symbols.all].map((each) => each.name);
  const meant = closestName(name, [...known, ...vcpu.all]);
  const message = `there is no symbol "${name}"${meant === undefined ? '' : ` (did you mean "${meant}"?)`}`;
  const local = name.replace(/^\.?/, '.');
  return known.some((each) => each.endsWith(local)) ? failure(message) : new UnknownName(message);
}

/** What a name stands for that is not an address: a variable, a value of the search, a register of the vCPU. */
function inRam(name: string, machine: Machine, program: Program): Value | undefined {
  const table = program.symbols.table(name);
  const ofNode = searchValue(name, machine, program);
  // A variable may be the cell of a search value of the same name, which knows whether the byte is signed.
  if (table !== undefined && ofNode?.table.attributes['cell'] !== name) return variable(machine, table);
  if (ofNode !== undefined) return ofNode.place === undefined ? value(ofNode.number) : ofNode;
  const register = vcpuPlace(name, program);
  return register === undefined ? undefined : atPlace(machine, register);
}

/** The value of a declared name: a single variable's, that of an array that is one number, or the table as a whole. */
export function variable(machine: Machine, table: DebugTable): Value {
  const whole = wholePlace(table);
  if (whole !== undefined) return { ...atPlace(machine, whole), table, whole: true };
  if (table.layout !== 'zero-page' || !isSingle(table)) return { number: table.address, table };
  return { ...atPlace(machine, { kind: 'ram', address: table.address, size: table.size }), table };
}

function atPlace(machine: Machine, place: Place): Value {
  return { number: readPlace(machine, place), place };
}

function ram({ page, address }: Expression & { readonly kind: 'ram' }, scope: Scope): Result<Value> {
  const inside = { ...scope, inBrackets: true };
  return lift(page === undefined ? value(0) : evaluate(page, inside), (high) =>
    lift(evaluate(address, inside), (low) => {
      const byte = page === undefined ? low : (high << 8) | (low & 0xff);
      return at(byte, () => atPlace(scope.machine, { kind: 'ram', address: byte, size: 1 }));
    }),
  );
}

/** What is at an address of 16 bits. */
function at(address: number, read: () => Value): Result<Value> {
  return address < 0 || address > 0xffff ? failure(`address ${address} is not in 0 to $ffff`) : read();
}

function entry(name: string, indexTree: Expression, scope: Scope): Result<Value> {
  const { program, machine } = scope;
  const outside = { ...scope, inBrackets: false };
  const table = program.symbols.table(name);
  if (table === undefined) return new UnknownName(`there is no table "${name}"`);
  const square =
    indexTree.kind === 'name' && table.index === 'square' ? program.meanings.square(indexTree.name) : undefined;
  const index = square === undefined ? evaluate(indexTree, outside) : value(square);
  return lift(index, (number) => {
    const isBytes = isSingle(table) && table.layout === 'zero-page' && table.size > 1;
    const shape: DebugTable = isBytes ? { ...table, ...BYTE, last: table.size - 1 } : table;
    const place = entryPlace(shape, number);
    if (place === undefined) return failure(`"${name}" has ${entriesOf(shape)}, not ${number}`);
    return { ...atPlace(machine, place), table: shape };
  });
}

/** What is changed of a variable of several bytes, such as `.zp list, 8`, so that its bytes are entries. */
const BYTE = { size: 1, stride: 1, element: '' };

function entriesOf({ first, last }: DebugTable): string {
  return first === last ? `only the entry ${first}` : `entries ${first} to ${last}`;
}

function addressOf(operand: Expression, scope: Scope): Result<Value> {
  const result = evaluate(operand, { ...scope, inBrackets: false });
  if (isFailure(result)) return result;
  if (result.place?.kind === 'ram') return value(result.place.address);
  if (result.place === undefined && (result.table !== undefined || result.rom === true)) return value(result.number);
  return failure('this has no address');
}

function assign({ target, value: source }: Expression & { readonly kind: 'assign' }, scope: Scope): Result<Value> {
  const place = evaluate(target, scope);
  if (isFailure(place)) return place;
  if (place.place === undefined) return failure('the left side of "=" cannot be set');
  const { place: where } = place;
  return lift(valueFor(place, source, scope), (number) => {
    const wrong = store(scope.machine, where, number);
    return wrong === undefined ? evaluate(target, scope) : failure(wrong);
  });
}

/** What a word such as `white` means for the target, or the value of an expression. */
function valueFor({ table }: Value, source: Expression, scope: Scope): Result<Value> {
  const meant =
    source.kind === 'name' && table !== undefined ? scope.program.meanings.valueOf(table, source.name) : undefined;
  return meant === undefined ? evaluate(source, scope) : value(meant);
}

/** Stores a number at a place; negative ones as two's complement. The clause returned says why not. */
export function store(machine: Machine, place: Place, number: number): string | undefined {
  if (place.kind === 'ram' && place.size > MAX_NUMBER_BYTES) return 'it is longer than four bytes; set it byte by byte';
  const largest = largestOf(place);
  if (!Number.isSafeInteger(number) || number > largest || number < -(largest + 1) / 2) {
    return `${number} does not fit, this holds 0 to ${largest}`;
  }
  writePlace(machine, place, number < 0 ? number + largest + 1 : number);
  return undefined;
}

const UNARY: Readonly<Record<UnaryOperator, (number: number) => number>> = {
  '-': (number) => -number,
  '+': (number) => number,
  '~': (number) => ~number,
  '!': (number) => Number(number === 0),
  lo: (number) => number & 0xff,
  hi: (number) => (number >> 8) & 0xff,
};

const BINARY: Readonly<Record<string, (left: number, right: number) => number>> = {
  '||': (left, right) => Number(left !== 0 || right !== 0),
  '&&': (left, right) => Number(left !== 0 && right !== 0),
  '|': (left, right) => left | right,
  '^': (left, right) => left ^ right,
  '&': (left, right) => left & right,
  '==': (left, right) => Number(left === right),
  '!=': (left, right) => Number(left !== right),
  '<': (left, right) => Number(left < right),
  '<=': (left, right) => Number(left <= right),
  '>': (left, right) => Number(left > right),
  '>=': (left, right) => Number(left >= right),
  '<<': (left, right) => left << right,
  '>>': (left, right) => left >> right,
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => Math.trunc(left / right),
  '%': (left, right) => left % right,
};

/** Where two values are compared, the second may be a word that the declaration of the first gives a meaning. */
function binary({ operator, left, right }: Expression & { readonly kind: 'binary' }, scope: Scope): Result<Value> {
  const first = evaluate(left, scope);
  const isWord = !isFailure(first) && (operator === '==' || operator === '!=');
  const second = isWord ? valueFor(first, right, scope) : evaluate(right, scope);
  return lift(first, (a) => lift(second, (b) => calculate(operator, a, b)));
}

function calculate(operator: string, left: number, right: number): Result<Value> {
  if ((operator === '/' || operator === '%') && right === 0) return failure('division by zero');
  const result = BINARY[operator]?.(left, right) ?? Number.NaN;
  return Number.isSafeInteger(result) ? value(result) : failure('the result is too large');
}

/** Operands of instructions and arguments of macros: registers, `[…]`, values, `#value`. */
import { Char, type Cursor } from './cursor.ts';
import { parseExpression } from './expression-parser.ts';
import { TokenKind } from './scanner.ts';
import type { CallArgument, Operand, RegisterName } from '../contract/syntax.ts';

const REGISTERS: ReadonlySet<string> = new Set(['ac', 'x', 'y', 'out', 'in']);

/** Whether a name is that of a register, in either case. */
export function isRegister(name: string): boolean {
  return name.length <= 3 && REGISTERS.has(name.toLowerCase());
}

/** Reads operands up to the end of the statement or to `{`. */
export function parseOperands(cursor: Cursor): Operand[] {
  return cursor.atEnd || cursor.kind === Char.OpenBrace ? [] : parseList(cursor, parseOperand);
}

/** Reads the arguments of a macro up to the end of the statement. */
export function parseArguments(cursor: Cursor): CallArgument[] {
  return cursor.atEnd || cursor.kind === Char.OpenBrace ? [] : parseList(cursor, parseArgument);
}

/** Reads an argument, which may have the name of its parameter before it: `row=3`. */
function parseArgument(cursor: Cursor): CallArgument {
  const name = isNamed(cursor) ? cursor.name() : undefined;
  if (name !== undefined) cursor.accept(Char.Equals);
  const operand = parseOperand(cursor);
  return { name, operand, start: name?.start ?? operand.start, end: operand.end };
}

/** Whether a name is followed by `=`, and not by `==`. */
function isNamed({ scanner }: Cursor): boolean {
  if (scanner.kind !== TokenKind.Name) return false;
  const { text } = scanner;
  let at = scanner.end;
  while (text[at] === ' ' || text[at] === '\t') at++;
  return text[at] === '=' && text[at + 1] !== '=';
}

/** Reads what commas divide. Most lists have one or two, and an array of known length is small. */
function parseList<T>(cursor: Cursor, parse: (cursor: Cursor) => T): T[] {
  const first = parse(cursor);
  if (!cursor.accept(Char.Comma)) return [first];
  const list = [first, parse(cursor)];
  while (cursor.accept(Char.Comma)) list.push(parse(cursor));
  return list;
}

export function parseOperand(cursor: Cursor): Operand {
  const { scanner } = cursor;
  if (scanner.kind === Char.OpenBracket) return parseMemory(cursor);
  if (scanner.kind === TokenKind.Name && isRegister(scanner.lexeme)) return parseRegister(cursor);
  const { start } = scanner;
  const immediate = cursor.accept(Char.Hash);
  const value = parseExpression(cursor);
  return { kind: 'value', value, immediate, start, end: value.end };
}

function parseRegister(cursor: Cursor): Operand {
  const { scanner } = cursor;
  const { start, end } = scanner;
  const name = scanner.lexeme.toLowerCase() as RegisterName;
  const counts = name === 'x' && scanner.text.startsWith('++', end);
  scanner.seek(counts ? end + 2 : end);
  return { kind: 'register', register: counts ? 'x++' : name, start, end: counts ? end + 2 : end };
}

function parseMemory(cursor: Cursor): Operand {
  const { scanner } = cursor;
  const { start } = scanner;
  scanner.advance();
  const parts = parseList(cursor, parsePart);
  const { end } = scanner;
  if (!cursor.accept(Char.CloseBracket)) cursor.expected('"]"');
  return { kind: 'memory', parts, start, end: Math.max(end, parts.at(-1)?.end ?? end) };
}

/** Reads what is between brackets; further brackets are reported. */
function parsePart(cursor: Cursor): Operand {
  if (cursor.kind === Char.OpenBracket) {
    cursor.expected('an address');
    while (cursor.accept(Char.OpenBracket));
  }
  return parseOperand(cursor);
}

/**
 * Names that only exist in a block: parameters of macros, counters of `.repeat`, variables of `.for`, columns and
 * random values of tests.
 *
 * They have a value for each call or iteration, not one of their own, so the assembler's symbol graph leaves them out;
 * the syntax tree tells which word is which.
 */
import { elementAt, remembered } from '#basics';
import { contains, DIRECTIVES, lineRange, TRAITS } from '#assembler';
import type { DirectiveStatement, Name, ParsedLine, Position, Range, Span, Statement } from '#assembler';
import { symbolsOf } from './places.ts';

export interface BlockName {
  readonly name: string;
  /** What the name is, for people: `parameter of macro move`. */
  readonly description: string;
  readonly macro: string | undefined;
  /** Where it is declared and used, the declaration first. */
  readonly ranges: readonly Range[];
  /** Lines of the block, its first and last included. */
  readonly firstLine: number;
  readonly lastLine: number;
}

interface OpenName extends BlockName {
  readonly ranges: Range[];
  lastLine: number;
}

/** Directives in a test that add names to it. */
const ADDING: Readonly<Record<string, string>> = { cases: 'column of .cases', random: 'random value of the test' };

/** What a directive does to blocks; most do nothing. */
const ROLES: ReadonlyMap<string, 'opens' | 'closes' | 'adds'> = new Map([
  ...[...TRAITS.namingInBlock].map((name) => [name, 'opens'] as const),
  ...[...TRAITS.namingInBlock].map((name) => [DIRECTIVES[name]?.closedBy ?? '', 'closes'] as const),
  ...Object.keys(ADDING).map((name) => [name, 'adds'] as const),
]);

/** Several features ask about the same version of a file. */
const known = new WeakMap<readonly ParsedLine[], ReturnType<typeof findNames>>();

/** The block names of a file, in order of their declarations. */
export function blockNames(lines: readonly ParsedLine[]): readonly BlockName[] {
  return remembered(known, lines, () => findNames(lines)).inBlocks;
}

/** The names before arguments of macro calls, in order of their lines. */
export function argumentNames(lines: readonly ParsedLine[]): readonly { line: number; name: Name }[] {
  return remembered(known, lines, () => findNames(lines)).ofArguments;
}

/** Runs over all lines at each keystroke, so it finds both kinds of names in one pass and creates few objects. */
function findNames(lines: readonly ParsedLine[]) {
  const inBlocks: OpenName[] = [];
  const ofArguments: { line: number; name: Name }[] = [];
  const blocks: OpenName[][] = [];
  for (let line = 0; line < lines.length; line++) {
    const parsed = elementAt(lines, line);
    if (blocks.length > 0) useNames(blocks, parsed, line);
    const { statement } = parsed;
    if (statement?.kind === 'directive') inBlocks.push(...followDirective(blocks, statement, line));
    else if (statement?.kind === 'call')
      for (const { name } of statement.arguments) if (name !== undefined) ofArguments.push({ line, name });
  }
  return { inBlocks, ofArguments };
}

/** Extends the open blocks to a line, and notes where it uses their names. */
function useNames(blocks: readonly (readonly OpenName[])[], { labels, statement }: ParsedLine, line: number): void {
  for (const block of blocks) for (const name of block) name.lastLine = line;
  for (const word of [...labels, ...(statement === undefined ? [] : wordsOf(statement))]) {
    const used = blocks.findLast((block) => block.some(({ name }) => name === word.text));
    used?.find(({ name }) => name === word.text)?.ranges.push(rangeOf(line, word));
  }
}

/** Opens or closes a block, or adds to the innermost one; returns the names that begin here. */
function followDirective(blocks: OpenName[][], statement: DirectiveStatement, line: number): readonly OpenName[] {
  const role = ROLES.get(statement.name);
  if (role === undefined) return NO_NAMES;
  if (role === 'closes') {
    blocks.pop();
    return NO_NAMES;
  }
  const names =
    role === 'opens'
      ? declaredBy(statement, line)
      : statement.names.map((name) => opened(name, ADDING[statement.name] ?? '', line));
  if (role === 'opens') blocks.push(names);
  else blocks.at(-1)?.push(...names);
  return names;
}

const NO_NAMES: readonly OpenName[] = [];

export function blockNameAt(lines: readonly ParsedLine[], position: Position): BlockName | undefined {
  return blockNames(lines).find(({ ranges }) => ranges.some((range) => contains(range, position)));
}

/** The words of a statement that may be a block's name: those in expressions and those that it defines. */
function wordsOf(statement: Statement): readonly Name[] {
  const used = symbolsOf(statement).map(({ name, start, end }) => ({ text: name, start, end }));
  if (statement.kind === 'constant') return [statement.name, ...used];
  const defines =
    statement.kind === 'directive' && !TRAITS.namingInBlock.has(statement.name) && !(statement.name in ADDING);
  return defines ? [...statement.names, ...used] : used;
}

function declaredBy(statement: DirectiveStatement, line: number): OpenName[] {
  if (statement.name === 'test') return [];
  if (statement.name === 'macro') {
    const macro = statement.names[0]?.text ?? '';
    return statement.parameters.map(({ name }) => opened(name, `parameter of macro ${macro}`, line, macro));
  }
  const what = statement.name === 'for' ? 'variable of .for' : 'counter of .repeat';
  return statement.names.map((name) => opened(name, what, line));
}

function opened(name: Name, description: string, line: number, macro?: string): OpenName {
  return { name: name.text, description, macro, ranges: [rangeOf(line, name)], firstLine: line, lastLine: line };
}

function rangeOf(line: number, { start, end }: Span): Range {
  return lineRange(line, start, end);
}

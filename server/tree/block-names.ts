/**
 * Names that only exist in a block: parameters of macros, counters of `.repeat`, variables of `.for`, columns and random
 * values of tests.
 *
 * They have no value of their own but one for each call or round, so the assembler's symbol graph leaves them
 * out; the tree shows which word is which.
 */
import { elementAt } from '#basics';
import {
  lineRange,
  type Name,
  type ParsedLine,
  type Position,
  type Range,
  type Span,
  type Statement,
} from '#assembler';
import { symbolsOf } from './places.ts';

export interface BlockName {
  readonly name: string;
  /** What the name is, for people: `parameter of macro move`. */
  readonly description: string;
  /** The macro of a parameter. */
  readonly macro: string | undefined;
  /** Where it is declared and used, the declaration first. */
  readonly ranges: readonly Range[];
  /** Lines of the block, its first and last included. */
  readonly firstLine: number;
  readonly lastLine: number;
}

interface OpenName {
  readonly name: string;
  readonly description: string;
  readonly macro: string | undefined;
  readonly ranges: Range[];
  readonly firstLine: number;
  lastLine: number;
}

const OPENING: ReadonlySet<string> = new Set(['macro', 'repeat', 'for', 'test']);
const CLOSING: ReadonlySet<string> = new Set(['endmacro', 'endrepeat', 'endfor', 'endtest']);
/** Directives in a test that add names to it. */
const ADDING: Readonly<Record<string, string>> = { cases: 'column of .cases', random: 'random value of the test' };

/** Several features ask about the same version of a file. */
const known = new WeakMap<readonly ParsedLine[], readonly BlockName[]>();

/** The block names of a file, in order of their declarations. */
export function blockNames(lines: readonly ParsedLine[]): readonly BlockName[] {
  let names = known.get(lines);
  if (names === undefined) known.set(lines, (names = findBlockNames(lines)));
  return names;
}

function findBlockNames(lines: readonly ParsedLine[]): readonly BlockName[] {
  const all: OpenName[] = [];
  const blocks: OpenName[][] = [];
  // Runs over all lines at each keystroke, so it creates no objects.
  for (let line = 0; line < lines.length; line++) {
    const { labels, statement } = elementAt(lines, line);
    if (blocks.length > 0) {
      for (const block of blocks) for (const name of block) name.lastLine = line;
      for (const word of [...labels, ...(statement === undefined ? [] : wordsOf(statement))]) {
        useOf(blocks, word.text)?.ranges.push(rangeOf(line, word));
      }
    }
    if (statement?.kind !== 'directive') continue;
    if (OPENING.has(statement.name)) {
      const block = declaredBy(statement, line);
      blocks.push(block);
      all.push(...block);
    } else if (CLOSING.has(statement.name)) blocks.pop();
    else {
      const description = ADDING[statement.name];
      if (description === undefined) continue;
      const added = statement.names.map((name) => opened(name, description, line));
      blocks.at(-1)?.push(...added);
      all.push(...added);
    }
  }
  return all;
}

/** The block name that is at a position. */
export function blockNameAt(lines: readonly ParsedLine[], { line, character }: Position): BlockName | undefined {
  return blockNames(lines).find(({ ranges }) =>
    ranges.some(({ start, end }) => start.line === line && start.character <= character && character <= end.character),
  );
}

/** The words of a statement that may be a block's name: those in expressions and those that it defines. */
function wordsOf(statement: Statement): readonly Name[] {
  const used = symbolsOf(statement).map(({ name, start, end }) => ({ text: name, start, end }));
  if (statement.kind === 'constant') return [statement.name, ...used];
  const defines = statement.kind === 'directive' && !OPENING.has(statement.name) && !(statement.name in ADDING);
  return defines ? [...statement.names, ...used] : used;
}

/** The innermost block's name with this text. */
function useOf(blocks: readonly (readonly OpenName[])[], text: string): OpenName | undefined {
  return blocks.findLast((block) => block.some(({ name }) => name === text))?.find(({ name }) => name === text);
}

function declaredBy(statement: Statement & { readonly kind: 'directive' }, line: number): OpenName[] {
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

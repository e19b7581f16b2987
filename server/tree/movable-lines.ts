/**
 * Lines that mean the same inside a macro and in place of its call, and their names; shared by extracting and inlining
 * macros.
 *
 * Everything is read from the text, so it also applies to lines that a condition leaves out.
 */
import { elementAt } from '#basics';
import { DIRECTIVES, TRAITS, type Name, type ParsedLine, type Span } from '#assembler';

/** Lines of a file, counted from 0, the last one included. */
export interface Lines {
  readonly first: number;
  readonly last: number;
}

export interface Replacement extends Span {
  readonly text: string;
}

const NAMES = /\.?[A-Za-z_]\w*(?:\.\w+)*/g;

/** Why lines cannot be both in a macro and in place of its call; undefined if they can. */
export function whyNotMovable(lines: readonly ParsedLine[]): string | undefined {
  for (const line of lines) {
    const { statement, problems } = line;
    if (problems.length > 0) return 'A line has an error.';
    const global = namesDefined(line).find(({ text }) => text !== '' && !text.startsWith('.'));
    if (global !== undefined) return `"${global.text}" is defined there, and belongs to the whole program.`;
    if (statement?.kind === 'directive' && !TRAITS.movable.has(statement.name))
      return `".${statement.name}" means something else in a macro.`;
  }
  return isBalanced(lines) ? undefined : 'A block begins or ends in the middle.';
}

function isBalanced(lines: readonly ParsedLine[]): boolean {
  let depth = 0;
  for (const { statement } of lines) {
    if (statement?.kind !== 'directive') continue;
    if (isOpening(statement.name)) depth++;
    else if (TRAITS.closing.has(statement.name)) depth--;
    if (depth < 0 || (depth === 0 && (statement.name === 'elif' || statement.name === 'else'))) return false;
  }
  return depth === 0;
}

function isOpening(name: string): boolean {
  return Object.hasOwn(DIRECTIVES, name) && DIRECTIVES[name]?.closedBy !== undefined;
}

/** For each line, the first line of the outermost block around it, including its ends; −1 for lines in no block. */
export function outermostBlocks(lines: readonly ParsedLine[]): readonly number[] {
  let depth = 0;
  let start = -1;
  return lines.map(({ statement }, line) => {
    const name = statement?.kind === 'directive' ? statement.name : '';
    if (isOpening(name) && depth++ === 0) start = line;
    const here = start;
    if (TRAITS.closing.has(name) && depth > 0 && --depth === 0) start = -1;
    return here;
  });
}

/** Whether a line has a global label, which begins a routine. */
export function isHead({ labels }: ParsedLine): boolean {
  return labels.some(({ text }) => text !== '' && !text.startsWith('.'));
}

/** The lines around one that share its local names; undefined where there can be no local names. */
export function localScope(lines: readonly ParsedLine[], line: number): Lines | undefined {
  const outer = outermostBlocks(lines);
  const nameAt = (at: number): string => {
    const statement = lines[at]?.statement;
    return statement?.kind === 'directive' ? statement.name : '';
  };
  const block = outer[line] ?? -1;
  if (['proc', 'macro'].includes(nameAt(block))) return { first: block, last: outer.lastIndexOf(block) };
  const isIn = (at: number, inBlocks: boolean): boolean =>
    isHead(elementAt(lines, at)) && (inBlocks ? nameAt(outer[at] ?? -1) !== 'macro' : outer[at] === -1);
  let first = line;
  while (first >= 0 && !isIn(first, false)) first--;
  if (first < 0 && !lines.slice(0, line + 1).some((_, at) => isIn(at, true))) return undefined;
  let last = line;
  while (last + 1 < lines.length && !isIn(last + 1, false)) last++;
  return { first: Math.max(first, 0), last };
}

/** Every name in the code of a line, as written; texts and comments have none. */
export function namesIn({ text, comment }: ParsedLine): readonly Name[] {
  const code = (comment < 0 ? text : text.slice(0, comment)).replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])'/g, (quoted) =>
    ' '.repeat(quoted.length),
  );
  return [...code.matchAll(NAMES)].map(({ 0: text, index }) => ({ text, start: index, end: index + text.length }));
}

/** The labels and constants that a line defines. */
function namesDefined({ labels, statement }: ParsedLine): readonly Name[] {
  return statement?.kind === 'constant' ? [...labels, statement.name] : labels;
}

export function localsDefinedIn(lines: readonly ParsedLine[]): ReadonlySet<string> {
  const names = lines.flatMap(namesDefined);
  return new Set(names.map(({ text }) => text).filter((text) => text.startsWith('.')));
}

/** A text with some of its columns replaced; the places do not overlap. */
export function replaced(text: string, replacements: readonly Replacement[]): string {
  return [...replacements]
    .sort((a, b) => b.start - a.start)
    .reduce((result, { start, end, text: other }) => result.slice(0, start) + other + result.slice(end), text);
}

/** A free name: the name itself, or with the first number from 2 on that makes it free. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}${number}`;
    if (!isTaken(candidate)) return candidate;
  }
}

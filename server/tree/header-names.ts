/**
 * Names of the program in headers, the comments above routines, macros and declarations: the name of what is below at
 * the start, and those listed after `Clobbers:` and `See:`. Words in running text are ignored.
 */
import { elementAt } from '#basics';
import { HEADER_KEYS, lineRange } from '#assembler';
import type { Assembly, Location, ParsedLine, Position, SymbolDefinition } from '#assembler';
import { isCommentLine } from './places.ts';

const KEY = new RegExp(`(?:^|[.;])\\s*(${HEADER_KEYS.join('|')}):(?=\\s|$)`, 'g');
/** Keys whose entries are lists of names. */
const LISTS: ReadonlySet<string> = new Set(['Clobbers', 'See']);
/** What ends the first words of a header, which name the routine. */
const BEGIN_END = /[:.](?:\s|$)/;

export function headerNames(assembly: Assembly, definition: SymbolDefinition): readonly Location[] {
  const { name } = definition;
  // Names contain no characters that are special in a pattern.
  const word = new RegExp(`(?<![\\w.])${name}(?!\\w|\\.\\w)`, 'g');
  return assembly.files.flatMap(({ path: file, lines }) =>
    commentBlocks(lines).flatMap(({ first, end, hasKey }) => {
      const isOwn = definition.file === file && definition.range.start.line === end;
      // A comment without a key may begin as a header does, with a name and a colon.
      const texts = lines.slice(first, end).map((line) => commentOf(line)?.text ?? '');
      const begin = isOwn && !hasKey ? texts.find((text) => /\w/.test(text)) : undefined;
      if (!hasKey && begin?.startsWith(`${name}:`) !== true) return [];
      return namesIn(lines, first, end, isOwn, word).map(({ line, start }) => ({
        file,
        range: lineRange(line, start, start + name.length),
      }));
    }),
  );
}

/** The key of an entry at a position in a routine header, or a name of the program or a register in a list of names. */
export function headerWordAt(lines: readonly ParsedLine[], { line, character }: Position) {
  const comment = lines[line] === undefined ? undefined : commentOf(elementAt(lines, line));
  if (comment === undefined || !/\w/.test(comment.text)) return undefined;
  const block = commentBlocks(lines).find(({ first, end, hasKey }) => hasKey && first <= line && line < end);
  if (block === undefined) return undefined;
  const at = (start: number, text: string): boolean => start <= character && character <= start + text.length;
  for (const match of comment.text.matchAll(KEY)) {
    const [, text = ''] = match;
    const start = comment.start + match.index + match[0].indexOf(text);
    if (at(start, text)) return { kind: 'key', text, range: lineRange(line, start, start + text.length) } as const;
  }
  const { first, end } = block;
  const owner = lines[end];
  const isOwned = owner !== undefined && (owner.labels.length > 0 || owner.statement?.kind === 'directive');
  const found = namesIn(lines, first, end, isOwned, WORD).find(
    (name) => name.line === line && at(name.start, name.text),
  );
  if (found === undefined) return undefined;
  const { start, text } = found;
  return { kind: 'name', text, range: lineRange(line, start, start + text.length) } as const;
}

const WORD = /(?<![\w.])[A-Za-z_]\w*(?:\.\w+)*/g;

/** Stretches of lines that are only comments, up to but not including `end`, and whether one has a header key. */
export function commentBlocks(lines: readonly ParsedLine[]) {
  const blocks: { readonly first: number; readonly end: number; readonly hasKey: boolean }[] = [];
  let first = -1;
  let hasKey = false;
  for (let line = 0; line <= lines.length; line++) {
    const text = lines[line] === undefined ? undefined : commentOf(elementAt(lines, line))?.text;
    if (text !== undefined) {
      if (first < 0) first = line;
      hasKey ||= text.search(KEY) >= 0;
      continue;
    }
    if (first >= 0) blocks.push({ first, end: line, hasKey });
    first = -1;
    hasKey = false;
  }
  return blocks;
}

function namesIn(lines: readonly ParsedLine[], first: number, end: number, isOwn: boolean, word: RegExp) {
  const found: { readonly line: number; readonly start: number; readonly text: string }[] = [];
  let key = '';
  let hasBegun = false;
  for (let line = first; line < end; line++) {
    const comment = commentOf(elementAt(lines, line));
    if (comment === undefined) continue;
    const { text, start } = comment;
    const note = (from: number, to: number): void => {
      // Remarks in parentheses are running text.
      const list = text.slice(from, to).replace(/\(.*?\)/g, (remark) => ' '.repeat(remark.length));
      for (const match of list.matchAll(word)) found.push({ line, start: start + from + match.index, text: match[0] });
    };
    if (isOwn && !hasBegun && /\w/.test(text)) {
      hasBegun = true;
      const begin = text.search(BEGIN_END);
      note(0, begin < 0 ? text.length : begin);
    }
    // An entry continues in indented lines.
    if (!/^\s/.test(text)) key = '';
    let from = 0;
    for (const match of text.matchAll(KEY)) {
      if (LISTS.has(key)) note(from, match.index);
      key = match[1] ?? '';
      from = match.index + match[0].length;
    }
    if (LISTS.has(key)) note(from, text.length);
  }
  return found;
}

/** The text of a line that is only a comment, and the column at which it begins after the marks. */
function commentOf(line: ParsedLine): { text: string; start: number } | undefined {
  const { text, comment } = line;
  if (!isCommentLine(line)) return undefined;
  const marks = /^(?:;+|\/\/+) ?/.exec(text.slice(comment))?.[0].length ?? 0;
  return { text: text.slice(comment + marks).trimEnd(), start: comment + marks };
}

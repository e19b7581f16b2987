/** Parsing a file: its lines' nodes, keeping those of lines that an edit did not touch. */
import type { AssembledFile, ParsedLine } from '../contract/syntax.ts';
import { keepBlocks } from './block-structure.ts';
import { type LineChange, splitLines } from '../contract/source.ts';
import { parseLine } from './line-parser.ts';

/** A parsed file, and what has changed against its earlier state; no change where the texts are equal. */
export interface ParsedFile {
  readonly file: AssembledFile;
  readonly change: LineChange | undefined;
}

/**
 * Parses a text. With the file's earlier state, the nodes of equal lines before and after the change
 * are taken over, so that the cost is that of the changed lines.
 */
export function parseFile(path: string, text: string, before?: AssembledFile): ParsedFile {
  if (before?.text === text) return { file: before, change: undefined };
  const old = before?.lines ?? [];
  const outer = before === undefined ? { from: 0, removed: 0, texts: splitLines(text) } : changedLines(before, text);
  const { from, removed, texts } = outer;
  const added = texts.map(parseLine);
  const lines = replaced(old, from, removed, added);
  const change = { from, removed, added: added.length };
  keepBlocks(old, lines, change);
  return { file: { path, text, lines }, change };
}

/** How many arguments can be spread into a call without risk to the stack. */
const FEW = 1000;

/** A copy of a list with some values replaced; one array is made where few are new, as at a keystroke. */
function replaced<T>(old: readonly T[], from: number, removed: number, added: readonly T[]): readonly T[] {
  if (removed === old.length) return added;
  if (added.length < FEW) return old.toSpliced(from, removed, ...added);
  return old.slice(0, from).concat(added, old.slice(from + removed));
}

/** The lines between the equal ones at both ends: the first, how many they were, their new texts. */
function changedLines(before: AssembledFile, text: string): { from: number; removed: number; texts: string[] } {
  const { lines } = before;
  // Offsets can be computed from lengths only where every line ends in LF.
  if (text.includes('\r') || before.text.includes('\r')) return changedTexts(lines, splitLines(text));
  const head = commonLength(before.text, text, Math.min(before.text.length, text.length), false);
  let from = 0;
  let start = 0;
  for (let next; from < lines.length - 1 && (next = start + lines[from]!.text.length + 1) <= head; from++) start = next;
  const tail = commonLength(before.text, text, Math.min(before.text.length, text.length) - start, true);
  let kept = 0;
  let end = 0;
  // The line end before a kept line must be in the equal part, too.
  for (let next; from + kept < lines.length - 1; kept++, end = next) {
    next = end + lines[lines.length - 1 - kept]!.text.length + 1;
    if (next > tail) break;
  }
  const texts = text.slice(start, text.length - end).split('\n');
  return { from, removed: lines.length - kept - from, texts };
}

function changedTexts(old: readonly ParsedLine[], texts: string[]): { from: number; removed: number; texts: string[] } {
  let from = 0;
  while (from < texts.length && from < old.length && old[from]!.text === texts[from]) from++;
  let kept = 0;
  const room = Math.min(texts.length, old.length) - from;
  while (kept < room && old[old.length - 1 - kept]!.text === texts[texts.length - 1 - kept]) kept++;
  return { from, removed: old.length - kept - from, texts: texts.slice(from, texts.length - kept) };
}

/** Characters compared at once; engines compare pieces of text much faster than single characters. */
const PIECE = 4096;

/** How many characters, up to a limit, two texts have in common at their start or, if `backwards`, at their end. */
function commonLength(a: string, b: string, limit: number, backwards: boolean): number {
  let length = 0;
  for (let piece = PIECE; piece > 0;) {
    const next = length + piece;
    const isEqual =
      next <= limit &&
      (backwards
        ? a.slice(a.length - next, a.length - length) === b.slice(b.length - next, b.length - length)
        : a.slice(length, next) === b.slice(length, next));
    if (isEqual) length = next;
    else piece >>= 1;
  }
  return length;
}

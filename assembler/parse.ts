/**
 * Parsing a file: its lines' nodes, keeping those of lines that an edit did not touch.
 */
import type { AssembledFile } from './assembly.ts';
import { parseLine } from './line-parser.ts';
import { splitLines } from './source.ts';
import type { ParsedLine } from './syntax.ts';

/**
 * Parses a text. With the file's earlier state, the nodes of equal lines before and behind the change
 * are taken over, so that the cost is that of the changed lines.
 */
export function parseFile(path: string, text: string, before?: AssembledFile): AssembledFile {
  if (before !== undefined && before.text === text) return before;
  const texts = splitLines(text);
  const old: readonly ParsedLine[] = before?.lines ?? [];
  let head = 0;
  while (head < texts.length && head < old.length && old[head]!.text === texts[head]) head++;
  let tail = 0;
  const room = Math.min(texts.length, old.length) - head;
  while (tail < room && old[old.length - 1 - tail]!.text === texts[texts.length - 1 - tail]) tail++;
  const lines: ParsedLine[] = old.slice(0, head);
  for (let line = head; line < texts.length - tail; line++) lines.push(parseLine(texts[line]!));
  for (let line = old.length - tail; line < old.length; line++) lines.push(old[line]!);
  return { path, text, lines };
}

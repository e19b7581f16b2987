/** Comments that belong to a definition: the comment lines directly above it, or after it on its line. */
import { elementAt } from '#basics';
import type { ParsedLine } from '../contract/syntax.ts';

/** Comment text of a line without its marks; undefined if it has none. */
export function commentText(line: ParsedLine): string | undefined {
  return line.comment < 0
    ? undefined
    : line.text
        .slice(line.comment)
        .replace(/^(?:;+|\/\/+) ?/, '')
        .trimEnd();
}

/** Comment lines directly above a line, as one text; rules such as `;-----` are left out. */
export function documentationAbove(lines: readonly ParsedLine[], line: number): string {
  const texts: string[] = [];
  for (let above = line - 1; above >= 0; above--) {
    const parsed = elementAt(lines, above);
    const text = commentText(parsed);
    if (text === undefined || parsed.statement !== undefined || parsed.labels.length > 0) break;
    texts.push(text);
  }
  const kept = texts.reverse().filter((text) => !/^[-=*#~_ ]{3,}$/.test(text));
  while (kept[0]?.trim() === '') kept.shift();
  while (kept.at(-1)?.trim() === '') kept.pop();
  return kept.join('\n');
}

/** Documentation of a definition: what is above it, otherwise the comment after it. */
export function documentationOf(lines: readonly ParsedLine[], line: number): string {
  const above = documentationAbove(lines, line);
  const own = lines[line];
  return above !== '' || own === undefined ? above : (commentText(own) ?? '');
}

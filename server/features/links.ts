/**
 * Links from the paths of `.include`, `.incbin` and `.romdata` to their files.
 */
import { lineRange, resolvePath, TRAITS, type Position } from '#assembler';
import type { DocumentLink } from 'vscode-languageserver';
import type { View } from '../project/view.ts';
import { lineAt } from '../tree/places.ts';

export function documentLinks(view: View): DocumentLink[] {
  return view.file.lines.flatMap((_, line) => linkOf(view, line) ?? []);
}

/** URI of the file whose path is under the cursor. */
export function includeAt(view: View, { line, character }: Position): string | undefined {
  const link = linkOf(view, line);
  if (link === undefined) return undefined;
  return link.range.start.character <= character && character <= link.range.end.character ? link.target : undefined;
}

function linkOf(view: View, line: number): DocumentLink | undefined {
  const statement = lineAt(view, line)?.statement;
  if (statement?.kind !== 'directive' || !TRAITS.readingFiles.has(statement.name)) return undefined;
  const path = statement.texts[0];
  const target = path === undefined ? undefined : resolvePath(view.path, path.text);
  if (path === undefined || target === undefined) return undefined;
  return { range: lineRange(line, path.start, path.end), target: view.uriOf(target) };
}

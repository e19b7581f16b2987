/** Links from the paths of `.include`, `.incbin` and `.romdata` to their files, and include lines when files move. */
import { lineRange, resolvePath, TRAITS, type Position, libraryName } from '#assembler';
import type { DocumentLink, TextEdit, WorkspaceEdit } from 'vscode-languageserver';
import type { View } from '../project/view.ts';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { folderOf, pathOf, relativePath } from '../files/uris.ts';
import { includeLines } from '../project/include-graph.ts';

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
  const statement = view.file.lines[line]?.statement;
  if (statement?.kind !== 'directive' || !TRAITS.readingFiles.has(statement.name)) return undefined;
  const path = statement.texts[0];
  const target = path === undefined ? undefined : resolvePath(view.path, path.text);
  if (path === undefined || target === undefined) return undefined;
  return { range: lineRange(line, path.start, path.end), target: view.uriOf(target) };
}

/**
 * The edits before sources and folders are renamed or moved, so that include lines that lead to them, and their own,
 * stay correct.
 * @param sources texts by URI, all URIs normalized
 * @param renames new URI by old one, of a file or a folder
 * @param spelling how the client writes a URI
 */
export function renameFiles(
  sources: ReadonlyMap<string, string>,
  renames: ReadonlyMap<string, string>,
  spelling: (uri: string) => string,
): WorkspaceEdit {
  const changes: Record<string, TextEdit[]> = {};
  const files = new Map(renames);
  for (const uri of sources.keys()) {
    const [old, renamed] = [...renames].find(([folder]) => uri.startsWith(`${folder}/`)) ?? [];
    if (old !== undefined) files.set(uri, renamed + uri.slice(old.length));
  }
  for (const [uri, text] of sources) {
    const edits = editsIn(uri, text, files);
    if (edits.length > 0) changes[spelling(uri)] = edits;
  }
  return { changes };
}

function editsIn(uri: string, text: string, renames: ReadonlyMap<string, string>): TextEdit[] {
  const document = TextDocument.create(uri, '', 0, text);
  const folder = folderOf(pathOf(renames.get(uri) ?? uri));
  return includeLines(uri, text).flatMap(({ offset, path, target }) => {
    const isMoved = renames.has(target) || (renames.has(uri) && folder !== folderOf(pathOf(uri)));
    if (!isMoved || libraryName(target) !== undefined) return [];
    const newText = relativePath(folder, pathOf(renames.get(target) ?? target));
    const range = { start: document.positionAt(offset), end: document.positionAt(offset + path.length) };
    return newText === path ? [] : [{ range, newText }];
  });
}

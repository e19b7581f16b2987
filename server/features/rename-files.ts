/**
 * Renamed and moved sources and folders: include lines that lead to them, and their own, stay correct.
 */
import type { TextEdit, WorkspaceEdit } from 'vscode-languageserver';
import { libraryName } from '#assembler';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { folderOf, pathOf, relativePath } from '../files/uris.ts';
import { includeLines } from '../project/include-graph.ts';

/**
 * The edits before files are renamed.
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
    const renamed = inRenamedFolder(uri, renames);
    if (renamed !== undefined) files.set(uri, renamed);
  }
  for (const [uri, text] of sources) {
    const edits = editsIn(uri, text, files);
    if (edits.length > 0) changes[spelling(uri)] = edits;
  }
  return { changes };
}

function inRenamedFolder(uri: string, renames: ReadonlyMap<string, string>): string | undefined {
  for (const [old, renamed] of renames) if (uri.startsWith(`${old}/`)) return renamed + uri.slice(old.length);
  return undefined;
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

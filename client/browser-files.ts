/** Answers the language server's requests for files if it runs in a web worker and has none of its own. */
import * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { isFailure, toBase64 } from '#basics';
import {
  FIND_SOURCES,
  LIST_FOLDER,
  READ_FILE,
  type FindSourcesParams,
  type FindSourcesResult,
  type ListFolderParams,
  type ListFolderResult,
  type ReadFileParams,
  type ReadFileResult,
} from '#server/protocol';
import { readPlainFile } from './files.ts';

export function answerFileRequests(client: BaseLanguageClient): void {
  client.onRequest(READ_FILE, async ({ uri }: ReadFileParams): Promise<ReadFileResult> => {
    const content = await readPlainFile(vscode.Uri.parse(uri, true));
    return isFailure(content) ? { failure: content.message } : { base64: toBase64(content.bytes) };
  });
  client.onRequest(FIND_SOURCES, async ({ folder }: FindSourcesParams): Promise<FindSourcesResult> => {
    const pattern = new vscode.RelativePattern(vscode.Uri.parse(folder, true), '**/*.gtasm');
    const files = await vscode.workspace.findFiles(pattern, '**/node_modules/**');
    return { uris: files.map(String) };
  });
  client.onRequest(LIST_FOLDER, async ({ folder }: ListFolderParams): Promise<ListFolderResult> => {
    const entries = await vscode.workspace.fs.readDirectory(vscode.Uri.parse(folder, true));
    const seen = entries.filter(([name]) => !name.startsWith('.'));
    return { names: seen.map(([name, type]) => ((type & vscode.FileType.Directory) !== 0 ? `${name}/` : name)) };
  });
}

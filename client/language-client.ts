/** Starts the language server for source files; the server itself asks to be notified about settings and files on disk. */
import * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import {
  DEBUG_TEST,
  EXPLAIN,
  LANGUAGE_ID,
  LIBRARY_SCHEME,
  LIBRARY_SOURCE,
  OPEN,
  RENAME,
  RUN_TEST,
  SHOW_REFERENCES,
  type InitializationOptions,
  type LibrarySourceParams,
  type LibrarySourceResult,
} from '#server/protocol';
import type { Platform } from './platform.ts';

/** Starts the server; a server that cannot start is reported once, and the rest of the extension works without it. */
export async function startLanguageClient(
  context: vscode.ExtensionContext,
  platform: Platform,
): Promise<BaseLanguageClient> {
  const client = await platform.createLanguageClient(context, {
    documentSelector: schemes().map((scheme) => ({ scheme, language: LANGUAGE_ID })),
    // The problem matcher has the same owner, so that a mistake is not shown twice.
    diagnosticCollectionName: LANGUAGE_ID,
    // Its level is set by VS Code's *Set Log Level*; gigatron.trace.server adds the messages themselves.
    outputChannel: vscode.window.createOutputChannel('Gigatron', { log: true }),
    initializationOptions: {
      explainCommand: EXPLAIN,
      referencesCommand: SHOW_REFERENCES,
      renameCommand: RENAME,
      openCommand: OPEN,
      testCommands: { run: RUN_TEST, debug: DEBUG_TEST },
    } satisfies InitializationOptions,
  });
  const libraries: vscode.TextDocumentContentProvider = {
    provideTextDocumentContent: async (uri) => {
      const params: LibrarySourceParams = { uri: uri.toString() };
      return (await client.sendRequest<LibrarySourceResult>(LIBRARY_SOURCE, params)).text;
    },
  };
  context.subscriptions.push(vscode.workspace.registerTextDocumentContentProvider(LIBRARY_SCHEME, libraries));
  context.subscriptions.push({ dispose: () => void client.stop().catch(() => undefined) });
  client.start().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    void vscode.window.showErrorMessage(`The Gigatron language server did not start: ${reason}`);
  });
  return client;
}

/** Schemes of sources that belong to a program; versions in source control, for example, have no includes. */
function schemes(): readonly string[] {
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.scheme);
  return [...new Set(['file', 'untitled', 'vscode-remote', 'vscode-vfs', LIBRARY_SCHEME, ...folders])];
}

/** What the program finder asks about: VS Code's workspace, its files, and the language server. */
import * as vscode from 'vscode';
import type { Range } from 'vscode-languageclient';
import { staysInside } from '#files';
import { LANGUAGE_ID, MAIN_FILE, SETTINGS_SECTION, type MainFileParams, type MainFileResult } from '#server/protocol';
import type { ExtensionServer } from './language-client.ts';
import type { Surroundings } from './program-finder.ts';

/** Milliseconds to wait for the server's answer: a server that hangs, or takes long to start, must not hold up F5. */
const PATIENCE = 3000;

export function workspaceSurroundings(server: ExtensionServer): Surroundings {
  return {
    activeSource: () => {
      const document = vscode.window.activeTextEditor?.document;
      return document?.languageId === LANGUAGE_ID ? document.uri.toString() : undefined;
    },
    folders: () => {
      const all = vscode.workspace.workspaceFolders ?? [];
      const editor = vscode.window.activeTextEditor;
      const first = editor && vscode.workspace.getWorkspaceFolder(editor.document.uri);
      return [...all].sort((a, b) => Number(b === first) - Number(a === first)).map(({ uri }) => uri.toString());
    },
    mainFileSetting: (folder) => {
      const uri = vscode.Uri.parse(folder);
      const settings = vscode.workspace.getConfiguration(SETTINGS_SECTION, uri);
      // The manifest restricts the setting as well; a folder's own value counts once the folder is trusted.
      const { isTrusted } = vscode.workspace;
      const path =
        (isTrusted ? settings.get<string>('mainFile') : settings.inspect<string>('mainFile')?.globalValue) ?? '';
      return path === '' || !staysInside(path) ? undefined : vscode.Uri.joinPath(uri, path).toString();
    },
    sourcesIn: async (folder) => {
      const listing = vscode.workspace.fs.readDirectory(vscode.Uri.parse(folder));
      const entries = await listing.then(undefined, () => []);
      const isSource = (type: vscode.FileType, name: string): boolean =>
        (type & vscode.FileType.File) !== 0 && name.endsWith('.gtasm');
      return entries.flatMap(([name, type]) => (isSource(type, name) ? [name] : []));
    },
    mainFileOf: async (uri) => {
      const params: MainFileParams = { uri };
      const answer = server.request<MainFileResult>(MAIN_FILE, params).catch(() => undefined);
      const tooLate = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE));
      return (await Promise.race([answer, tooLate]))?.uri;
    },
  };
}

/** A URI as the debug adapter and the command line name files: a path on disk, or the URI if there is no disk. */
export function pathOf(uri: string): string {
  const parsed = vscode.Uri.parse(uri);
  return parsed.scheme === 'file' ? parsed.fsPath : uri;
}

/** A range of the language server as one of VS Code. */
export function rangeOf({ start, end }: Range): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

/** The URI of a file named by the debug adapter: without a disk, the name already is the URI. */
export function uriOf(path: string): vscode.Uri {
  return /^[a-z][a-z0-9+.-]+:\//i.test(path) ? vscode.Uri.parse(path, true) : vscode.Uri.file(path);
}

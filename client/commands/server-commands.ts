/** Commands that the server puts into code lenses and actions, because the start-up options name them. */
import * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { OPEN, RENAME, SHOW_REFERENCES } from '#server/protocol';

type Convert = BaseLanguageClient['protocol2CodeConverter'];
type Position = Parameters<Convert['asPosition']>[0];
type Location = Parameters<Convert['asLocation']>[0];

/** Registers the commands; places arrive in LSP's form. */
export function registerServerCommands(context: vscode.ExtensionContext, client: BaseLanguageClient): void {
  const convert = client.protocol2CodeConverter;
  const show = (uri: string, position: Position, places: readonly Location[]): Thenable<unknown> =>
    vscode.commands.executeCommand(
      'editor.action.showReferences',
      convert.asUri(uri),
      convert.asPosition(position),
      places.map((place) => convert.asLocation(place)),
    );
  const rename = (uri: string, position: Position): Thenable<unknown> =>
    vscode.commands.executeCommand('editor.action.rename', [convert.asUri(uri), convert.asPosition(position)]);
  const open = (uri: string): Thenable<unknown> => vscode.window.showTextDocument(convert.asUri(uri));
  context.subscriptions.push(
    vscode.commands.registerCommand(SHOW_REFERENCES, show),
    vscode.commands.registerCommand(RENAME, rename),
    vscode.commands.registerCommand(OPEN, open),
  );
}

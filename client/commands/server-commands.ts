/** Commands that the server puts into code lenses and actions, because the start-up options name them. */
import * as vscode from 'vscode';
import type { Location, Position } from 'vscode-languageclient';
import { OPEN, RENAME, SHOW_REFERENCES, EXPLAIN } from '#server/protocol';
import { showDocumentation, showHelp } from '../help-pages.ts';
import { rangeOf } from '../surroundings.ts';

export function registerServerCommands(context: vscode.ExtensionContext): void {
  const show = (uri: string, position: Position, places: readonly Location[]): Thenable<unknown> =>
    vscode.commands.executeCommand(
      'editor.action.showReferences',
      vscode.Uri.parse(uri),
      positionOf(position),
      places.map(({ uri: file, range }) => new vscode.Location(vscode.Uri.parse(file), rangeOf(range))),
    );
  // Actions of the server pass an edit that has to be made first (see language-client.ts).
  const rename = async (uri: string, position: Position, edit?: vscode.WorkspaceEdit): Promise<void> => {
    if (edit !== undefined) await vscode.workspace.applyEdit(edit, { isRefactoring: true });
    await vscode.commands.executeCommand('editor.action.rename', [vscode.Uri.parse(uri), positionOf(position)]);
  };
  const open = (uri: string): Thenable<unknown> => vscode.window.showTextDocument(vscode.Uri.parse(uri));
  context.subscriptions.push(
    vscode.commands.registerCommand(SHOW_REFERENCES, show),
    vscode.commands.registerCommand(RENAME, rename),
    vscode.commands.registerCommand(OPEN, open),
  );
}

function positionOf({ line, character }: Position): vscode.Position {
  return new vscode.Position(line, character);
}

/** The server puts the command into diagnostics and code actions, because the start-up options tell it to. */
export function registerExplain(context: vscode.ExtensionContext): void {
  const explain = vscode.commands.registerCommand(EXPLAIN, (code?: unknown) =>
    showHelp('diagnostics.md', typeof code === 'string' ? code : 'Diagnostics'),
  );
  const open = vscode.commands.registerCommand('gigatron.documentation', () => showDocumentation(context));
  context.subscriptions.push(explain, open);
}

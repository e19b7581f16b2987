/** "Explain Diagnostics": the packed page on diagnostics, from the paragraph on a code. "Open Documentation": all pages. */
import * as vscode from 'vscode';
import { EXPLAIN } from '#server/protocol';
import { showDocumentation, showHelp } from '../help-pages.ts';

/** The server puts the command into diagnostics and code actions, because the start-up options tell it to. */
export function registerExplain(context: vscode.ExtensionContext): void {
  const explain = vscode.commands.registerCommand(EXPLAIN, (code?: unknown) =>
    showHelp('diagnostics.md', typeof code === 'string' ? code : 'Diagnostics'),
  );
  const open = vscode.commands.registerCommand('gigatron.documentation', () => showDocumentation(context));
  context.subscriptions.push(explain, open);
}

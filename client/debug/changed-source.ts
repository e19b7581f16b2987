/**
 * Warns that a source is not the one that runs: at a stop in a source that has changed since it was assembled, and at the
 * start of a program whose sources have unsaved changes. Offers to assemble again.
 */
import * as vscode from 'vscode';
import { DEBUG_TYPE, type ViewEvents } from '#debugger/protocol';
import { LANGUAGE_ID } from '#server/protocol';
import { isPythonSource } from './python-build.ts';

const RESTART = 'Restart';
const RELOAD = 'Reload, Keep RAM';
const SAVE = 'Save and Restart';

export function registerChangedSource(context: vscode.ExtensionContext): void {
  context.subscriptions.push(
    vscode.debug.onDidReceiveDebugSessionCustomEvent(({ session, event, body }) => {
      if (session.type === DEBUG_TYPE && event === 'gigatron/sourceChanged')
        void offerRestart(body as ViewEvents['gigatron/sourceChanged']);
    }),
    vscode.debug.onDidStartDebugSession((session) => {
      if (session.type === DEBUG_TYPE && session.configuration.request === 'launch') void tellUnsaved(session);
    }),
  );
}

async function offerRestart({ path }: ViewEvents['gigatron/sourceChanged']): Promise<void> {
  const text = `${nameOf(path)} has changed since the program was assembled: lines may have moved.`;
  const answer = await vscode.window.showWarningMessage(text, RESTART, RELOAD);
  if (answer === RESTART) await vscode.commands.executeCommand('workbench.action.debug.restart');
  if (answer === RELOAD) await vscode.commands.executeCommand('gigatron.reload');
}

/** VS Code saves before a start according to its setting `debug.saveBeforeStart`, which may leave files out. */
async function tellUnsaved({ workspaceFolder }: vscode.DebugSession): Promise<void> {
  const unsaved = vscode.workspace.textDocuments.filter(
    ({ isDirty, languageId, uri }) =>
      isDirty &&
      (languageId === LANGUAGE_ID || isPythonSource(uri.path)) &&
      vscode.workspace.getWorkspaceFolder(uri)?.uri === workspaceFolder?.uri,
  );
  if (unsaved.length === 0) return;
  const names = unsaved.map(({ uri }) => nameOf(uri.path)).join(', ');
  const text = `The program runs without the changes in ${names} that are not saved.`;
  if ((await vscode.window.showWarningMessage(text, SAVE)) !== SAVE) return;
  await vscode.workspace.saveAll(false);
  await vscode.commands.executeCommand('workbench.action.debug.restart');
}

function nameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

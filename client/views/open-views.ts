/** Opens the views that a launch configuration names when its program starts; the editor keeps the focus. */
import * as vscode from 'vscode';
import { DEBUG_TYPE, type LaunchArguments } from '#debugger/protocol';
import type { ViewName } from '../webviews/messages.ts';
import { arrange, canArrange, type OpenView } from './session-layout.ts';

/**
 * @param known names of the existing views; others in a configuration are ignored
 * @param hasTabs whether views are open as editor tabs, wherever the user has put them
 * @param open opens a view as an editor tab
 */
export function openViewsOfLaunches(
  known: readonly ViewName[],
  hasTabs: () => boolean,
  open: OpenView,
): vscode.Disposable {
  return vscode.debug.onDidStartDebugSession(async ({ type, configuration }) => {
    const { views } = configuration as Partial<LaunchArguments>;
    if (type !== DEBUG_TYPE || !Array.isArray(views)) return;
    const wanted = known.filter((view) => views.includes(view));
    const place = vscode.workspace.getConfiguration('gigatron').get('views.place', 'editor');
    if (place !== 'editor' || !(hasTabs() || canArrange())) await showInSideBar(wanted);
    else if (!hasTabs()) await arrange(wanted, open);
  });
}

async function showInSideBar(views: readonly ViewName[]): Promise<void> {
  if (hasStopped()) return;
  for (const name of views) {
    await vscode.commands.executeCommand(`gigatron.${name}.focus`, { preserveFocus: true });
  }
  if (hasStopped()) await vscode.commands.executeCommand('workbench.view.debug');
}

/** Whether a program has already reached a breakpoint; its variables should then stay visible. */
function hasStopped(): boolean {
  return vscode.debug.activeStackItem instanceof vscode.DebugStackFrame;
}

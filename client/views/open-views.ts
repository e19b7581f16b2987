/** Opens the views that a launch configuration names when its program starts; the editor keeps the focus. */
import * as vscode from 'vscode';
import { DEBUG_TYPE, type LaunchArguments } from '#debugger/protocol';
import type { ViewName } from '../webviews/messages.ts';

/** @param known names of the existing views; others in a configuration are ignored */
export function openViewsOfLaunches(known: readonly ViewName[]): vscode.Disposable {
  return vscode.debug.onDidStartDebugSession(async ({ type, configuration }) => {
    const { views } = configuration as Partial<LaunchArguments>;
    if (type !== DEBUG_TYPE || !Array.isArray(views) || hasStopped()) return;
    for (const name of known.filter((view) => views.includes(view))) {
      await vscode.commands.executeCommand(`gigatron.${name}.focus`, { preserveFocus: true });
    }
    if (hasStopped()) await vscode.commands.executeCommand('workbench.view.debug');
  });
}

/** Whether a program has already reached a breakpoint; its variables should then stay visible. */
function hasStopped(): boolean {
  return vscode.debug.activeStackItem instanceof vscode.DebugStackFrame;
}

/**
 * "Assemble and Run": the active source's program, or the workspace's, in the debugger, with its screen. The same by F5
 * in a source in Python, which the editor would otherwise give to a debugger of Python.
 */
import * as vscode from 'vscode';
import { isFailure } from '#basics';
import { configurationToRun } from '../debug/launch-configuration.ts';
import type { Platform } from '../platform.ts';
import type { ProgramFinder } from '../program-finder.ts';
import { uriOf } from '../surroundings.ts';

export function registerRunCommand(context: vscode.ExtensionContext, platform: Platform, finder: ProgramFinder): void {
  const run = async (): Promise<void> => {
    const configuration = await configurationToRun(finder, platform);
    if (isFailure(configuration)) {
      void vscode.window.showErrorMessage(configuration.message);
      return;
    }
    const folder = vscode.workspace.getWorkspaceFolder(uriOf(configuration['program'] as string));
    await vscode.debug.startDebugging(folder, { ...configuration, views: ['screen'] });
  };
  context.subscriptions.push(
    vscode.commands.registerCommand('gigatron.run', run),
    vscode.commands.registerCommand('gigatron.startPython', async () => {
      if (hasConfigurations()) await vscode.commands.executeCommand('workbench.action.debug.start');
      else await run();
    }),
  );
}

/** Whether a launch.json defines what F5 starts. */
function hasConfigurations(): boolean {
  const launch = vscode.workspace.getConfiguration('launch', vscode.window.activeTextEditor?.document.uri);
  return launch.get<readonly unknown[]>('configurations', []).length > 0;
}

/** "Assemble and Run" and "Assemble to ROM", for the active source or the workspace's program. */
import * as vscode from 'vscode';
import { launchConfiguration } from '../debug/launch-configuration.ts';
import type { ProgramFinder } from '../program-finder.ts';
import { assembleTaskFor } from '../tasks.ts';

export function registerRunCommands(context: vscode.ExtensionContext, finder: ProgramFinder): void {
  context.subscriptions.push(
    vscode.commands.registerCommand('gigatron.run', async () => {
      const uri = await find(finder);
      if (uri === undefined) return;
      const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(uri));
      await vscode.debug.startDebugging(folder, launchConfiguration(uri));
    }),
    vscode.commands.registerCommand('gigatron.assemble', async () => {
      const uri = await find(finder);
      if (uri === undefined) return;
      const task = await assembleTaskFor(uri);
      if (task !== undefined) await vscode.tasks.executeTask(task);
      else void vscode.window.showErrorMessage('Open the folder of the source to assemble it: tasks run in a workspace folder.');
    }),
  );
}

async function find(finder: ProgramFinder): Promise<string | undefined> {
  const found = await finder.find();
  if ('uri' in found) return found.uri;
  void vscode.window.showErrorMessage(found.reason);
  return undefined;
}

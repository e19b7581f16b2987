/** "Assemble and Run": the active source's program, or the workspace's, in the debugger, with its screen. */
import * as vscode from 'vscode';
import { launchConfiguration } from '../debug/launch-configuration.ts';
import type { ProgramFinder } from '../program-finder.ts';

export function registerRunCommand(context: vscode.ExtensionContext, finder: ProgramFinder): void {
  context.subscriptions.push(
    vscode.commands.registerCommand('gigatron.run', async () => {
      const found = await finder.find();
      if ('uri' in found) {
        const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(found.uri));
        await vscode.debug.startDebugging(folder, { ...launchConfiguration(found.uri), views: ['screen'] });
      } else void vscode.window.showErrorMessage(found.message);
    }),
  );
}

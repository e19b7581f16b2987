/**
 * "Assemble and Run": starts the active source's program, or the workspace's, in the debugger: as launch.json has it,
 * or else with its screen. F5 in a source in Python does the same; VS Code would hand it to a Python debugger. "Run ROM"
 * does it for an image in the Explorer.
 */
import * as vscode from 'vscode';
import { isFailure } from '#basics';
import { configurationToRun, romConfiguration } from '../debug/launch-configuration.ts';
import { configurationFor } from '../debug/written-configuration.ts';
import type { Platform } from '../platform.ts';
import type { FindProgram } from '../program-finder.ts';
import { pathOf, uriOf } from '../surroundings.ts';

export function registerRunCommand(context: vscode.ExtensionContext, platform: Platform, find: FindProgram): void {
  const run = async (): Promise<void> => {
    const configuration = await configurationToRun(find, platform);
    if (isFailure(configuration)) void vscode.window.showErrorMessage(configuration.message);
    else await start(configuration);
  };
  context.subscriptions.push(
    vscode.commands.registerCommand('gigatron.run', run),
    vscode.commands.registerCommand('gigatron.runRom', (rom: vscode.Uri) => start(romConfiguration(rom))),
    vscode.commands.registerCommand('gigatron.startPython', async () => {
      const active = vscode.window.activeTextEditor?.document.uri;
      // If launch.json has configurations, F5 starts one of them.
      if (writtenFor(active).length > 0) await vscode.commands.executeCommand('workbench.action.debug.start');
      else await run();
    }),
  );
}

/** Starts a program as launch.json has it, or else as given. */
async function start(configuration: vscode.DebugConfiguration): Promise<void> {
  const program = configuration['program'] as string;
  const folder = vscode.workspace.getWorkspaceFolder(uriOf(program));
  const written = configurationFor(program, writtenFor(folder?.uri), variablesIn(folder));
  await vscode.debug.startDebugging(folder, { views: ['screen'], ...(written ?? configuration) });
}

/** The configurations of the launch.json that is for a file or folder. */
export function writtenFor(uri: vscode.Uri | undefined): readonly vscode.DebugConfiguration[] {
  return vscode.workspace.getConfiguration('launch', uri).get<vscode.DebugConfiguration[]>('configurations', []);
}

/** The variables of launch.json that the path of a program may contain. */
function variablesIn(folder: vscode.WorkspaceFolder | undefined): Readonly<Record<string, string>> {
  const file = vscode.window.activeTextEditor?.document.uri;
  return {
    ...(folder && { workspaceFolder: pathOf(folder.uri.toString()) }),
    ...(file && {
      file: pathOf(file.toString()),
      fileDirname: pathOf(vscode.Uri.joinPath(file, '..').toString()),
      fileBasename: file.path.slice(file.path.lastIndexOf('/') + 1),
    }),
  };
}

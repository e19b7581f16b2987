/** The launch configuration for a program: what F5 without a launch.json and "Assemble and Run" start. */
import * as vscode from 'vscode';
import { isFailure, type Result } from '#basics';
import { DEBUG_TYPE } from '#debugger/protocol';
import type { Platform } from '../platform.ts';
import type { FindProgram } from '../program-finder.ts';
import { pathOf } from '../surroundings.ts';
import { isPythonSource, pythonBuild, type Files } from './python-build.ts';

/** For the Python source in the active editor, or else for the program that the finder finds. */
export async function configurationToRun(
  find: FindProgram,
  { python }: Platform,
): Promise<Result<vscode.DebugConfiguration>> {
  const active = vscode.window.activeTextEditor?.document.uri;
  if (active !== undefined && python !== undefined && isPythonSource(active.path)) return ofPython(active, python);
  const found = await find();
  return isFailure(found) ? found : launchConfiguration(found.uri);
}

/** For an assembler source. @param uri of the program's main file */
export function launchConfiguration(uri: string): vscode.DebugConfiguration {
  const parsed = vscode.Uri.parse(uri);
  const defines = vscode.workspace.getConfiguration('gigatron', parsed).get<Record<string, number>>('defines', {});
  return { ...launch(parsed), program: pathOf(uri), ...(Object.keys(defines).length === 0 ? {} : { defines }) };
}

export function romConfiguration(rom: vscode.Uri): vscode.DebugConfiguration {
  return { ...launch(rom), program: pathOf(rom.toString()) };
}

async function ofPython(source: vscode.Uri, python: string): Promise<vscode.DebugConfiguration> {
  const folder = vscode.workspace.getWorkspaceFolder(source)?.uri ?? vscode.Uri.joinPath(source, '..');
  const path = source.path.slice(folder.path.replace(/\/$/, '').length + 1);
  const { program, build } = await pythonBuild(path, filesIn(folder), python);
  return { ...launch(source), program: pathOf(vscode.Uri.joinPath(folder, program).toString()), build };
}

function launch({ path }: vscode.Uri): vscode.DebugConfiguration {
  return { type: DEBUG_TYPE, request: 'launch', name: `Run ${path.slice(path.lastIndexOf('/') + 1)}` };
}

function filesIn(folder: vscode.Uri): Files {
  const { fs } = vscode.workspace;
  const uriOf = (path: string): vscode.Uri => vscode.Uri.joinPath(folder, path);
  const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  return {
    read: (path) => fs.readFile(uriOf(path)).then(decode, () => undefined),
    exists: (path) => fs.stat(uriOf(path)).then(Boolean, () => false),
  };
}

/** The launch configuration for a program: what F5 without a launch.json and "Assemble and Run" start. */
import * as vscode from 'vscode';
import { DEBUG_TYPE } from '#debugger/protocol';
import { pathOf } from '../surroundings.ts';

export function launchConfiguration(uri: string): vscode.DebugConfiguration {
  const parsed = vscode.Uri.parse(uri);
  const defines = vscode.workspace.getConfiguration('gigatron', parsed).get<Record<string, number>>('defines', {});
  return {
    type: DEBUG_TYPE,
    request: 'launch',
    name: `Run ${parsed.path.slice(parsed.path.lastIndexOf('/') + 1)}`,
    program: pathOf(uri),
    ...(Object.keys(defines).length === 0 ? {} : { defines }),
  };
}

/** Debugs one test: a debug session that runs it and stops where it fails. */
import * as vscode from 'vscode';
import { DEBUG_TYPE } from '#debugger/protocol';
import { launchConfiguration } from '../debug/launch-configuration.ts';
import { pathOf } from '../surroundings.ts';

/** Starts the session and waits for its end; the test's state stays as its runs have shown it. */
export async function debugTest(program: vscode.TestItem, test: vscode.TestItem, run: vscode.TestRun): Promise<void> {
  const configuration = {
    ...launchConfiguration(program.id),
    name: `Test: ${test.label}`,
    test: test.label,
    ...(test.uri !== undefined && { testFile: pathOf(test.uri.toString()) }),
  };
  const folder = test.uri && vscode.workspace.getWorkspaceFolder(test.uri);
  const ended = sessionEnd(configuration.name);
  run.started(test);
  if (await vscode.debug.startDebugging(folder, configuration, { testRun: run } as vscode.DebugSessionOptions))
    await ended;
  run.skipped(test);
}

/** When the session of a name has ended. */
function sessionEnd(name: string): Promise<void> {
  return new Promise((resolve) => {
    const listener = vscode.debug.onDidTerminateDebugSession(({ type, name: ended }) => {
      if (type !== DEBUG_TYPE || ended !== name) return;
      listener.dispose();
      resolve();
    });
  });
}

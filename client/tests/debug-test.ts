/** Debugs one test: a debug session that runs it and stops where it fails. */
import * as vscode from 'vscode';
import { DEBUG_TYPE } from '#debugger/protocol';
import { launchConfiguration } from '../debug/launch-configuration.ts';
import { pathOf } from '../surroundings.ts';

/** The part of an adapter's message that says how a test ended. */
interface AdapterEvent {
  readonly type?: string;
  readonly event?: string;
  readonly body?: { readonly reason?: string; readonly text?: string; readonly output?: string };
}

/** Starts the session, waits for its end, and shows in the run how the test ended. */
export async function debugTest(
  program: vscode.TestItem,
  test: vscode.TestItem,
  run: vscode.TestRun,
  token: vscode.CancellationToken,
): Promise<void> {
  const name = `Test: ${test.label}`;
  const file = test.uri === undefined ? {} : { testFile: pathOf(test.uri.toString()) };
  const configuration = { ...launchConfiguration(program.id), name, test: test.label, ...file };
  const isOurs = (session: vscode.DebugSession): boolean => session.type === DEBUG_TYPE && session.name === name;
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  let session: vscode.DebugSession | undefined;
  let failure: string | undefined;
  let isPassed = false;
  const listeners = vscode.Disposable.from(
    vscode.debug.onDidStartDebugSession((started) => (session = isOurs(started) ? started : session)),
    vscode.debug.onDidTerminateDebugSession((gone) => isOurs(gone) && end()),
    // The first Stop of a session that belongs to a run only cancels the run.
    token.onCancellationRequested(() => void vscode.debug.stopDebugging(session)),
    vscode.debug.registerDebugAdapterTrackerFactory(DEBUG_TYPE, {
      createDebugAdapterTracker: (tracked) => ({
        onDidSendMessage({ type, event, body }: AdapterEvent) {
          if (!isOurs(tracked) || type !== 'event') return;
          if (event === 'stopped' && body?.reason === 'exception') failure ??= body.text;
          if (event === 'output' && body?.output?.startsWith('Passed: ') === true) isPassed = true;
        },
      }),
    }),
  );
  run.started(test);
  const folder = test.uri && vscode.workspace.getWorkspaceFolder(test.uri);
  const options = { testRun: run } as vscode.DebugSessionOptions;
  if (await vscode.debug.startDebugging(folder, configuration, options)) await ended;
  listeners.dispose();
  if (isPassed) run.passed(test);
  else if (failure !== undefined) run.failed(test, new vscode.TestMessage(failure));
  else run.skipped(test);
}

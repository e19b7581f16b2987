import * as vscode from 'vscode';
import { DEBUG_TYPE } from '#debugger/protocol';

/** Does something with the active session, if it is one of ours; shows why that has failed. */
export async function withSession(act: (session: vscode.DebugSession) => Promise<void>): Promise<void> {
  const session = vscode.debug.activeDebugSession;
  if (session?.type !== DEBUG_TYPE) return;
  try {
    await act(session);
  } catch (error) {
    void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
  }
}

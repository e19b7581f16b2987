/** Commands that go to a moment of the debugged program's run: an access of a byte, the start of what is under way. */
import * as vscode from 'vscode';
import { DEBUG_TYPE, type ViewRequests } from '#debugger/protocol';

type Moment = ViewRequests['gigatron/seek']['arguments']['to'];
/** What the menu of a variable passes on. */
interface Clicked {
  readonly variable?: { readonly evaluateName?: string };
}

export function registerSeek(context: vscode.ExtensionContext): void {
  const { registerCommand } = vscode.commands;
  context.subscriptions.push(
    registerCommand('gigatron.lastWrite', (clicked?: Clicked) => seek('last-write', clicked?.variable?.evaluateName)),
    registerCommand('gigatron.lastChange', (clicked?: Clicked) => seek('last-change', clicked?.variable?.evaluateName)),
    registerCommand('gigatron.nextWrite', (clicked?: Clicked) => seek('next-write', clicked?.variable?.evaluateName)),
    registerCommand('gigatron.startOfNode', () => seek('node', undefined)),
    registerCommand('gigatron.startOfSearch', () => seek('search', undefined)),
    registerCommand('gigatron.startOfLine', () => seek('scan-line', undefined)),
    registerCommand('gigatron.startOfFrame', () => seek('frame', undefined)),
  );
}

/** @param clicked the expression of the variable whose menu was opened */
async function seek(to: Moment, clicked: string | undefined): Promise<void> {
  const session = vscode.debug.activeDebugSession;
  if (session?.type !== DEBUG_TYPE) return;
  const isAccess = to === 'last-write' || to === 'last-change' || to === 'next-write';
  const prompt = 'A variable, a table or an entry of one: counter, board[e4], [$0811]';
  const name = isAccess ? (clicked ?? (await vscode.window.showInputBox({ prompt }))) : undefined;
  if (isAccess && name === undefined) return;
  try {
    await session.customRequest('gigatron/seek', { to, ...(name === undefined ? {} : { name }) });
  } catch (error) {
    void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
  }
}

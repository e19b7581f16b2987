/** Commands that go to a moment of the debugged program's run: an access to a byte, the start of something in progress. */
import * as vscode from 'vscode';
import { DEBUG_TYPE, type ViewRequests } from '#debugger/protocol';
import { askForPlace, placeOf, type Clicked } from '../views/clicked.ts';

type Moment = ViewRequests['gigatron/seek']['arguments']['to'];

export function registerSeek(context: vscode.ExtensionContext): void {
  const { registerCommand } = vscode.commands;
  context.subscriptions.push(
    registerCommand('gigatron.lastWrite', (clicked?: Clicked) => seek('last-write', placeOf(clicked))),
    registerCommand('gigatron.lastChange', (clicked?: Clicked) => seek('last-change', placeOf(clicked))),
    registerCommand('gigatron.nextWrite', (clicked?: Clicked) => seek('next-write', placeOf(clicked))),
    registerCommand('gigatron.startOfNode', () => seek('node', undefined)),
    registerCommand('gigatron.startOfSearch', () => seek('search', undefined)),
    registerCommand('gigatron.startOfLine', () => seek('scan-line', undefined)),
    registerCommand('gigatron.startOfFrame', () => seek('frame', undefined)),
    registerCommand('gigatron.stepVcpu', () => seek('vcpu', undefined)),
    registerCommand('gigatron.stepOverVcpu', () => seek('vcpu-over', undefined)),
  );
}

/** @param clicked the expression of the variable whose menu was opened */
async function seek(to: Moment, clicked: string | undefined): Promise<void> {
  const session = vscode.debug.activeDebugSession;
  if (session?.type !== DEBUG_TYPE) return;
  const isAccess = to === 'last-write' || to === 'last-change' || to === 'next-write';
  const name = isAccess ? (clicked ?? (await askForPlace())) : undefined;
  if (isAccess && name === undefined) return;
  try {
    await session.customRequest('gigatron/seek', { to, ...(name === undefined ? {} : { name }) });
  } catch (error) {
    void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
  }
}

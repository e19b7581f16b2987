/** "Show Numbers As": how the debugger writes values, in the variables, in watches, hovers and at the ends of lines. */
import * as vscode from 'vscode';
import { DEBUG_TYPE, type NumberStyle } from '#debugger/protocol';

const CHOICES: readonly (vscode.QuickPickItem & { readonly style: NumberStyle })[] = [
  { style: 'both', label: 'Hexadecimal and decimal', description: '$0c (12)' },
  { style: 'hexadecimal', label: 'Hexadecimal', description: '$0c' },
  { style: 'decimal', label: 'Decimal', description: '12' },
];

/** @param changed is called when numbers are written in another way */
export function registerNumbers(context: vscode.ExtensionContext, changed: () => void): void {
  context.subscriptions.push(vscode.commands.registerCommand('gigatron.showNumbersAs', () => showNumbersAs(changed)));
}

async function showNumbersAs(changed: () => void): Promise<void> {
  const session = vscode.debug.activeDebugSession;
  if (session?.type !== DEBUG_TYPE) return;
  const chosen = await vscode.window.showQuickPick(CHOICES, { placeHolder: 'How to show numbers' });
  if (chosen === undefined) return;
  await session.customRequest('gigatron/numbers', { style: chosen.style });
  changed();
}

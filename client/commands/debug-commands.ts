/** Commands on the program that is debugged: a moment of its run, how numbers are written, its position as FEN. */
import * as vscode from 'vscode';
import type { ViewRequests, NumberStyle } from '#debugger/protocol';
import { boardToFen } from '#chess';
import { withSession } from '../debug/session.ts';
import { askForPlace, placeOf, type Clicked } from '../views/clicked-place.ts';
import type { DebugFeed } from '../views/debug-feed.ts';

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
function seek(to: Moment, clicked: string | undefined): Promise<void> {
  return withSession(async (session) => {
    const isAccess = to === 'last-write' || to === 'last-change' || to === 'next-write';
    const name = isAccess ? (clicked ?? (await askForPlace())) : undefined;
    if (isAccess && name === undefined) return;
    await session.customRequest('gigatron/seek', { to, ...(name === undefined ? {} : { name }) });
  });
}

const CHOICES: readonly (vscode.QuickPickItem & { readonly style: NumberStyle })[] = [
  { style: 'both', label: 'Hexadecimal and decimal', description: '$0c (12)' },
  { style: 'hexadecimal', label: 'Hexadecimal', description: '$0c' },
  { style: 'decimal', label: 'Decimal', description: '12' },
];

/** @param changed is called when numbers are written in another way */
export function registerNumbers(context: vscode.ExtensionContext, changed: () => void): void {
  context.subscriptions.push(vscode.commands.registerCommand('gigatron.showNumbersAs', () => showNumbersAs(changed)));
}

function showNumbersAs(changed: () => void): Promise<void> {
  return withSession(async (session) => {
    const chosen = await vscode.window.showQuickPick(CHOICES, { placeHolder: 'How to show numbers' });
    if (chosen === undefined) return;
    await session.customRequest('gigatron/numbers', { style: chosen.style });
    changed();
  });
}

/** Key for `when` clauses: a board is decoded. */
const HAS_BOARD = 'gigatron.hasBoard';

export function registerCopyFen(context: vscode.ExtensionContext, feed: DebugFeed): void {
  let shown = false;
  feed.addSink(async () => {
    const has = feed.board !== null;
    if (has === shown) return;
    shown = has;
    await vscode.commands.executeCommand('setContext', HAS_BOARD, has);
  });
  context.subscriptions.push(
    vscode.commands.registerCommand('gigatron.copyFen', async () => {
      const board = feed.board;
      if (board === null) {
        void vscode.window.showInformationMessage('There is no board to copy: no program runs, or it declares none.');
        return;
      }
      await vscode.env.clipboard.writeText(boardToFen(board, feed.game));
    }),
  );
}

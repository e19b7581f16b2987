/** "Copy Position as FEN": the decoded board of the running program as text. */
import * as vscode from 'vscode';
import { boardToFen } from '#chess';
import type { DebugFeed } from '../views/debug-feed.ts';

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
      await vscode.env.clipboard.writeText(boardToFen(board));
    }),
  );
}

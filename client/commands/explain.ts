/** "Explain Diagnostics": the packed page on diagnostics, at the paragraph on a code. */
import * as vscode from 'vscode';
import type { EXPLAIN as SERVER_EXPLAIN } from '#server/protocol';

/** The server puts it into diagnostics and code actions, because the start-up options tell it to. */
export const EXPLAIN: typeof SERVER_EXPLAIN = 'gigatron.explain';

export function registerExplain(context: vscode.ExtensionContext): void {
  const explain = vscode.commands.registerCommand('gigatron.explain', async (code?: unknown) => {
    const page = vscode.Uri.joinPath(context.extensionUri, 'docs', 'diagnostics.md');
    const fragment = typeof code === 'string' ? await sectionOf(page, code) : '';
    await vscode.commands.executeCommand('markdown.showPreview', page.with({ fragment }));
  });
  context.subscriptions.push(explain);
}

/** The anchor that VS Code's preview gives the heading of a code; empty where the page has none. */
async function sectionOf(page: vscode.Uri, code: string): Promise<string> {
  const document = await vscode.workspace.openTextDocument(page);
  for (let line = 0; line < document.lineCount; line++) {
    const { text } = document.lineAt(line);
    if (text.startsWith(`### ${code}:`)) return anchorOf(text.slice('### '.length));
  }
  return '';
}

/** A heading as an anchor: lower case, no punctuation, hyphens for blanks. */
function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

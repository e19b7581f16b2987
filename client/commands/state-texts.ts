/** Two states side by side: what differs, as two texts in VS Code's diff editor. */
import * as vscode from 'vscode';
import type { StateDifference } from '#debugger/protocol';

const SCHEME = 'gigatron-state';
const NOTHING = 'Nothing differs.\n';

const texts = new Map<string, string>();

export function registerStateTexts({ subscriptions }: vscode.ExtensionContext): void {
  subscriptions.push(
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      provideTextDocumentContent: ({ path, query }) => texts.get(path + query) ?? '',
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri: { scheme, path, query } }) => {
      if (scheme === SCHEME) texts.delete(path + query);
    }),
  );
}

let shown = 0;

/** Opens the differences. @param one name of the first state, for the title */
export async function showDifferences(
  differences: readonly StateDifference[],
  one: string,
  other: string,
): Promise<void> {
  const query = String(++shown);
  const page = (name: string, text: string): vscode.Uri => {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name}`, query });
    texts.set(uri.path + uri.query, text);
    return uri;
  };
  const left = page(
    one,
    stateText(differences, (difference) => difference.one),
  );
  const right = page(
    other === one ? `${other} (2)` : other,
    stateText(differences, (difference) => difference.other),
  );
  await vscode.commands.executeCommand('vscode.diff', left, right, `${one} ↔ ${other}`, { preview: true });
}

/** One side: a heading for each group, and below it a line for each name. */
function stateText(differences: readonly StateDifference[], side: (difference: StateDifference) => string): string {
  if (differences.length === 0) return NOTHING;
  const groups = [...new Set(differences.map(({ group }) => group))];
  return groups
    .map((group) => {
      const own = differences.filter((difference) => difference.group === group);
      return [`; ${group}`, ...own.map((difference) => `${difference.name} = ${side(difference)}`), ''].join('\n');
    })
    .join('\n');
}

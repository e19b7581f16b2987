/** Asks for an expression: what is typed with its present value, and below it how names of the program would complete it. */
import * as vscode from 'vscode';
import type { DebugProtocol } from '@vscode/debugprotocol';

/** The adapter's answer to an expression: its value, or why it has none. */
interface Answer {
  readonly value: string;
  readonly isFailure: boolean;
}

/** Resolves with the chosen expression, or undefined if the user cancels. */
export function askExpression(session: vscode.DebugSession | undefined): Promise<string | undefined> {
  const pick = vscode.window.createQuickPick();
  pick.placeholder = 'An expression, as in Watch: counter, board[e4], nodes,d';
  pick.onDidChangeValue(async (typed) => {
    const items = await offers(session, typed);
    if (pick.value === typed) pick.items = items;
  });
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      resolve((pick.activeItems[0]?.label ?? pick.value).trim());
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

/** An expression may be meant for another program, so one without a value is offered as well. */
async function offers(session: vscode.DebugSession | undefined, typed: string): Promise<vscode.QuickPickItem[]> {
  if (typed.trim() === '') return [];
  if (session === undefined) return [{ label: typed, alwaysShow: true }];
  const [answer, completed] = await Promise.all([valueOf(session, typed), completionsOf(session, typed)]);
  const icon = answer.isFailure ? '$(warning) ' : '';
  return [
    { label: typed, description: `${icon}${answer.value}`, alwaysShow: true },
    ...completed.filter((label) => label !== typed).map((label) => ({ label, alwaysShow: true })),
  ];
}

export async function valueOf(session: vscode.DebugSession, expression: string): Promise<Answer> {
  try {
    const answer = (await session.customRequest('evaluate', { expression, context: 'watch' })) as { result: string };
    return { value: answer.result, isFailure: false };
  } catch (error) {
    return { value: error instanceof Error ? error.message : String(error), isFailure: true };
  }
}

/** The whole expressions that a text can become. */
async function completionsOf(session: vscode.DebugSession, text: string): Promise<string[]> {
  type Completions = DebugProtocol.CompletionsResponse['body'];
  const asked = session.customRequest('completions', { text, column: text.length + 1 }) as Thenable<Completions>;
  const { targets } = await asked.then(undefined, (): Completions => ({ targets: [] }));
  return targets.map(({ label, length = 0 }) => text.slice(0, text.length - length) + label);
}

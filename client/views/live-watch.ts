/**
 * The view Live Watch: expressions whose values are updated while the program runs; VS Code's own Watch view only does
 * that at stops. It is next to that view, and asks the adapter in the same way.
 */
import * as vscode from 'vscode';
import { DEBUG_TYPE } from '#debugger/protocol';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { placeOf, type Clicked } from './clicked-place.ts';
import { Pull } from './pull.ts';
import { RunState } from './run-state.ts';

const VIEW = 'gigatron-live-watch';
const KEPT = 'liveWatch';
/** Updates per second while a program runs. */
const RATE = 5;

export class LiveWatch implements vscode.TreeDataProvider<string>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: vscode.TreeView<string>;
  private readonly subscriptions: vscode.Disposable;
  private readonly runState = new RunState(() => this.pull());
  private readonly looks = new Pull(() => this.renew(), RATE);
  private expressions: readonly string[];
  private values: ReadonlyMap<string, string> = new Map();

  constructor(private readonly context: vscode.ExtensionContext) {
    this.expressions = context.workspaceState.get<readonly string[]>(KEPT) ?? [];
    this.view = vscode.window.createTreeView(VIEW, { treeDataProvider: this });
    const { registerCommand } = vscode.commands;
    this.subscriptions = vscode.Disposable.from(
      this.view,
      this.changed,
      this.runState,
      this.view.onDidChangeVisibility(() => this.pull()),
      this.view.onDidChangeVisibility(() => this.refresh()),
      vscode.debug.onDidChangeActiveDebugSession(() => this.pull()),
      registerCommand('gigatron.watchLive', (clicked?: Clicked) => this.add(clicked)),
      registerCommand('gigatron.unwatchLive', (expression: string) => this.keep(this.without(expression))),
      vscode.debug.onDidChangeActiveStackItem(() => this.refresh()),
    );
  }

  dispose(): void {
    this.looks.want(false);
    this.subscriptions.dispose();
  }

  getChildren(item?: string): string[] {
    return item === undefined ? [...this.expressions] : [];
  }

  getTreeItem(expression: string): vscode.TreeItem {
    const value = this.values.get(expression) ?? '';
    const item = new vscode.TreeItem(expression);
    item.id = expression;
    item.description = value;
    item.tooltip = `${expression}: ${value}`;
    item.accessibilityInformation = { label: `${expression}: ${value}` };
    return item;
  }

  private async add(clicked: Clicked | undefined): Promise<void> {
    const session = vscode.debug.activeDebugSession;
    const expression = placeOf(clicked) ?? (await askExpression(session?.type === DEBUG_TYPE ? session : undefined));
    if (expression === undefined || expression === '') return;
    await this.keep([...this.without(expression), expression]);
    // The view is initially folded, since there is little room beside VS Code's own.
    await vscode.commands.executeCommand(`${VIEW}.focus`);
    this.refresh();
  }

  private without(expression: string): readonly string[] {
    return this.expressions.filter((each) => each !== expression);
  }

  private async keep(expressions: readonly string[]): Promise<void> {
    this.expressions = expressions;
    this.changed.fire(undefined);
    await this.context.workspaceState.update(KEPT, expressions);
  }

  private pull(): void {
    const session = vscode.debug.activeDebugSession;
    this.looks.want(this.view.visible && session !== undefined && this.runState.isRunning(session));
  }

  refresh(): void {
    this.looks.refresh();
  }

  private async renew(): Promise<void> {
    const session = vscode.debug.activeDebugSession;
    if (session?.type !== DEBUG_TYPE || !this.view.visible) return;
    const { expressions } = this;
    const answers = await Promise.all(expressions.map((expression) => valueOf(session, expression)));
    const values = new Map(answers.map(({ value }, index) => [expressions[index] ?? '', value]));
    if (expressions.every((expression) => values.get(expression) === this.values.get(expression))) return;
    this.values = values;
    this.changed.fire(undefined);
  }
}

/**
 * Asks for an expression: offers what is typed with its present value, and below it how names of the program would
 * complete it. Resolves with the chosen one, or undefined if the user cancels.
 */
function askExpression(session: vscode.DebugSession | undefined): Promise<string | undefined> {
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

/** The value of an expression, or why it has none. */
async function valueOf(session: vscode.DebugSession, expression: string) {
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

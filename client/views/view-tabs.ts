/**
 * Views as editor tabs: opened by a command or a launch, and there again after the window was reloaded.
 *
 * The layout of a session: the source, and beside it the views that the launch configuration names, as editor tabs.
 *
 *     source │ Screen
 *            ├─────────────────
 *            │ Board │ Search      side by side where there is room, else as tabs of one group
 *
 * The side bar is left to Variables and Call Stack. The layout is made where there is one group of editors; a user who
 * has arranged more keeps them.
 */
import * as vscode from 'vscode';
import { DEBUG_TYPE, type LaunchArguments } from '#debugger/protocol';
import { ViewHost, type ViewServices } from './view-host.ts';
import { TITLES, VIEWS, type ViewName } from './view-page.ts';

/** Prefix of the types of editor tabs; the name of the view follows. */
const TAB = 'gigatron.tab.';
const OPTIONS = { enableScripts: true, retainContextWhenHidden: true };

export class ViewTabs implements vscode.Disposable {
  private readonly registrations: readonly vscode.Disposable[];
  /** Whether a group may be locked because it had views. */
  private mayBeLocked = false;
  private readonly panels = new Map<ViewName, vscode.WebviewPanel>();

  /** @param hosts takes the hosts of the tabs, as long as they are open */
  constructor(
    private readonly services: ViewServices,
    private readonly hosts: Set<ViewHost>,
  ) {
    const serializers = VIEWS.map((view) =>
      vscode.window.registerWebviewPanelSerializer(`${TAB}${view}`, {
        deserializeWebviewPanel: async (panel) => void this.show(view, panel),
      }),
    );
    const { onDidChangeTabs, onDidChangeTabGroups } = vscode.window.tabGroups;
    const changed = (): void => void this.unlockLast();
    this.registrations = [...serializers, onDidChangeTabs(changed), onDidChangeTabGroups(changed)];
  }

  /** Opens a view beside the source, or where other views are; one that is open is shown. */
  async open(view: ViewName): Promise<void> {
    const known = this.panels.get(view);
    if (known !== undefined) return known.reveal();
    const beside = vscode.window.activeTextEditor ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
    const column = columnOfViews() ?? beside;
    const panel = vscode.window.createWebviewPanel(`${TAB}${view}`, TITLES[view], column, OPTIONS);
    const shown = this.show(view, panel);
    // Otherwise a source that the debugger shows at a stop would cover the view.
    if (column === vscode.ViewColumn.Beside) await vscode.commands.executeCommand('workbench.action.lockEditorGroup');
    await shown;
  }

  /** Opens a view in a column, without the focus; one that is open there is shown. @returns its width in pixels */
  async openIn(view: ViewName, viewColumn: vscode.ViewColumn): Promise<number> {
    const known = this.panels.get(view);
    if (known?.viewColumn === viewColumn) {
      known.reveal(viewColumn, true);
      return 0;
    }
    const place = { viewColumn, preserveFocus: true };
    return this.show(view, vscode.window.createWebviewPanel(`${TAB}${view}`, TITLES[view], place, OPTIONS));
  }

  dispose(): void {
    for (const registration of this.registrations) registration.dispose();
  }

  private show(view: ViewName, panel: vscode.WebviewPanel): Promise<number> {
    const host = new ViewHost(view, this.services);
    this.hosts.add(host);
    this.panels.set(view, panel);
    this.mayBeLocked = true;
    panel.onDidDispose(() => {
      this.hosts.delete(host);
      if (this.panels.get(view) === panel) this.panels.delete(view);
    });
    return host.showIn(panel);
  }

  /** Unlocks the group that is left when everything is closed: a source would open beside it instead of in it. */
  private async unlockLast(): Promise<void> {
    const [group, ...others] = vscode.window.tabGroups.all;
    if (!this.mayBeLocked || group === undefined || others.length > 0 || group.tabs.length > 0) return;
    this.mayBeLocked = false;
    await vscode.commands.executeCommand('workbench.action.unlockEditorGroup');
  }
}

/** The column in which views are editor tabs, if any: a new one goes there, too, even if that group is locked. */
function columnOfViews(): vscode.ViewColumn | undefined {
  const isView = ({ input }: vscode.Tab): boolean =>
    input instanceof vscode.TabInputWebview && input.viewType.includes(TAB);
  return vscode.window.tabGroups.all.find(({ tabs }) => tabs.some(isView))?.viewColumn;
}

/** Width in pixels from which two views have room beside each other. */
const WIDE = 560;
/** Milliseconds after which a view that does not come up is no longer waited for. */
const PATIENCE = 10_000;

/** Opens a view in a column. @returns when its page is there: its width in pixels */
type OpenView = (view: ViewName, column: vscode.ViewColumn) => Promise<number>;

/** Groups of editors as `vscode.setEditorLayout` takes them: side by side, and stacked at every other level. */
interface Group {
  readonly groups?: readonly Group[];
}

/** Opens views beside the source, and Run and Debug in the side bar; the editor of the source keeps the focus. */
async function arrange([first, ...below]: readonly ViewName[], open: OpenView): Promise<void> {
  if (first === undefined) return;
  const [main, ...others] = below;
  await setGroups(main === undefined ? {} : { groups: [{}, {}] });
  await lockGroups(main === undefined ? 2 : 3);
  await vscode.commands.executeCommand('workbench.view.debug');
  await focusSource();
  await inTime(open(first, vscode.ViewColumn.Two));
  if (main === undefined) return;
  const width = await inTime(open(main, vscode.ViewColumn.Three));
  if (others.length === 0 || width < WIDE) return openBehind(main, others, open);
  await setGroups({ groups: [{}, { groups: [{}, {}] }] });
  await lockGroups(4);
  await focusSource();
  for (const view of others) await inTime(open(view, vscode.ViewColumn.Four));
}

/** Opens views as further tabs of the group of another one, which stays in front. */
async function openBehind(seen: ViewName, others: readonly ViewName[], open: OpenView): Promise<void> {
  for (const view of others) await inTime(open(view, vscode.ViewColumn.Three));
  if (others.length > 0) await inTime(open(seen, vscode.ViewColumn.Three));
}

/** Divides the editors into the source's group and those beside it. */
async function setGroups(right: Group): Promise<void> {
  await vscode.commands.executeCommand('vscode.setEditorLayout', { orientation: 0, groups: [{}, right] });
}

/** Locks the groups from the second to this one, so that no source opens there when the debugger shows a stop. */
async function lockGroups(last: number): Promise<void> {
  const focus = ['Second', 'Third', 'Fourth'].slice(0, last - 1);
  for (const name of focus) {
    await vscode.commands.executeCommand(`workbench.action.focus${name}EditorGroup`);
    await vscode.commands.executeCommand('workbench.action.lockEditorGroup');
  }
}

function focusSource(): Thenable<unknown> {
  return vscode.commands.executeCommand('workbench.action.focusFirstEditorGroup');
}

/** The promised width, or 0 if it takes too long. */
function inTime(width: Promise<number>): Promise<number> {
  return Promise.race([width, new Promise<number>((resolve) => setTimeout(() => resolve(0), PATIENCE))]);
}

/** Opens the views of a launch configuration: as tabs, unless the user has arranged editors or set it otherwise. */
export function openViewsOfLaunches(tabs: ViewTabs): vscode.Disposable {
  return vscode.debug.onDidStartDebugSession(async ({ type, configuration }) => {
    const { views } = configuration as Partial<LaunchArguments>;
    if (type !== DEBUG_TYPE || !Array.isArray(views)) return;
    const wanted = VIEWS.filter((view) => views.includes(view));
    const place = vscode.workspace.getConfiguration('gigatron').get('views.place', 'editor');
    const hasTabs = columnOfViews() !== undefined;
    // In one group of editors, more groups disturb nothing.
    const canArrange = vscode.window.tabGroups.all.length === 1;
    if (place !== 'editor' || !(hasTabs || canArrange)) await showInSideBar(wanted);
    else if (!hasTabs) await arrange(wanted, (view, column) => tabs.openIn(view, column));
  });
}

async function showInSideBar(views: readonly ViewName[]): Promise<void> {
  if (hasStopped()) return;
  for (const name of views) {
    await vscode.commands.executeCommand(`gigatron.${name}.focus`, { preserveFocus: true });
  }
  if (hasStopped()) await vscode.commands.executeCommand('workbench.view.debug');
}

/** Whether a program has already reached a breakpoint; its variables should then stay visible. */
function hasStopped(): boolean {
  return vscode.debug.activeStackItem instanceof vscode.DebugStackFrame;
}

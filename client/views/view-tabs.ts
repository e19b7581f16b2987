/** Views as editor tabs: opened by a command or a launch, and there again after the window was reloaded. */
import * as vscode from 'vscode';
import type { ViewName } from '../webviews/messages.ts';
import { ViewHost, type ViewServices } from './view-host.ts';
import { TITLES, VIEWS } from './view-page.ts';

/** How the types of editor tabs begin; the name of the view follows. */
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

  /** Whether any view is an editor tab. */
  get areOpen(): boolean {
    return columnOfViews() !== undefined;
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

/** The views of the Gigatron container: a host for each, one selection for all, a feed that follows what is visible. */
import * as vscode from 'vscode';
import type { Selection } from '../webviews/messages.ts';
import type { DebugFeed } from './debug-feed.ts';
import { MachineKeyboard } from './machine-keyboard.ts';
import { Reopening } from './reopening.ts';
import { openViewsOfLaunches, ViewTabs } from './view-tabs.ts';
import { TOLD_FRAMES, ViewHost, type ViewServices } from './view-host.ts';
import { TITLES, VIEWS, type ViewName } from './view-page.ts';

/** The pages keep their state while hidden, so that they need not be drawn again each time. */
const OPTIONS = { webviewOptions: { retainContextWhenHidden: true } };

export function registerViews(context: vscode.ExtensionContext, feed: DebugFeed): void {
  let selection: Selection = { square: null, piece: null };
  const keyboard = new MachineKeyboard();
  const services: ViewServices = {
    context,
    feed,
    keyboard,
    get selection() {
      return selection;
    },
    select: (chosen) => {
      selection = chosen;
      hosts.forEach((host) => void host.post({ type: 'selection', message: selection }));
    },
    changed: () => {
      const seen = [...hosts].filter((host) => host.visible).map(({ name }) => name);
      feed.setDemand({
        screen: seen.includes('screen'),
        tables: seen.some((name) => name !== 'screen'),
        timeline: seen.includes('timeline'),
        frame: seen.some((name) => TOLD_FRAMES.has(name)),
      });
      reopening.watch();
    },
  };
  const inContainer = VIEWS.map((name) => new ViewHost(name, services));
  /** With those of editor tabs. */
  const hosts = new Set(inContainer);
  const reopening = new Reopening(inContainer);
  const tabs = new ViewTabs(services, hosts);
  const openTab = async (name?: ViewName): Promise<void> => {
    const items = VIEWS.map((view) => ({ label: TITLES[view], view }));
    const chosen = name ?? (await vscode.window.showQuickPick(items, { placeHolder: 'View to open as a tab' }))?.view;
    if (chosen === undefined || !VIEWS.includes(chosen)) return;
    await tabs.open(chosen);
  };
  feed.addSink((message) => Promise.all([...hosts].map((host) => host.post(message))));
  context.subscriptions.push(
    reopening,
    keyboard,
    tabs,
    openViewsOfLaunches(tabs),
    vscode.commands.registerCommand('gigatron.openTab', openTab),
    ...inContainer.map((host) => vscode.window.registerWebviewViewProvider(`gigatron.${host.name}`, host, OPTIONS)),
  );
}

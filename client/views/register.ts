/** The views of the Gigatron container: one host each, one selection for all, and a feed that follows what is seen. */
import * as vscode from 'vscode';
import type { Selection } from '../webviews/messages.ts';
import type { DebugFeed } from './debug-feed.ts';
import { openViewsOfLaunches } from './open-views.ts';
import { Reopening } from './reopening.ts';
import { ViewHost, VIEWS, type ViewServices } from './view-host.ts';

/** The pages keep their state while hidden: what they show need not be drawn anew each time. */
const OPTIONS = { webviewOptions: { retainContextWhenHidden: true } };

export function registerViews(context: vscode.ExtensionContext, feed: DebugFeed): void {
  let selection: Selection = { square: null, piece: null };
  const services: ViewServices = {
    context,
    feed,
    get selection() {
      return selection;
    },
    select: (chosen) => {
      selection = chosen;
      hosts.forEach((host) => void host.post({ type: 'selection', selection }));
    },
    changed: () => {
      const seen = hosts.filter((host) => host.visible).map(({ name }) => name);
      feed.setDemand({ screen: seen.includes('screen'), tables: seen.some((name) => name !== 'screen') });
      reopening.watch();
    },
  };
  const hosts = VIEWS.map((name) => new ViewHost(name, services));
  const reopening = new Reopening(hosts);
  feed.addSink((message) => Promise.all(hosts.map((host) => host.post(message))));
  context.subscriptions.push(
    reopening,
    openViewsOfLaunches(VIEWS),
    ...hosts.map((host) => vscode.window.registerWebviewViewProvider(`gigatron.${host.name}`, host, OPTIONS)),
  );
}

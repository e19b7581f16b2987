/**
 * Reopens a view whose page does not come up.
 *
 * If VS Code's web server has one origin for all web views, each one's service worker replaces the others': if several
 * open at once, some wait forever for theirs. A view that has not said `ready` in time is taken out of the container
 * for a moment and put back, one view at a time, until it is there. On the desktop, each web view has an origin of its
 * own, and this never happens.
 */
import * as vscode from 'vscode';
import type { ViewHost } from './view-host.ts';
import type { ViewName } from './view-page.ts';

/** Milliseconds for a page to come up; longer with each attempt, for a slow machine. */
const PATIENCE = 2000;
const ATTEMPTS = 6;
/** Milliseconds for VS Code to take the view out. */
const ABSENCE = 50;

export class Reopening implements vscode.Disposable {
  private readonly attempts = new Map<ViewName, number>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly views: readonly ViewHost[]) {}

  /** Call whenever a page has been requested. */
  watch(): void {
    if (vscode.env.uiKind !== vscode.UIKind.Web || this.timer !== undefined) return;
    const tried = Math.max(0, ...this.pending().map(({ name }) => this.attempts.get(name) ?? 0));
    this.timer = setTimeout(() => void this.reopen(), PATIENCE * (1 + tried / 2));
  }

  dispose(): void {
    clearTimeout(this.timer);
  }

  private pending(): ViewHost[] {
    return this.views.filter(
      ({ name, visible, ready }) => visible && !ready && (this.attempts.get(name) ?? 0) < ATTEMPTS,
    );
  }

  private async reopen(): Promise<void> {
    this.timer = undefined;
    const [view] = this.pending();
    if (view === undefined) return;
    this.attempts.set(view.name, (this.attempts.get(view.name) ?? 0) + 1);
    // The `when` clause of the view in package.json.
    const key = `gigatron.reopening.${view.name}`;
    await vscode.commands.executeCommand('setContext', key, true);
    await new Promise((resolve) => setTimeout(resolve, ABSENCE));
    await vscode.commands.executeCommand('setContext', key, false);
    this.watch();
  }
}

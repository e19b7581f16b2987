/** The status bar while a program is debugged: line and cycle or speed, bad lines, the video handler's share. */
import * as vscode from 'vscode';
import { DEBUG_TYPE, type StatusMessage } from '#debugger/protocol';
import { speedBetween, statusText } from '../status-texts.ts';

/** Milliseconds between two updates. */
const INTERVAL = 1000;

export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('gigatron.status', vscode.StatusBarAlignment.Left, 10);
  private readonly subscriptions: vscode.Disposable;
  private timer: ReturnType<typeof setInterval> | undefined;
  private before: { readonly seconds: number; readonly time: number } | undefined;
  private asking = false;

  constructor() {
    this.item.name = 'Gigatron';
    this.item.command = 'gigatron.measure';
    this.item.tooltip = 'Gigatron: scan line and cycle at a stop, speed while it runs; click to measure';
    this.subscriptions = vscode.Disposable.from(
      this.item,
      vscode.debug.onDidChangeActiveDebugSession(() => this.follow()),
      vscode.debug.onDidChangeActiveStackItem(() => void this.look()),
    );
    this.follow();
  }

  dispose(): void {
    clearInterval(this.timer);
    this.subscriptions.dispose();
  }

  private follow(): void {
    clearInterval(this.timer);
    this.before = undefined;
    this.item.hide();
    if (vscode.debug.activeDebugSession?.type !== DEBUG_TYPE) return;
    this.timer = setInterval(() => void this.look(), INTERVAL);
  }

  private async look(): Promise<void> {
    const session = vscode.debug.activeDebugSession;
    if (session?.type !== DEBUG_TYPE || this.asking) return;
    this.asking = true;
    try {
      const status = (await session.customRequest('gigatron/status')) as StatusMessage;
      const now = { seconds: status.seconds, time: Date.now() };
      this.item.text = `$(chip) ${statusText(status, speedBetween(this.before, now))}`;
      this.before = now;
      if (session === vscode.debug.activeDebugSession) this.item.show();
    } catch {
      this.item.hide();
    } finally {
      this.asking = false;
    }
  }
}

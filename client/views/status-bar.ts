/** The entries of the status bar: of a program being debugged, and of the selection in a source. */
import * as vscode from 'vscode';
import { DEBUG_TYPE, type StatusMessage } from '#debugger/protocol';
import {
  LANGUAGE_ID,
  SELECTION_CYCLES,
  type SelectionCyclesParams,
  type SelectionCyclesResult,
} from '#server/protocol';
import { speedBetween, statusText, selectionText, selectionTooltip } from '../status-texts.ts';
import type { ExtensionServer } from '../language-client.ts';
import { Pull } from './pull.ts';

/** Updates per second. */
const RATE = 1;

/** Line and cycle or speed, bad lines, the video handler's share. */
export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('gigatron.status', vscode.StatusBarAlignment.Left, 10);
  private readonly subscriptions: vscode.Disposable;
  private readonly looks = new Pull(
    () => this.look(),
    () => RATE,
  );
  private before: { readonly seconds: number; readonly time: number } | undefined;

  constructor() {
    this.item.name = 'Gigatron';
    this.item.command = 'gigatron.measure';
    this.item.tooltip = 'Gigatron: scan line and cycle at a stop, speed while it runs; click to measure';
    this.subscriptions = vscode.Disposable.from(
      this.item,
      vscode.debug.onDidChangeActiveDebugSession(() => this.follow()),
      vscode.debug.onDidChangeActiveStackItem(() => this.looks.refresh()),
    );
    this.follow();
  }

  dispose(): void {
    this.looks.want(false);
    this.subscriptions.dispose();
  }

  private follow(): void {
    this.before = undefined;
    this.item.hide();
    this.looks.want(vscode.debug.activeDebugSession?.type === DEBUG_TYPE);
  }

  private async look(): Promise<void> {
    const session = vscode.debug.activeDebugSession;
    if (session?.type !== DEBUG_TYPE) return;
    try {
      const status = (await session.customRequest('gigatron/status')) as StatusMessage;
      const now = { seconds: status.seconds, time: Date.now() };
      this.item.text = `$(chip) ${statusText(status, speedBetween(this.before, now))}`;
      this.before = now;
      if (session === vscode.debug.activeDebugSession) this.item.show();
    } catch {
      this.item.hide();
    }
  }
}

/** Pause after the last change of the selection, in milliseconds. */
const PAUSE_MS = 150;

/** The cycles that the selected lines take. */
export class SelectionCycles implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('gigatron.selection', vscode.StatusBarAlignment.Right, 101);
  private readonly subscriptions: vscode.Disposable;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly server: ExtensionServer) {
    this.item.name = 'Gigatron: Cycles of the Selection';
    this.subscriptions = vscode.Disposable.from(
      this.item,
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.follow(textEditor)),
      vscode.window.onDidChangeActiveTextEditor((editor) => this.follow(editor)),
    );
    this.follow(vscode.window.activeTextEditor);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.subscriptions.dispose();
  }

  private follow(editor: vscode.TextEditor | undefined): void {
    if (editor !== vscode.window.activeTextEditor) return;
    clearTimeout(this.timer);
    if (editor?.document.languageId !== LANGUAGE_ID || editor.selection.isEmpty) return this.item.hide();
    this.timer = setTimeout(() => void this.show(editor), PAUSE_MS);
  }

  private async show({ document, selection }: vscode.TextEditor): Promise<void> {
    const { start, end } = selection;
    // A selection of whole lines ends at the beginning of the next one.
    const last = end.character === 0 ? end.line - 1 : end.line;
    const params: SelectionCyclesParams = { uri: document.uri.toString(), first: start.line, last };
    const { version } = document;
    const result = await this.server.request<SelectionCyclesResult>(SELECTION_CYCLES, params).catch(() => undefined);
    const editor = vscode.window.activeTextEditor;
    if (editor?.document !== document || document.version !== version || !editor.selection.isEqual(selection)) return;
    const text = result === undefined ? '' : selectionText(result);
    if (result === undefined || text === '') return this.item.hide();
    this.item.text = `$(clock) ${text}`;
    this.item.tooltip = selectionTooltip(result);
    this.item.show();
  }
}

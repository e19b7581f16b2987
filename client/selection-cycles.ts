/** The status bar's entry for the selection in a source: the cycles that its lines take. */
import * as vscode from 'vscode';
import {
  LANGUAGE_ID,
  SELECTION_CYCLES,
  type SelectionCyclesParams,
  type SelectionCyclesResult,
} from '#server/protocol';
import { selectionText, selectionTooltip } from './status-texts.ts';
import type { ExtensionServer } from './language-client.ts';

/** Pause after the last change of the selection, in milliseconds. */
const PAUSE_MS = 150;

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

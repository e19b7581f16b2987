/** The entries of the status bar: of a program being debugged, and of the selection in a source. */
import * as vscode from 'vscode';
import { DEBUG_TYPE, type StatusMessage } from '#debugger/protocol';
import { LANGUAGE_ID, SELECTION_CYCLES } from '#server/protocol';
import type { SelectionCyclesParams, SelectionCyclesResult } from '#server/protocol';
import { speedBetween, statusText, selectionText, selectionTooltip } from '../status-texts.ts';
import type { ExtensionServer } from '../language-client.ts';
import { Pull } from './pull.ts';

/** Updates per second. */
const RATE = 1;

/** Line and cycle or speed, bad lines, the video handler's share. */
export function statusOfProgram(): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('gigatron.status', vscode.StatusBarAlignment.Left, 10);
  item.name = 'Gigatron';
  item.command = 'gigatron.measure';
  item.tooltip = 'Gigatron: scan line and cycle at a stop, speed while it runs; click to measure';
  let before: { readonly seconds: number; readonly time: number } | undefined;
  const look = async (): Promise<void> => {
    const session = vscode.debug.activeDebugSession;
    if (session?.type !== DEBUG_TYPE) return;
    try {
      const status = (await session.customRequest('gigatron/status')) as StatusMessage;
      const now = { seconds: status.seconds, time: Date.now() };
      item.text = `$(chip) ${statusText(status, speedBetween(before, now))}`;
      before = now;
      if (session === vscode.debug.activeDebugSession) item.show();
    } catch {
      item.hide();
    }
  };
  const looks = new Pull(look, RATE);
  const follow = (): void => {
    before = undefined;
    item.hide();
    looks.want(vscode.debug.activeDebugSession?.type === DEBUG_TYPE);
  };
  follow();
  return vscode.Disposable.from(
    item,
    vscode.debug.onDidChangeActiveDebugSession(follow),
    vscode.debug.onDidChangeActiveStackItem(() => looks.refresh()),
    { dispose: () => looks.want(false) },
  );
}

/** Pause after the last change of the selection, in milliseconds. */
const PAUSE_MS = 150;

/** The cycles that the selected lines take. */
export function statusOfSelection(server: ExtensionServer): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('gigatron.selection', vscode.StatusBarAlignment.Right, 101);
  item.name = 'Gigatron: Cycles of the Selection';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = async ({ document, selection }: vscode.TextEditor): Promise<void> => {
    const { start, end } = selection;
    // A selection of whole lines ends at the beginning of the next one.
    const last = end.character === 0 ? end.line - 1 : end.line;
    const params: SelectionCyclesParams = { uri: document.uri.toString(), first: start.line, last };
    const { version } = document;
    const result = await server.request<SelectionCyclesResult>(SELECTION_CYCLES, params).catch(() => undefined);
    const editor = vscode.window.activeTextEditor;
    if (editor?.document !== document || document.version !== version || !editor.selection.isEqual(selection)) return;
    const text = result === undefined ? '' : selectionText(result);
    if (result === undefined || text === '') return item.hide();
    item.text = `$(clock) ${text}`;
    item.tooltip = selectionTooltip(result);
    item.show();
  };
  const follow = (editor: vscode.TextEditor | undefined): void => {
    if (editor !== vscode.window.activeTextEditor) return;
    clearTimeout(timer);
    if (editor?.document.languageId !== LANGUAGE_ID || editor.selection.isEmpty) return item.hide();
    timer = setTimeout(() => void show(editor), PAUSE_MS);
  };
  follow(vscode.window.activeTextEditor);
  return vscode.Disposable.from(
    item,
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => follow(textEditor)),
    vscode.window.onDidChangeActiveTextEditor(follow),
    { dispose: () => clearTimeout(timer) },
  );
}

/** The place in memory that a command is about: what was clicked, what the cursor is on, or what the user types. */
import * as vscode from 'vscode';
import { LANGUAGE_ID } from '#server/protocol';
import { placeInMemoryText } from './memory-text.ts';

export interface Clicked {
  readonly variable?: { readonly evaluateName?: string };
  /** Something in a view of ours: an expression, or a memory reference with a length (`ram:0x0800/256`). */
  readonly gigatronPlace?: string;
}

/** What was clicked, in an editor the byte at the cursor; undefined if the command came from the palette. */
export function placeOf(clicked: Clicked | vscode.Uri | undefined): string | undefined {
  const editor = vscode.window.activeTextEditor;
  if (clicked instanceof vscode.Uri) return placeInMemoryText(clicked, editor) ?? placeInSource(editor);
  return clicked?.gigatronPlace ?? clicked?.variable?.evaluateName;
}

export function askForPlace(): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    prompt: 'A variable, an entry of a table, an address: counter, board[e4], $0811',
    value: placeInSource(vscode.window.activeTextEditor) ?? '',
  });
}

/** The zero-page byte at the cursor, or else the first one of its line: `[row]`, `.zp row`. */
function placeInSource(editor: vscode.TextEditor | undefined): string | undefined {
  if (editor?.document.languageId !== LANGUAGE_ID) return undefined;
  const { active } = editor.selection;
  const places = [...editor.document.lineAt(active).text.matchAll(/\[([\w.$]+)\]|\.zp\s+(\w+)/g)];
  const isHere = ({ index, 0: { length } }: RegExpExecArray): boolean =>
    index <= active.character && active.character <= index + length;
  const place = places.find(isHere) ?? places[0];
  return place?.[1] ?? place?.[2];
}

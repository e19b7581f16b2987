/** The place in memory that the menu of a variable, or of something in a view, passes on to a command. */
import * as vscode from 'vscode';
import { placeInMemoryText } from './memory-text.ts';

export interface Clicked {
  /** A variable of the Variables view. */
  readonly variable?: { readonly evaluateName?: string };
  /** Something in a view of ours: an expression, or a memory reference with a length (`ram:0x0800/256`). */
  readonly gigatronPlace?: string;
}

/** What was clicked; undefined if the command came from the palette. */
export function placeOf(clicked: Clicked | vscode.Uri | undefined): string | undefined {
  if (clicked instanceof vscode.Uri) return placeInMemoryText(clicked, vscode.window.activeTextEditor);
  return clicked?.gigatronPlace ?? clicked?.variable?.evaluateName;
}

/** Asks for a place; undefined if the user does not give one. */
export function askForPlace(): Thenable<string | undefined> {
  return vscode.window.showInputBox({ prompt: 'A variable, a table or an entry of one: counter, board[e4], [$0811]' });
}

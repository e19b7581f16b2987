/** What refactorings have in common: the actions offered to an editor, possible or not. */
import type { CodeAction, CodeActionKind, Position, TextEdit } from 'vscode-languageserver';
import type { View } from '../project/view.ts';

export interface RefactoringClient {
  /** Its command that lets the user rename the name at a position; the arguments are a URI and a position. */
  readonly rename?: string | undefined;
  /** Its command that opens a document; the argument is a URI. */
  readonly open?: string | undefined;
  /** Whether it shows an action that is not possible, with the reason. */
  readonly showsDisabled: boolean;
  /** Whether it creates files when an edit asks for them. */
  readonly createsFiles: boolean;
}

export function editAction(view: View, title: string, kind: CodeActionKind, edits: TextEdit[]): CodeAction {
  return { title, kind, edit: { changes: { [view.uriOf(view.path)]: edits } } };
}

/** An action after which the client asks for a better name, if it can. @param position of the name, after the edits */
export function withRename(
  view: View,
  action: CodeAction,
  position: Position,
  { rename }: RefactoringClient,
): CodeAction {
  if (rename === undefined) return action;
  const title = 'Rename';
  return { ...action, command: { title, command: rename, arguments: [view.uriOf(view.path), position] } };
}

/** An action that is not possible, for clients that show the reason. @param reason one sentence */
export function disabledAction(
  title: string,
  kind: CodeActionKind,
  reason: string,
  { showsDisabled }: RefactoringClient,
): CodeAction[] {
  return showsDisabled ? [{ title, kind, disabled: { reason } }] : [];
}

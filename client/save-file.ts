/** Saves something that a view has made, where the user chooses. */
import * as vscode from 'vscode';
import { fromBase64 } from '#basics';

/** @param name the default name of the file; @param data its bytes, base64 */
export async function saveFile(name: string, data: string): Promise<void> {
  const bytes = fromBase64(data);
  if (bytes === undefined || bytes.length === 0) {
    void vscode.window.showErrorMessage('There is nothing to save.');
    return;
  }
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const uri = await vscode.window.showSaveDialog(folder && { defaultUri: vscode.Uri.joinPath(folder, name) });
  if (uri !== undefined) await vscode.workspace.fs.writeFile(uri, bytes);
}

/**
 * "New Project": copies the template samples/hello, which draws a picture and runs with F5, into a new
 * folder and opens it. An existing folder is never written into.
 */
import * as vscode from 'vscode';

const TEMPLATE = ['samples', 'hello'];

export function registerNewProject(context: vscode.ExtensionContext): void {
  context.subscriptions.push(
    vscode.commands.registerCommand('gigatron.newProject', () => newProject(context.extensionUri)),
  );
}

async function newProject(extension: vscode.Uri): Promise<void> {
  const name = await vscode.window.showInputBox({
    title: 'New Gigatron Project',
    prompt: 'Name of the folder to make',
    value: 'hello-gigatron',
    validateInput: (value) =>
      /^[\w.][\w .-]*$/.test(value) ? undefined : 'Use letters, digits, dots, hyphens and spaces.',
  });
  if (name === undefined) return;
  const [parent] = (await chooseParent()) ?? [];
  if (parent === undefined) return;
  const folder = vscode.Uri.joinPath(parent, name);
  try {
    // Fails where there is already something of that name.
    await vscode.workspace.fs.copy(vscode.Uri.joinPath(extension, ...TEMPLATE), folder, { overwrite: false });
  } catch (error) {
    void vscode.window.showErrorMessage(`The project was not made: ${reasonOf(error, folder)}`);
    return;
  }
  await vscode.commands.executeCommand('vscode.openFolder', folder, {
    forceNewWindow: (vscode.workspace.workspaceFolders ?? []).length > 0,
  });
}

function chooseParent(): Thenable<vscode.Uri[] | undefined> {
  const workspace = vscode.workspace.workspaceFolders?.[0]?.uri;
  return vscode.window.showOpenDialog({
    title: 'Make the project in',
    openLabel: 'Make Project Here',
    canSelectFiles: false,
    canSelectFolders: true,
    ...(workspace === undefined ? {} : { defaultUri: vscode.Uri.joinPath(workspace, '..') }),
  });
}

function reasonOf(error: unknown, folder: vscode.Uri): string {
  if (error instanceof vscode.FileSystemError && error.code === 'FileExists') return `"${folder.path}" exists already.`;
  return error instanceof Error ? error.message : String(error);
}

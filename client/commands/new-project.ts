/**
 * "New Project": copies a template, which runs with F5, into a new folder and opens it with its source. It never writes
 * into an existing folder. `gigatron new` copies the same templates.
 */
import * as vscode from 'vscode';

const TEMPLATES = 'templates';
const CHOICES: readonly (vscode.QuickPickItem & { readonly folder: string })[] = [
  { label: 'Picture', description: 'fills the picture, a pixel at a time', folder: 'picture' },
  { label: 'Game', description: 'a block that the game pad moves, with a beep', folder: 'game' },
  { label: 'Sound', description: 'plays a scale', folder: 'sound' },
  { label: 'Empty', description: 'a black picture, and a loop that runs once in each frame', folder: 'empty' },
];
const MAIN = 'main.gtasm';
/** Key of the folder whose source is to be opened: opening a folder starts the extension again. */
const NEW_FOLDER = 'newProject.folder';
/** Context key that ticks the step of the walkthrough: a project was made. */
const IS_MADE = 'gigatron.projectIsMade';

export function registerNewProject(context: vscode.ExtensionContext): void {
  context.subscriptions.push(vscode.commands.registerCommand('gigatron.newProject', () => newProject(context)));
  void openMainOfNewProject(context.globalState);
}

async function newProject({ extensionUri, globalState }: vscode.ExtensionContext): Promise<void> {
  // The page of the walkthrough takes the focus back when the first of these closes.
  const asked = { title: 'New Gigatron Project', ignoreFocusOut: true };
  const placeHolder = 'What the project starts with';
  const template = await vscode.window.showQuickPick(CHOICES, { ...asked, placeHolder });
  if (template === undefined) return;
  const name = await vscode.window.showInputBox({
    ...asked,
    prompt: 'Name of the new folder',
    value: 'hello-gigatron',
    validateInput: (value) =>
      /^[\w.][\w .-]*$/.test(value) ? undefined : 'Use letters, digits, dots, hyphens and spaces.',
  });
  if (name === undefined) return;
  const [parent] = (await chooseParent()) ?? [];
  if (parent === undefined) return;
  const folder = vscode.Uri.joinPath(parent, name);
  try {
    // Fails if the name is taken.
    const source = vscode.Uri.joinPath(extensionUri, TEMPLATES, template.folder);
    await vscode.workspace.fs.copy(source, folder, { overwrite: false });
  } catch (error) {
    void vscode.window.showErrorMessage(`The project could not be made: ${reasonOf(error, folder)}`);
    return;
  }
  await globalState.update(NEW_FOLDER, folder.toString());
  // In the new window it would come before the walkthrough listens.
  await vscode.commands.executeCommand('setContext', IS_MADE, true);
  // In a browser another window may be blocked.
  const forceNewWindow = vscode.env.uiKind === vscode.UIKind.Desktop && vscode.workspace.workspaceFolders !== undefined;
  await vscode.commands.executeCommand('vscode.openFolder', folder, { forceNewWindow });
}

/** Runs in the window that opened on a new project. */
async function openMainOfNewProject(globalState: vscode.Memento): Promise<void> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder === undefined || globalState.get<string>(NEW_FOLDER) !== folder.uri.toString()) return;
  await globalState.update(NEW_FOLDER, undefined);
  await vscode.window.showTextDocument(vscode.Uri.joinPath(folder.uri, MAIN));
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

/**
 * The packed documentation, shown from a heading on.
 *
 * A page is a virtual document of VS Code's Markdown preview, cut at the heading. Asking the preview to scroll to a
 * fragment instead would depend on when it is laid out: now and then, it stops elsewhere.
 */
import * as vscode from 'vscode';
import { fromHeading, withoutPictures } from './from-heading.ts';

const SCHEME = 'gigatron-help';

export function registerHelpPages({ extensionUri, subscriptions }: vscode.ExtensionContext): void {
  const provideTextDocumentContent = async (uri: vscode.Uri): Promise<string> => {
    const folders = uri.path.split('/').slice(1);
    const page = folders.pop() ?? '';
    const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extensionUri, 'docs', page));
    // A virtual document cannot show files beside the page.
    return withoutPictures(fromHeading(new TextDecoder().decode(bytes), folders.join('/')));
  };
  subscriptions.push(vscode.workspace.registerTextDocumentContentProvider(SCHEME, { provideTextDocumentContent }));
}

/** Shows the index of `docs/`. It is the file itself, since only then do pages show their pictures. */
export async function showDocumentation({ extensionUri }: vscode.ExtensionContext): Promise<void> {
  await vscode.commands.executeCommand('markdown.showPreview', vscode.Uri.joinPath(extensionUri, 'docs', 'README.md'));
}

/**
 * Shows a page of `docs/` from a heading on; the whole page if it has no such heading.
 *
 * @param heading its text, or what is before its colon
 */
export async function showHelp(page: string, heading: string): Promise<void> {
  // The folder is the heading, so that a relative link to another page leads to the whole page.
  const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${heading}/${page}` });
  await vscode.commands.executeCommand('markdown.showPreview', uri);
}

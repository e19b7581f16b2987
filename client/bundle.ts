/** Where to find the bundles that scripts/build.mjs makes. */
import * as vscode from 'vscode';

/** A file in dist/. */
export function bundlePath(context: vscode.ExtensionContext, ...path: string[]): vscode.Uri {
  return vscode.Uri.joinPath(context.extensionUri, 'dist', ...path);
}

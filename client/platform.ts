/**
 * What differs between the desktop (or a remote machine) and the browser: how the language server
 * and the debug adapter are started, and whether there are processes for tasks.
 *
 * extension.ts and extension-browser.ts each bring one; activate.ts knows only this interface.
 */
import * as vscode from 'vscode';
import type { BaseLanguageClient, LanguageClientOptions } from 'vscode-languageclient';

export interface Platform {
  /** A client for the bundled server, not started yet. */
  createLanguageClient(context: vscode.ExtensionContext, options: LanguageClientOptions): Promise<BaseLanguageClient>;
  /** How to start a debug adapter; called once for each session. */
  createDebugAdapter(context: vscode.ExtensionContext): Promise<vscode.DebugAdapterDescriptor>;
  /** The command that starts Python; absent if there are no processes. */
  readonly python?: string;
  /** Runs the command line in a process and passes on its output; absent if there are no processes. */
  readonly runCommandLine?: CommandLineRunner;
}

export interface CommandLineRunner {
  /**
   * Starts `gigatron` with these arguments in a folder. `onText` gets standard output and error as they
   * come, `onEnd` the exit status (or one sentence on why the process did not start). Returns a function that ends it.
   */
  (
    context: vscode.ExtensionContext,
    args: readonly string[],
    folder: string,
    onText: (text: string) => void,
    onEnd: (end: number | string) => void,
  ): () => void;
}

export function bundlePath(context: vscode.ExtensionContext, ...path: string[]): vscode.Uri {
  return vscode.Uri.joinPath(context.extensionUri, 'dist', ...path);
}

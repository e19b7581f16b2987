/**
 * The extension in a browser without a machine behind it: language server and debug adapter run in web workers,
 * and there are no tasks.
 *
 * A worker starts from the text of its bundle, not from its address: browsers refuse a script from the place where
 * extensions are served, and VS Code refuses one from a remote machine.
 */
import * as vscode from 'vscode';
import { activateExtension } from './activate.ts';
import { answerFileRequests } from './browser-files.ts';
import { bundlePath } from './bundle.ts';
import { WorkerDebugAdapter } from './debug/worker-adapter.ts';
import type { Platform } from './platform.ts';
import { workerScript, type WorkerProgram } from './worker-script.ts';

const platform: Platform = {
  async createLanguageClient(context, options) {
    // The same bundle, but this part of it only runs here.
    const { LanguageClient, State } = await import('vscode-languageclient/browser');
    const worker = await startWorker(context, 'server-browser');
    const initializationOptions = { ...(options.initializationOptions as object), filesFromClient: true };
    const client = new LanguageClient('gigatron', 'Gigatron', { ...options, initializationOptions }, worker);
    answerFileRequests(client);
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Stopped) worker.terminate();
    });
    return client;
  },
  async createDebugAdapter(context) {
    const worker = await startWorker(context, 'debugger-browser');
    return new vscode.DebugAdapterInlineImplementation(new WorkerDebugAdapter(worker));
  },
};

export function activate(context: vscode.ExtensionContext): void {
  activateExtension(context, platform);
}

async function startWorker(context: vscode.ExtensionContext, program: WorkerProgram): Promise<Worker> {
  const bundle = await vscode.workspace.fs.readFile(bundlePath(context, 'programs.js'));
  const { before, after } = workerScript(program);
  const script = new Blob([before, new Uint8Array(bundle), after], { type: 'text/javascript' });
  return new Worker(URL.createObjectURL(script));
}

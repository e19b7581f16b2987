/**
 * The extension in a browser without a machine behind it: language server and debug adapter in web
 * workers, no tasks.
 *
 * A worker starts from the text of its bundle, not from its address: browsers refuse a script from where
 * extensions are served, and VS Code does where that is a remote machine.
 */
import * as vscode from 'vscode';
import { LanguageClient } from 'vscode-languageclient/browser';
import { activateExtension } from './activate.ts';
import { answerFileRequests } from './browser-files.ts';
import { bundlePath } from './bundle.ts';
import { WorkerDebugAdapter } from './debug/worker-adapter.ts';
import type { Platform } from './platform.ts';

const platform: Platform = {
  async createLanguageClient(context, options) {
    const worker = await startWorker(context, 'server');
    const initializationOptions = { ...(options.initializationOptions as object), filesFromClient: true };
    const client = new LanguageClient('gigatron', 'Gigatron', { ...options, initializationOptions }, worker);
    answerFileRequests(client);
    return client;
  },
  async createDebugAdapter(context) {
    const worker = await startWorker(context, 'debugger');
    return new vscode.DebugAdapterInlineImplementation(new WorkerDebugAdapter(worker));
  },
};

export function activate(context: vscode.ExtensionContext): Promise<void> {
  return activateExtension(context, platform);
}

async function startWorker(context: vscode.ExtensionContext, program: 'server' | 'debugger'): Promise<Worker> {
  const bundle = await vscode.workspace.fs.readFile(bundlePath(context, 'programs-browser.js'));
  const script = [new Uint8Array(bundle), `\nprograms.start('${program}');`];
  const address = URL.createObjectURL(new Blob(script, { type: 'text/javascript' }));
  return new Worker(address);
}

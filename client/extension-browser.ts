/** The extension in a browser without a machine behind it: language server and debug adapter in web workers, no tasks. */
import * as vscode from 'vscode';
import { LanguageClient } from 'vscode-languageclient/browser';
import { activateExtension } from './activate.ts';
import { answerFileRequests } from './browser-files.ts';
import { bundlePath } from './bundle.ts';
import { WorkerDebugAdapter } from './debug/worker-adapter.ts';
import type { Platform } from './platform.ts';

const platform: Platform = {
  createLanguageClient(context, options) {
    const worker = new Worker(bundlePath(context, 'server-browser.js').toString(true));
    const initializationOptions = { filesFromClient: true };
    const client = new LanguageClient('gigatron', 'Gigatron', { ...options, initializationOptions }, worker);
    answerFileRequests(client);
    return client;
  },
  createDebugAdapter(context) {
    const worker = new Worker(bundlePath(context, 'debugger-browser.js').toString(true));
    return new vscode.DebugAdapterInlineImplementation(new WorkerDebugAdapter(worker));
  },
};

export function activate(context: vscode.ExtensionContext): void {
  activateExtension(context, platform);
}

/**
 * The extension in a browser without a machine behind it: language server and debug adapter run in web workers,
 * and there are no tasks.
 *
 * A worker starts from the text of its bundle, not from its address: browsers refuse a script from the place where
 * extensions are served, and VS Code refuses one from a remote machine.
 */
import * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { isFailure, toBase64 } from '#basics';
import { FIND_SOURCES, LIST_FOLDER, READ_FILE } from '#server/protocol';
import type {
  FindSourcesParams,
  FindSourcesResult,
  ListFolderParams,
  ListFolderResult,
  ReadFileParams,
  ReadFileResult,
} from '#server/protocol';
import { activateExtension } from './activate.ts';
import { bundlePath, type Platform } from './platform.ts';
import { WorkerDebugAdapter } from './debug/worker-adapter.ts';
import { workerScript, type WorkerProgram } from './worker-script.ts';
import { readPlainFile } from './files.ts';

/**
 * The language client with its library, which is four times as large as our own code. It runs after the activation, and
 * comes from this bundle on the desktop, too, so that it is packed only once.
 */
export const loadServerClient = () => import('./server-client.ts');

const platform: Platform = {
  async createLanguageClient(context, options) {
    const { ServerClient } = await loadServerClient();
    const initializationOptions = { ...(options.initializationOptions as object), filesFromClient: true };
    const startServer = () => startWorker(context, 'server-browser');
    const client = new ServerClient({ ...options, initializationOptions }, startServer, null);
    answerFileRequests(client);
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

function answerFileRequests(client: BaseLanguageClient): void {
  client.onRequest(READ_FILE, async ({ uri }: ReadFileParams): Promise<ReadFileResult> => {
    const content = await readPlainFile(vscode.Uri.parse(uri, true));
    return isFailure(content) ? { failure: content.message } : { base64: toBase64(content.bytes) };
  });
  client.onRequest(FIND_SOURCES, async ({ folder }: FindSourcesParams): Promise<FindSourcesResult> => {
    const pattern = new vscode.RelativePattern(vscode.Uri.parse(folder, true), '**/*.gtasm');
    const files = await vscode.workspace.findFiles(pattern, '**/node_modules/**');
    return { uris: files.map(String) };
  });
  client.onRequest(LIST_FOLDER, async ({ folder }: ListFolderParams): Promise<ListFolderResult> => {
    const entries = await vscode.workspace.fs.readDirectory(vscode.Uri.parse(folder, true));
    const seen = entries.filter(([name]) => !name.startsWith('.'));
    return { names: seen.map(([name, type]) => ((type & vscode.FileType.Directory) !== 0 ? `${name}/` : name)) };
  });
}

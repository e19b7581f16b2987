/**
 * The extension on the desktop and on a remote machine: language server and debug adapter in processes of their own.
 */
import { spawn } from 'node:child_process';
import * as vscode from 'vscode';
import { activateExtension } from './activate.ts';
import { bundlePath, type CommandLineRunner, type Platform } from './platform.ts';
import { ServerProcess } from './node-server.ts';

/** Makes VS Code's own program run as Node, which need not be installed. */
const AS_NODE = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };

const platform: Platform = {
  async createLanguageClient(context, options) {
    // Another bundle, which is loaded here.
    const { loadServerClient } = await import('./extension-browser.ts');
    const { ServerClient } = await loadServerClient();
    const program = bundlePath(context, 'server.js').fsPath;
    const startServer = () =>
      Promise.resolve(new ServerProcess(program, AS_NODE, (text) => options.outputChannel?.append(text)));
    return new ServerClient(options, startServer, process.pid);
  },
  async createDebugAdapter(context) {
    // The command `node` makes VS Code fork the program with its own runtime: Node need not be installed.
    return new vscode.DebugAdapterExecutable('node', [bundlePath(context, 'debugger.js').fsPath]);
  },
  python: process.platform === 'win32' ? 'python' : 'python3',
  runCommandLine,
};

export function activate(context: vscode.ExtensionContext): void {
  activateExtension(context, platform);
}

function runCommandLine(...[context, args, folder, onText, onEnd]: Parameters<CommandLineRunner>): () => void {
  const child = spawn(process.execPath, [bundlePath(context, 'cli.js').fsPath, ...args], {
    cwd: folder,
    env: AS_NODE,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.setEncoding('utf8').on('data', onText);
  child.stderr.setEncoding('utf8').on('data', onText);
  child.on('error', (error) => onEnd(`The assembler could not be started: ${error.message}`));
  child.on('close', (status) => onEnd(status ?? 1));
  return () => void child.kill();
}

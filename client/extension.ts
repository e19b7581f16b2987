/**
 * The extension on the desktop and on a remote machine: language server and debug adapter in processes of their own.
 */
import { spawn } from 'node:child_process';
import * as vscode from 'vscode';
import { activateExtension } from './activate.ts';
import { bundlePath, type CommandLineRunner, type Platform } from './platform.ts';

const platform: Platform = {
  async createLanguageClient(context, options) {
    // A bundle of its own, which is loaded here.
    const { LanguageClient, TransportKind } = await import('vscode-languageclient/node');
    const module = bundlePath(context, 'server.js').fsPath;
    return new LanguageClient('gigatron', 'Gigatron', { module, transport: TransportKind.ipc }, options);
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
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.setEncoding('utf8').on('data', onText);
  child.stderr.setEncoding('utf8').on('data', onText);
  child.on('error', (error) => onEnd(`The assembler could not be started: ${error.message}`));
  child.on('close', (status) => onEnd(status ?? 1));
  return () => void child.kill();
}

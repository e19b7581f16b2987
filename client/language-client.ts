/**
 * The client of the language server for source files; the server itself asks to be notified about settings and files on
 * disk.
 */
import * as vscode from 'vscode';
import type { ErrorHandler, LanguageClientOptions } from 'vscode-languageclient';
import {
  DEBUG_TEST,
  EXPLAIN,
  LANGUAGE_ID,
  LIBRARY_SCHEME,
  LIBRARY_SOURCE,
  OPEN,
  PROOF_STATE,
  RENAME,
  RUN_TEST,
  SHOW_REFERENCES,
} from '#server/protocol';
import type { InitializationOptions, LibrarySourceParams, LibrarySourceResult, ProofState } from '#server/protocol';
import { ClientStart, LanguageServer, type ServerClient } from './language-server.ts';
import type { Platform } from './platform.ts';
import { proofText } from './status-texts.ts';

export type ExtensionServer = LanguageServer<vscode.CancellationToken>;

const RESTART = 'Restart';
const SHOW_OUTPUT = 'Show Output';

/**
 * The language server, not started yet. If it cannot start, that is reported to the user, and the rest of the extension
 * works without it.
 */
export function registerLanguageServer(context: vscode.ExtensionContext, platform: Platform): ExtensionServer {
  let outputChannel: vscode.LogOutputChannel | undefined;
  const proof = createProofItem();
  const create = (): Promise<ServerClient<vscode.CancellationToken>> => {
    // The level of the output is set by VS Code's *Set Log Level*; gigatron.trace.server adds the messages themselves.
    outputChannel ??= vscode.window.createOutputChannel('Gigatron', { log: true });
    return createClient(context, platform, outputChannel, proof);
  };
  const tell = async (failure: string): Promise<void> => {
    const answer = await vscode.window.showErrorMessage(failure, RESTART, SHOW_OUTPUT);
    if (answer === RESTART) server.restart();
    if (answer === SHOW_OUTPUT) outputChannel?.show();
  };
  const server = new LanguageServer(create, (failure) => void tell(failure));
  const libraries: vscode.TextDocumentContentProvider = {
    provideTextDocumentContent: async (uri) => {
      const params: LibrarySourceParams = { uri: uri.toString() };
      return (await server.request<LibrarySourceResult>(LIBRARY_SOURCE, params)).text;
    },
  };
  context.subscriptions.push(
    proof,
    vscode.workspace.registerTextDocumentContentProvider(LIBRARY_SCHEME, libraries),
    vscode.commands.registerCommand('gigatron.restartServer', () => server.restart()),
    { dispose: () => void server.stop() },
  );
  return server;
}

/** A client that is not started yet. */
async function createClient(
  context: vscode.ExtensionContext,
  platform: Platform,
  outputChannel: vscode.LogOutputChannel,
  proof: vscode.LanguageStatusItem,
): Promise<ServerClient<vscode.CancellationToken>> {
  const start = new ClientStart();
  const client = await platform.createLanguageClient(context, optionsOf(outputChannel, start.errorHandler));
  client.onNotification(PROOF_STATE, (state: ProofState) => showProof(proof, state));
  // A task that ends removes what its problem matcher did not see, and with it what the server has found.
  const afterTasks = vscode.tasks.onDidEndTask(() => {
    client.diagnostics?.forEach((uri, findings, shown) => shown.set(uri, findings));
  });
  return {
    start: () => start.start(client),
    stop: () => {
      afterTasks.dispose();
      start.end();
      return client.stop();
    },
    sendRequest: (method, params, ...token) => client.sendRequest(method, params, ...token),
  };
}

function optionsOf(outputChannel: vscode.LogOutputChannel, errorHandler: ErrorHandler): LanguageClientOptions {
  return {
    documentSelector: schemes().map((scheme) => ({ scheme, language: LANGUAGE_ID })),
    // The problem matcher has the same owner, so that a mistake is not shown twice.
    diagnosticCollectionName: LANGUAGE_ID,
    outputChannel,
    errorHandler,
    middleware: {
      provideCodeActions: async (document, range, context, token, next) =>
        (await next(document, range, context, token))?.map(withEditInCommand),
    },
    initializationFailedHandler: () => false,
    initializationOptions: {
      explainCommand: EXPLAIN,
      referencesCommand: SHOW_REFERENCES,
      renameCommand: RENAME,
      openCommand: OPEN,
      proofState: true,
      testCommands: { run: RUN_TEST, debug: DEBUG_TEST },
    } satisfies InitializationOptions,
  };
}

/**
 * An action that asks for a name after its edit leaves the edit to its command. VS Code itself would run the command
 * after the edit, but on a busy computer it may have requested the actions again by then, and has forgotten the
 * commands of the earlier ones.
 */
function withEditInCommand<T extends vscode.Command | vscode.CodeAction>(action: T): T {
  if (!(action instanceof vscode.CodeAction) || action.command?.command !== RENAME) return action;
  action.command = { ...action.command, arguments: [...(action.command.arguments ?? []), action.edit] };
  delete action.edit;
  return action;
}

/** Schemes of sources that belong to a program; versions in source control, for example, have no includes. */
function schemes(): readonly string[] {
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.scheme);
  return [...new Set(['file', 'untitled', 'vscode-remote', 'vscode-vfs', LIBRARY_SCHEME, ...folders])];
}

/** The entry of the proof that VS Code has for the language, beside the language's name in the status bar. */
function createProofItem(): vscode.LanguageStatusItem {
  const item = vscode.languages.createLanguageStatusItem('gigatron.proof', LANGUAGE_ID);
  item.name = 'Timing proof';
  item.command = { command: 'workbench.actions.view.problems', title: 'Problems' };
  showProof(item, { isProving: true, isPrevented: false, exact: 0, wrong: 0, unproven: 0, handler: null });
  return item;
}

function showProof(item: vscode.LanguageStatusItem, state: ProofState): void {
  const { Error, Warning, Information } = vscode.LanguageStatusSeverity;
  const isWrong = state.isPrevented || state.wrong > 0 || state.handler === 'wrong';
  item.busy = state.isProving;
  item.text = proofText(state);
  item.severity = isWrong ? Error : state.unproven > 0 ? Warning : Information;
}

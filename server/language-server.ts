/**
 * The language server on an abstract connection: its life from `initialize` to `shutdown`, and the
 * notifications that keep documents, folders, files and settings up to date.
 *
 * Its answers are in features/; the entry files decide whether it runs in a process, a worker or a test.
 */
import {
  CodeLensRefreshRequest,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  FileChangeType,
  MessageType,
  ShowMessageNotification,
  TextDocuments,
  WatchKind,
  type ClientCapabilities,
  type Connection,
  type DidChangeConfigurationParams,
  type FileEvent,
  type InitializeParams,
  type InitializeResult,
  type ServerCapabilities,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { DiagnosticsPublisher } from './diagnostics-publisher.ts';
import { CAPABILITIES, registerFeatures } from './features/register.ts';
import { clientFiles, SOURCE_EXTENSION, type FileHost, FileStore } from './files/file-store.ts';
import { SEMANTIC_TOKENS_LEGEND } from './features/semantic-tokens.ts';
import { normalizeUri } from './files/uris.ts';
import { unmarked } from './help/markdown.ts';
import { LINE_END, type PositionEncoding } from './position-encoding.ts';
import { answerMalformed } from './message-check.ts';
import { Workspace } from './project/workspace.ts';
import { WorkspaceDiagnostics } from './workspace-diagnostics.ts';
import { missingMainFileText, settingsFileOf } from './main-file-setting.ts';
import { PROOF_STATE, SETTINGS_SECTION, type InitializationOptions } from './protocol.ts';
import { parseSettings } from './settings.ts';

/** The first answers wait for the settings no longer than this, in milliseconds. */
const SETTINGS_PATIENCE_MS = 1000;

export class LanguageServer {
  private readonly documents: TextDocuments<TextDocument>;
  private readonly workspace: Workspace;
  private readonly publisher: DiagnosticsPublisher;
  private readonly closed: WorkspaceDiagnostics;
  private capabilities: ClientCapabilities = {};
  private folders: readonly string[] = [];
  private options: InitializationOptions = {};
  /** Messages that the user has already seen. */
  private readonly said = new Set<string>();

  /**
   * @param files the server's own files; undefined if it has to ask the client for files
   * @param encoding translates columns on the connection, if the client wants that
   */
  constructor(
    private readonly connection: Connection,
    files: FileHost | undefined,
    private readonly encoding?: PositionEncoding,
  ) {
    this.documents = new TextDocuments({
      create: (...document) => TextDocument.create(...document),
      update: (...change) => (encoding ?? TextDocument).update(...change),
    });
    this.workspace = new Workspace(new FileStore(files ?? clientFiles(connection)));
    this.closed = new WorkspaceDiagnostics(this.workspace, () => this.options.explainCommand);
    this.publisher = new DiagnosticsPublisher(
      this.workspace,
      (params) => void connection.sendDiagnostics(params),
      () => this.refreshOthers(),
      (failure) => connection.console.error(String(failure)),
      (state) => {
        if (this.options.proofState === true) void connection.sendNotification(PROOF_STATE, state);
      },
    );
  }

  listen(): void {
    const { connection } = this;
    connection.onInitialize((params) => this.initialize(params));
    connection.onInitialized(() => this.inBackground(this.initialized()));
    connection.onDidChangeConfiguration((params) => this.inBackground(this.configurationChanged(params)));
    connection.onDidChangeWatchedFiles(({ changes }) => this.inBackground(this.filesChanged(changes)));
    connection.onShutdown(() => this.stop());
    this.documents.onDidChangeContent(({ document }) => this.documentChanged(document));
    this.documents.onDidClose(({ document }) => this.documentClosed(document));
    this.documents.onDidSave(() => this.saved());
    registerFeatures(connection, this.workspace, this.documents, {
      isSettled: () => this.publisher.isSettled,
      settled: () => this.publisher.settled(),
      explainCommand: () => this.options.explainCommand,
      shown: ({ value }) =>
        this.showsMarkdown ? { kind: 'markdown', value } : { kind: 'plaintext', value: unmarked(value) },
      refactoringClient: () => ({
        rename: this.options.renameCommand,
        open: this.options.openCommand,
        showsDisabled: this.capabilities.textDocument?.codeAction?.disabledSupport === true,
        createsFiles: this.capabilities.workspace?.workspaceEdit?.resourceOperations?.includes('create') === true,
      }),
      lensCommands: () => ({ references: this.options.referencesCommand, test: this.options.testCommands }),
    });
    this.answerPulls();
    answerMalformed(connection);
    this.documents.listen(connection);
    connection.listen();
  }

  /** Stops all work: the client has gone, or is about to go. */
  stop(): void {
    this.publisher.dispose();
  }

  /** A client that accepts pushed diagnostics gets those of open documents only by push. */
  private answerPulls(): void {
    const { diagnostics } = this.connection.languages;
    diagnostics.on(async ({ textDocument }) => {
      const isSent = this.capabilities.textDocument?.publishDiagnostics !== undefined;
      return { kind: 'full', items: isSent ? [] : await this.publisher.pulled(this.workspace.known(textDocument.uri)) };
    });
    diagnostics.onWorkspace(({ previousResultIds }, token) =>
      this.closed.pull(new Map(previousResultIds.map(({ uri, value }) => [this.workspace.known(uri), value])), token),
    );
  }

  /** Starts work that nothing waits for. A failure goes to the client's log, and the server continues. */
  private inBackground(work: Promise<void>): void {
    work.catch((failure: unknown) => this.connection.console.error(String(failure)));
  }

  private initialize(params: InitializeParams): InitializeResult {
    const { capabilities, initializationOptions } = params;
    this.capabilities = capabilities;
    const options = (initializationOptions ?? {}) as InitializationOptions;
    if (options.filesFromClient === true) this.workspace.store.host = clientFiles(this.connection);
    this.options = options;
    this.publisher.explainBy(options.explainCommand);
    this.folders = foldersOf(params);
    return { capabilities: this.offered(capabilities), serverInfo: { name: 'gigatron' } };
  }

  /** What the server can do. Where columns are translated, semantic tokens are not sent as deltas. */
  private offered(client: ClientCapabilities): ServerCapabilities {
    const { encoding } = this;
    if (encoding === undefined) return CAPABILITIES;
    const positionEncoding = encoding.begin(client, (uri) => (this.textOf(uri) ?? '').split(LINE_END));
    if (!encoding.isUtf8) return { ...CAPABILITIES, positionEncoding };
    const semanticTokensProvider = { legend: SEMANTIC_TOKENS_LEGEND, full: true, range: true };
    return { ...CAPABILITIES, positionEncoding, semanticTokensProvider };
  }

  /** Whether the client shows Markdown; what it says about hovers is taken to hold for completion, too. */
  private get showsMarkdown(): boolean {
    return this.capabilities.textDocument?.hover?.contentFormat?.includes('markdown') !== false;
  }

  private textOf(uri: string): string | undefined {
    return this.workspace.store.text(this.workspace.known(uri));
  }

  private async initialized(): Promise<void> {
    const { workspace } = this.capabilities;
    this.workspace.setFolders(this.folders);
    if (workspace?.workspaceFolders === true)
      this.connection.workspace.onDidChangeWorkspaceFolders((event) => {
        const removed = new Set(event.removed.map(({ uri }) => uri));
        this.folders = [...this.folders.filter((uri) => !removed.has(uri)), ...event.added.map(({ uri }) => uri)];
        this.workspace.setFolders(this.folders);
        this.inBackground(this.readSettings());
      });
    const registered = this.register();
    const read = this.readSettings();
    const patience = new Promise<void>((resolve) => setTimeout(resolve, SETTINGS_PATIENCE_MS));
    this.workspace.waitFor(Promise.race([read, patience]));
    await Promise.all([registered, read]);
  }

  private async register(): Promise<void> {
    const { workspace } = this.capabilities;
    const { client } = this.connection;
    if (workspace?.didChangeConfiguration?.dynamicRegistration === true)
      await client.register(DidChangeConfigurationNotification.type, { section: SETTINGS_SECTION });
    if (workspace?.didChangeWatchedFiles?.dynamicRegistration === true) {
      // When a folder is deleted, only the folder itself is reported.
      const watchers = [{ globPattern: `**/*${SOURCE_EXTENSION}` }, { globPattern: '**/*', kind: WatchKind.Delete }];
      await client.register(DidChangeWatchedFilesNotification.type, { watchers });
    }
  }

  private documentChanged(document: TextDocument): void {
    this.workspace.setDocument(document);
    this.closed.touched(this.workspace.known(document.uri));
    this.publisher.schedule();
  }

  private documentClosed(document: TextDocument): void {
    const uri = this.workspace.known(document.uri);
    this.workspace.store.closeDocument(uri);
    this.inBackground(
      this.workspace.changedOnDisk(uri, false).then(() => {
        this.closed.touched(uri);
        this.publisher.schedule();
      }),
    );
  }

  /** Included images (`.incbin`) are not watched, so they are checked again after a save. */
  private saved(): void {
    for (const uri of this.workspace.store.forgetExcept(SOURCE_EXTENSION)) this.workspace.changed(uri);
    this.publisher.schedule();
  }

  private async filesChanged(changes: readonly FileEvent[]): Promise<void> {
    for (const { uri: spelling, type } of changes) {
      const uri = this.workspace.known(spelling);
      await this.workspace.changedOnDisk(uri, type === FileChangeType.Deleted);
      this.closed.touched(uri);
    }
    this.publisher.schedule();
  }

  private async configurationChanged({ settings }: DidChangeConfigurationParams): Promise<void> {
    if (this.capabilities.workspace?.configuration === true) return this.readSettings();
    const section = (settings as Record<string, unknown> | null)?.[SETTINGS_SECTION];
    this.workspace.setSettings('', parseSettings(section));
    this.settingsTaken();
  }

  /** Asks the client for the settings of each folder, if it supports that; without an answer, the known ones stay. */
  private async readSettings(): Promise<void> {
    if (this.capabilities.workspace?.configuration === true) {
      const scopes = ['', ...this.folders];
      try {
        const items = scopes.map((scope) => ({ section: SETTINGS_SECTION, ...(scope !== '' && { scopeUri: scope }) }));
        const values: unknown[] = await this.connection.workspace.getConfiguration(items);
        scopes.forEach((scope, index) => this.workspace.setSettings(scope, parseSettings(values[index])));
      } catch (failure) {
        this.connection.console.warn(`The settings could not be read: ${String(failure)}`);
      }
    }
    this.settingsTaken();
  }

  /** A change in one document can change verdicts, and what names mean, in other open ones. */
  private refreshOthers(): void {
    if (this.workspace.store.openUris().length < 2) return;
    const { workspace } = this.capabilities;
    if (workspace?.semanticTokens?.refreshSupport === true) this.connection.languages.semanticTokens.refresh();
    if (workspace?.inlayHint?.refreshSupport === true) void this.connection.languages.inlayHint.refresh();
    this.refreshLenses();
  }

  private refreshLenses(): void {
    if (this.capabilities.workspace?.codeLens?.refreshSupport !== true) return;
    this.inBackground(this.connection.sendRequest(CodeLensRefreshRequest.type));
  }

  private settingsTaken(): void {
    this.closed.forget();
    for (const folder of this.folders) this.workspace.store.forget(settingsFileOf(normalizeUri(folder)));
    this.publisher.schedule();
    this.inBackground(this.warnOfMainFiles());
    if (this.capabilities.workspace?.inlayHint?.refreshSupport === true) this.connection.languages.inlayHint.refresh();
    this.refreshLenses();
  }

  /** Warns once about each main file that is set but does not exist. */
  private async warnOfMainFiles(): Promise<void> {
    for (const missing of await this.workspace.missingMainFiles()) {
      const text = missingMainFileText(missing);
      if (this.said.has(text)) continue;
      this.said.add(text);
      const params = { type: MessageType.Warning, message: `${text}.` };
      await this.connection.sendNotification(ShowMessageNotification.type, params);
    }
  }
}

/** The workspace folders; if a client does not know them, its single folder in `rootUri`, which may also be missing. */
function foldersOf({ workspaceFolders, rootUri }: InitializeParams): readonly string[] {
  if (workspaceFolders != null) return workspaceFolders.map(({ uri }) => uri);
  return rootUri == null ? [] : [rootUri];
}

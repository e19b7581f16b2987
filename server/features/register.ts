/**
 * The table of features: which function answers which request, and what the server says it can do.
 *
 * Each answer is computed in one go, from a view that matches the documents as they are at that moment. A
 * request that was cancelled in the meantime is answered as such; for an unknown document, the answer is empty.
 */
import { libraryName, readLibrary } from '#assembler';
import {
  CodeActionKind,
  CodeActionTriggerKind,
  LSPErrorCodes,
  ResponseError,
  TextDocumentSyncKind,
  type CancellationToken,
  type Connection,
  type MarkupContent,
  type Position,
  type ServerCapabilities,
  type TextDocumentPositionParams,
  type TextDocuments,
} from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { SOURCE_EXTENSION } from '../files/file-store.ts';
import type { View } from '../project/view.ts';
import type { Workspace } from '../project/workspace.ts';
import { LIBRARY_SOURCE, LISTING, MAIN_FILE, PROGRAM, SELECTION_CYCLES } from '../protocol.ts';
import type {
  LibrarySourceParams,
  LibrarySourceResult,
  ListingParams,
  ListingResult,
  MainFileParams,
  MainFileResult,
  ProgramParams,
  ProgramResult,
  SelectionCyclesParams,
  SelectionCyclesResult,
} from '../protocol.ts';
import { incomingCalls, outgoingCalls, prepareCallHierarchy } from './call-hierarchy.ts';
import { codeLenses, resolveLens, type LensCommands, type LensData } from './code-lenses.ts';
import { colourPresentations, documentColours } from './colours.ts';
import { binaryFolder, complete, COMPLETION_TRIGGERS, resolveCompletion, type CompletionData } from './completion.ts';
import { definition, documentHighlights, references } from './uses.ts';
import { codeActions, FIX_ALL } from './code-actions.ts';
import { foldingRanges, selectionRanges } from './structure.ts';
import { documentLinks, renameFiles } from './links.ts';
import { formatDocument, formatOnLineEnd, formatRange } from './formatting.ts';
import { hover } from './hover.ts';
import { inlayHints, selectionCycles } from './inlay-hints.ts';
import { programResult } from './diagnostics.ts';
import type { RefactoringClient } from './refactoring.ts';
import { registerTests } from './register-tests.ts';
import { prepareRename, rename } from './rename.ts';
import { SEMANTIC_TOKENS_LEGEND, SemanticTokens } from './semantic-tokens.ts';
import { signatureHelp, SIGNATURE_TRIGGERS } from './signature-help.ts';
import { documentSymbols, workspaceSymbols } from './symbols.ts';

/** What the server can do, for the answer to `initialize`. */
export const CAPABILITIES: ServerCapabilities = {
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
  hoverProvider: true,
  codeLensProvider: { resolveProvider: true },
  definitionProvider: true,
  referencesProvider: true,
  documentHighlightProvider: true,
  documentSymbolProvider: true,
  workspaceSymbolProvider: true,
  completionProvider: { triggerCharacters: [...COMPLETION_TRIGGERS], resolveProvider: true },
  signatureHelpProvider: { triggerCharacters: [...SIGNATURE_TRIGGERS] },
  renameProvider: { prepareProvider: true },
  codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.Refactor, FIX_ALL] },
  documentLinkProvider: {},
  documentFormattingProvider: true,
  documentRangeFormattingProvider: true,
  documentOnTypeFormattingProvider: { firstTriggerCharacter: '\n' },
  foldingRangeProvider: true,
  colorProvider: true,
  diagnosticProvider: { identifier: 'gigatron', interFileDependencies: true, workspaceDiagnostics: true },
  selectionRangeProvider: true,
  callHierarchyProvider: true,
  inlayHintProvider: true,
  semanticTokensProvider: { legend: SEMANTIC_TOKENS_LEGEND, full: { delta: true }, range: true },
  workspace: {
    workspaceFolders: { supported: true, changeNotifications: true },
    fileOperations: {
      willRename: {
        filters: [
          { pattern: { glob: `**/*${SOURCE_EXTENSION}`, matches: 'file' } },
          { pattern: { glob: '**', matches: 'folder' } },
        ],
      },
    },
  },
};

interface ServerState {
  /** Whether the programs are proven as they are, with no edit pending. */
  isSettled(): boolean;
  settled(): Promise<void>;
  /** The client's command that opens the documentation of a diagnostic code. */
  explainCommand(): string | undefined;
  /** Documentation as the client can show it. */
  shown(documentation: MarkupContent): MarkupContent;
  refactoringClient(): RefactoringClient;
  lensCommands(): LensCommands;
}

export function registerFeatures(
  connection: Connection,
  workspace: Workspace,
  documents: TextDocuments<TextDocument>,
  state: ServerState,
): void {
  const answers = answersFrom(workspace);
  registerNavigation(connection, answers, state);
  registerEditing(connection, workspace, answers, state);
  registerActions(connection, answers, state);
  registerStructure(connection, workspace, answers, state);
  registerLenses(connection, answers, state);
  registerSemanticTokens(connection, documents, answers);
  registerTests(connection, workspace);
  registerOwnRequests(connection, workspace, answers);
}

/** Handlers of requests; each answers from the program as the documents are when it is read. */
function answersFrom(workspace: Workspace) {
  /** Answers from the view of a document; an unknown one gets `none`. */
  const answer = async <R>(uri: string, token: CancellationToken, none: R, feature: (view: View) => R) => {
    const view = await workspace.view(workspace.known(uri));
    if (token.isCancellationRequested) return cancelled();
    return view === undefined ? none : feature(view);
  };
  /** Handles requests about a document. */
  const from =
    <P extends About, R, N>(none: N, feature: (view: View, params: P) => R) =>
    (params: P, token: CancellationToken) =>
      answer<R | N>(params.textDocument.uri, token, none, (view) => feature(view, params));
  /** Handles requests about a position of a document. */
  const at = <R>(feature: (view: View, position: Position) => R) =>
    from(null, (view, { position }: TextDocumentPositionParams) => feature(view, position));
  /** Handles requests for which every program that reads the document counts. */
  const fromAll =
    <P extends About, R>(feature: (views: readonly View[], params: P) => R) =>
    async (params: P, token: CancellationToken) => {
      const views = await workspace.views(workspace.known(params.textDocument.uri));
      return token.isCancellationRequested ? cancelled() : feature(views, params);
    };
  return { answer, from, at, fromAll };
}

type About = Pick<TextDocumentPositionParams, 'textDocument'>;
type Answers = ReturnType<typeof answersFrom>;

function registerNavigation(
  connection: Connection,
  { answer, from, at, fromAll }: Answers,
  { shown }: ServerState,
): void {
  connection.onHover(
    at((view, position) => {
      const found = hover(view, position);
      return found && { ...found, contents: shown(found.contents) };
    }),
  );
  connection.onDefinition(at(definition));
  connection.onReferences(
    fromAll((views, { position, context }) => references(views, position, context.includeDeclaration)),
  );
  connection.onDocumentHighlight(at(documentHighlights));
  connection.onDocumentLinks(from(null, documentLinks));
  const { callHierarchy } = connection.languages;
  callHierarchy.onPrepare(at(prepareCallHierarchy));
  callHierarchy.onIncomingCalls(({ item }, token) =>
    answer(item.uri, token, null, (view) => incomingCalls(view, item)),
  );
  callHierarchy.onOutgoingCalls(({ item }, token) =>
    answer(item.uri, token, null, (view) => outgoingCalls(view, item)),
  );
}

function registerEditing(
  connection: Connection,
  workspace: Workspace,
  { answer, from, at, fromAll }: Answers,
  { shown }: ServerState,
): void {
  connection.onCompletion(async ({ textDocument: { uri }, position }, token) => {
    const view = await workspace.quickView(workspace.known(uri), position.line);
    if (token.isCancellationRequested) return cancelled();
    if (view === undefined) return null;
    const folder = binaryFolder(view, position);
    if (folder === undefined) return complete(view, position);
    const entries = await workspace.store.list(folder);
    return answer(uri, token, null, (current) => complete(current, position, entries));
  });
  connection.onCompletionResolve((item, token) =>
    item.data === undefined
      ? item
      : answer((item.data as CompletionData).uri, token, item, (view) => {
          const { documentation, ...rest } = resolveCompletion(view, item);
          return typeof documentation === 'object' ? { ...rest, documentation: shown(documentation) } : rest;
        }),
  );
  connection.onSignatureHelp(at(signatureHelp));
  connection.onPrepareRename(fromAll((views, { position }) => prepareRename(views, position)));
  connection.onRenameRequest(fromAll((views, { position, newName }) => rename(views, position, newName)));
  connection.onDocumentFormatting(from(null, (view, { options }) => formatDocument(view, options)));
  connection.onDocumentRangeFormatting(from(null, (view, { range, options }) => formatRange(view, range, options)));
  connection.onDocumentOnTypeFormatting(
    from(null, (view, { position, options }) => formatOnLineEnd(view, position, options)),
  );
  connection.workspace.onWillRenameFiles(async ({ files }) => {
    const renames = new Map(files.map(({ oldUri, newUri }) => [workspace.known(oldUri), workspace.known(newUri)]));
    return renameFiles(await workspace.sources(), renames, (uri) => workspace.store.spelling(uri));
  });
}

/** An automatic light bulb must not start the proof while the user types; a user who asks gets everything. */
function registerActions(connection: Connection, { from }: Answers, state: ServerState): void {
  connection.onCodeAction(
    from(null, (view, { range, context }) => {
      const isAsked = context.triggerKind !== CodeActionTriggerKind.Automatic;
      const proven = isAsked || state.isSettled();
      const client = state.refactoringClient();
      return codeActions(view, { range, only: context.only, proven, isAsked, explain: state.explainCommand(), client });
    }),
  );
}

function registerStructure(
  connection: Connection,
  workspace: Workspace,
  { answer, from }: Answers,
  state: ServerState,
): void {
  connection.onDocumentSymbol(from(null, documentSymbols));
  connection.onFoldingRanges(from(null, foldingRanges));
  connection.onSelectionRanges(from(null, (view, { positions }) => selectionRanges(view, positions)));
  connection.onDocumentColor(from([], documentColours));
  connection.onColorPresentation(from([], (view, { color, range }) => colourPresentations(view, color, range)));
  connection.languages.inlayHint.on(async ({ textDocument, range }, token) => {
    await workspace.prepared();
    if (workspace.settingsOf(workspace.known(textDocument.uri))['inlayHints.timing']) await state.settled();
    return answer(textDocument.uri, token, null, (view) => inlayHints(view, range));
  });
  connection.onWorkspaceSymbol(async ({ query }, token) => {
    const programs = await workspace.allPrograms();
    return token.isCancellationRequested ? cancelled() : workspaceSymbols(programs, query);
  });
}

/** Counts and costs need the whole program, so they wait until the user stops typing. */
function registerLenses(connection: Connection, { from, fromAll }: Answers, state: ServerState): void {
  connection.onCodeLens(from(null, (view) => codeLenses(view, state.lensCommands())));
  connection.onCodeLensResolve(async (lens, token) => {
    await state.settled();
    const resolve = fromAll((views) => resolveLens(views, lens, state.lensCommands()));
    return resolve({ textDocument: lens.data as LensData }, token);
  });
}

function registerSemanticTokens(
  connection: Connection,
  documents: TextDocuments<TextDocument>,
  { from }: Answers,
): void {
  const tokens = new SemanticTokens();
  documents.onDidClose(({ document }) => tokens.forget(document.uri));
  const { semanticTokens } = connection.languages;
  semanticTokens.on(from({ data: [] }, (view, { textDocument }) => tokens.full(textDocument.uri, view)));
  semanticTokens.onDelta(
    from({ data: [] }, (view, { textDocument, previousResultId }) =>
      tokens.delta(textDocument.uri, view, previousResultId),
    ),
  );
  semanticTokens.onRange(from({ data: [] }, (view, { range }) => tokens.range(view, range)));
}

function registerOwnRequests(connection: Connection, workspace: Workspace, { answer }: Answers): void {
  connection.onRequest(LIBRARY_SOURCE, ({ uri }: LibrarySourceParams): LibrarySourceResult => {
    const source = readLibrary(libraryName(uri) ?? '');
    return { text: 'text' in source ? source.text : '' };
  });
  connection.onRequest(LISTING, ({ uri, line }: ListingParams, token: CancellationToken) =>
    answer<ListingResult>(uri, token, { text: '', lines: [] }, ({ assembly, path }) => assembly.listingOf(path, line)),
  );
  connection.onRequest(PROGRAM, async ({ uri }: ProgramParams): Promise<ProgramResult> => {
    const [program] = await workspace.programsOf(workspace.known(uri));
    return program === undefined ? { failure: 'There is no such program.' } : programResult(program);
  });
  connection.onRequest(SELECTION_CYCLES, ({ uri, first, last }: SelectionCyclesParams, token: CancellationToken) =>
    answer<SelectionCyclesResult>(uri, token, { words: 0, cycles: 0, stretches: 0, branches: 0 }, (view) =>
      selectionCycles(view, first, last),
    ),
  );
  connection.onRequest(MAIN_FILE, async ({ uri }: MainFileParams): Promise<MainFileResult> => {
    const [main] = await workspace.mainFiles(workspace.known(uri));
    return { uri: main === undefined ? uri : workspace.store.spelling(main) };
  });
}

function cancelled(): ResponseError<void> {
  return new ResponseError(LSPErrorCodes.RequestCancelled, 'The request was cancelled');
}

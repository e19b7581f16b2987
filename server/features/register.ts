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
  type ServerCapabilities,
  type TextDocuments,
} from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { SOURCE_EXTENSION } from '../files/file-store.ts';
import type { View } from '../project/view.ts';
import type { Workspace } from '../project/workspace.ts';
import {
  LIBRARY_SOURCE,
  LISTING,
  MAIN_FILE,
  PROGRAM,
  SELECTION_CYCLES,
  type LibrarySourceParams,
  type LibrarySourceResult,
  type ListingParams,
  type ListingResult,
  type MainFileParams,
  type MainFileResult,
  type ProgramParams,
  type ProgramResult,
  type SelectionCyclesParams,
  type SelectionCyclesResult,
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
  refactoringClient(): RefactoringClient;
  lensCommands(): LensCommands;
}

export function registerFeatures(
  connection: Connection,
  workspace: Workspace,
  documents: Documents,
  state: ServerState,
): void {
  registerNavigation(connection, workspace);
  registerEditing(connection, workspace);
  registerActions(connection, workspace, state);
  registerStructure(connection, workspace, state);
  registerLenses(connection, workspace, state);
  registerSemanticTokens(connection, workspace, documents);
  registerTests(connection, workspace);
  connection.onRequest(LIBRARY_SOURCE, ({ uri }: LibrarySourceParams): LibrarySourceResult => {
    const source = readLibrary(libraryName(uri) ?? '');
    return { text: 'text' in source ? source.text : '' };
  });
  const answer = answering(workspace);
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

type Documents = TextDocuments<TextDocument>;

type Answer = <R>(
  uri: string,
  token: CancellationToken,
  none: R,
  feature: (view: View) => R | ResponseError<void>,
) => Promise<R | ResponseError<void>>;

function answering(workspace: Workspace): Answer {
  return async (uri, token, none, feature) => {
    const view = await workspace.view(workspace.known(uri));
    if (token.isCancellationRequested) return cancelled();
    return view === undefined ? none : feature(view);
  };
}

function registerNavigation(connection: Connection, workspace: Workspace): void {
  const answer = answering(workspace);
  connection.onHover(({ textDocument, position }, token) =>
    answer(textDocument.uri, token, null, (view) => hover(view, position)),
  );
  connection.onDefinition(({ textDocument, position }, token) =>
    answer(textDocument.uri, token, null, (view) => definition(view, position)),
  );
  connection.onReferences(async ({ textDocument, position, context }, token) => {
    const views = await workspace.views(workspace.known(textDocument.uri));
    return token.isCancellationRequested ? cancelled() : references(views, position, context.includeDeclaration);
  });
  connection.onDocumentHighlight(({ textDocument, position }, token) =>
    answer(textDocument.uri, token, null, (view) => documentHighlights(view, position)),
  );
  connection.onDocumentLinks(({ textDocument }, token) => answer(textDocument.uri, token, null, documentLinks));
  connection.languages.callHierarchy.onPrepare(({ textDocument, position }, token) =>
    answer(textDocument.uri, token, null, (view) => prepareCallHierarchy(view, position)),
  );
  connection.languages.callHierarchy.onIncomingCalls(({ item }, token) =>
    answer(item.uri, token, null, (view) => incomingCalls(view, item)),
  );
  connection.languages.callHierarchy.onOutgoingCalls(({ item }, token) =>
    answer(item.uri, token, null, (view) => outgoingCalls(view, item)),
  );
}

function registerEditing(connection: Connection, workspace: Workspace): void {
  const answer = answering(workspace);
  connection.onCompletion(async ({ textDocument: { uri }, position }, token) => {
    const view = await workspace.quickView(workspace.known(uri), position.line);
    if (token.isCancellationRequested) return cancelled();
    if (view === undefined) return null;
    const folder = binaryFolder(view, position);
    if (folder === undefined) return complete(view, position);
    const entries = await workspace.store.list(folder);
    return answer(uri, token, null, (view) => complete(view, position, entries));
  });
  connection.onCompletionResolve((item, token) =>
    item.data === undefined
      ? item
      : answer((item.data as CompletionData).uri, token, item, (view) => resolveCompletion(view, item)),
  );
  connection.onSignatureHelp(({ textDocument, position }, token) =>
    answer(textDocument.uri, token, null, (view) => signatureHelp(view, position)),
  );
  connection.onPrepareRename(async ({ textDocument, position }, token) => {
    const views = await workspace.views(workspace.known(textDocument.uri));
    return token.isCancellationRequested ? cancelled() : prepareRename(views, position);
  });
  connection.onRenameRequest(async ({ textDocument, position, newName }, token) => {
    const views = await workspace.views(workspace.known(textDocument.uri));
    return token.isCancellationRequested ? cancelled() : rename(views, position, newName);
  });
  connection.onDocumentFormatting(({ textDocument, options }, token) =>
    answer(textDocument.uri, token, null, (view) => formatDocument(view, options)),
  );
  connection.onDocumentRangeFormatting(({ textDocument, range, options }, token) =>
    answer(textDocument.uri, token, null, (view) => formatRange(view, range, options)),
  );
  connection.onDocumentOnTypeFormatting(({ textDocument, position, options }, token) =>
    answer(textDocument.uri, token, null, (view) => formatOnLineEnd(view, position, options)),
  );
  connection.workspace.onWillRenameFiles(async ({ files }) => {
    const renames = new Map(files.map(({ oldUri, newUri }) => [workspace.known(oldUri), workspace.known(newUri)]));
    return renameFiles(await workspace.sources(), renames, (uri) => workspace.store.spelling(uri));
  });
}

/** An automatic light bulb must not start the proof while the user types; a user who asks gets everything. */
function registerActions(connection: Connection, workspace: Workspace, state: ServerState): void {
  const answer = answering(workspace);
  connection.onCodeAction(({ textDocument, range, context }, token) => {
    const isAsked = context.triggerKind !== CodeActionTriggerKind.Automatic;
    const proven = isAsked || state.isSettled();
    const client = state.refactoringClient();
    const request = { range, only: context.only, proven, isAsked, explain: state.explainCommand(), client };
    return answer(textDocument.uri, token, null, (view) => codeActions(view, request));
  });
}

function registerStructure(connection: Connection, workspace: Workspace, state: ServerState): void {
  const answer = answering(workspace);
  connection.onDocumentSymbol(({ textDocument }, token) => answer(textDocument.uri, token, null, documentSymbols));
  connection.onFoldingRanges(({ textDocument }, token) => answer(textDocument.uri, token, null, foldingRanges));
  connection.onSelectionRanges(({ textDocument, positions }, token) =>
    answer(textDocument.uri, token, null, (view) => selectionRanges(view, positions)),
  );
  connection.onDocumentColor(({ textDocument }, token) => answer(textDocument.uri, token, [], documentColours));
  connection.onColorPresentation(({ textDocument, color, range }, token) =>
    answer(textDocument.uri, token, [], (view) => colourPresentations(view, color, range)),
  );
  connection.languages.inlayHint.on(async ({ textDocument, range }, token) => {
    await workspace.prepared();
    if (workspace.settingsOf(workspace.known(textDocument.uri))['inlayHints.timing']) await state.settled();
    return answer(textDocument.uri, token, null, (view) => inlayHints(view, range));
  });
  connection.onWorkspaceSymbol(async ({ query }, token) => {
    const programs = await workspace.allPrograms();
    if (token.isCancellationRequested) return cancelled();
    return workspaceSymbols(programs, query);
  });
}

/** Counts and costs need the whole program, so they wait until the user stops typing. */
function registerLenses(connection: Connection, workspace: Workspace, state: ServerState): void {
  const answer = answering(workspace);
  connection.onCodeLens(({ textDocument }, token) =>
    answer(textDocument.uri, token, null, (view) => codeLenses(view, state.lensCommands())),
  );
  connection.onCodeLensResolve(async (lens, token) => {
    await state.settled();
    const views = await workspace.views(workspace.known((lens.data as LensData).uri));
    return token.isCancellationRequested ? cancelled() : resolveLens(views, lens, state.lensCommands());
  });
}

function registerSemanticTokens(connection: Connection, workspace: Workspace, documents: Documents): void {
  const answer = answering(workspace);
  const tokens = new SemanticTokens();
  documents.onDidClose(({ document }) => tokens.forget(document.uri));
  const { semanticTokens } = connection.languages;
  semanticTokens.on(({ textDocument }, token) =>
    answer(textDocument.uri, token, { data: [] }, (view) => tokens.full(textDocument.uri, view)),
  );
  semanticTokens.onDelta(({ textDocument, previousResultId }, token) =>
    answer(textDocument.uri, token, { data: [] }, (view) => tokens.delta(textDocument.uri, view, previousResultId)),
  );
  semanticTokens.onRange(({ textDocument, range }, token) =>
    answer(textDocument.uri, token, { data: [] }, (view) => tokens.range(view, range)),
  );
}

function cancelled(): ResponseError<void> {
  return new ResponseError(LSPErrorCodes.RequestCancelled, 'The request was cancelled');
}

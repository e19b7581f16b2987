/**
 * The live listing beside the source: what the active source assembles to, updated while the user types; the lines for
 * the source's cursor are marked and kept in sight.
 *
 * It is a virtual document; the language server provides its text and the source line of each of its lines. A second
 * document of the same kind shows one macro call.
 */
import * as vscode from 'vscode';
import { LANGUAGE_ID, LISTING, type ListingParams, type ListingResult } from '#server/protocol';
import type { ExtensionServer } from '../language-client.ts';
import { expandedTitle, linesFrom } from './listing-lines.ts';

/** The language, and the scheme of these documents. */
const LISTING_LANGUAGE = 'gigatron-listing';
const SCHEME = LISTING_LANGUAGE;
const LISTING_URI = vscode.Uri.from({ scheme: SCHEME, path: '/Listing.lst' });
/** Pause after the last change before the listing is updated, in milliseconds. */
const PAUSE_MS = 300;

export function registerListing({ subscriptions }: vscode.ExtensionContext, server: ExtensionServer): void {
  const listing = new LiveListing(server);
  subscriptions.push(
    listing,
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, listing),
    vscode.commands.registerTextEditorCommand('gigatron.showListing', (editor) => void listing.show(editor)),
    vscode.commands.registerTextEditorCommand('gigatron.expandMacro', (editor) => void listing.expand(editor)),
    vscode.window.onDidChangeActiveTextEditor((editor) => listing.activated(editor)),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => listing.follow(textEditor)),
    vscode.window.onDidChangeVisibleTextEditors(() => listing.follow(vscode.window.activeTextEditor)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => listing.changed(document)),
  );
  server.whenUp(() => listing.renew());
}

class LiveListing implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly renewed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.renewed.event;
  /** Made when a listing is shown for the first time. */
  private mark: vscode.TextEditorDecorationType | undefined;
  private source: vscode.Uri | undefined;
  private lines: readonly number[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly server: ExtensionServer) {}

  async show(editor: vscode.TextEditor): Promise<void> {
    if (editor.document.languageId !== LANGUAGE_ID) return;
    this.take(editor.document.uri);
    await openBeside(LISTING_URI);
    this.follow(editor);
  }

  /** Opens what the macro call in the cursor's line assembles to beside the source. */
  async expand({ document, selection }: vscode.TextEditor): Promise<void> {
    const { line } = selection.active;
    const title = expandedTitle(document.lineAt(line).text, line);
    const query = JSON.stringify({ uri: document.uri.toString(), line });
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${title}.lst`, query });
    // VS Code does not by itself ask again for a document that showed another line.
    this.renewed.fire(uri);
    await openBeside(uri);
  }

  async provideTextDocumentContent({ query }: vscode.Uri): Promise<string> {
    const isLive = query === '';
    const uri = this.source?.toString() ?? '';
    const params = isLive ? { uri } : (JSON.parse(query) as ListingParams);
    const none: ListingResult = { text: '; This makes no words.\n', lines: [] };
    const answer = params.uri === '' ? none : await this.ask(params);
    if (isLive) this.lines = answer.lines;
    return answer.text === '' ? none.text : answer.text;
  }

  activated(editor: vscode.TextEditor | undefined): void {
    if (editor?.document.languageId !== LANGUAGE_ID || !isOpen()) return;
    if (this.source?.toString() !== editor.document.uri.toString()) this.take(editor.document.uri);
    this.follow(editor);
  }

  /** Updates the listing after a pause, also when another file of the program has changed. */
  changed(document: vscode.TextDocument): void {
    if (document.uri.toString() === LISTING_URI.toString()) return this.follow(vscode.window.activeTextEditor);
    if (document.languageId !== LANGUAGE_ID || !isOpen()) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.renew(), PAUSE_MS);
  }

  /** Asks the server again. */
  renew(): void {
    this.renewed.fire(LISTING_URI);
  }

  /** Marks the lines of the cursor's source line, and brings the first one into sight. */
  follow(source: vscode.TextEditor | undefined): void {
    if (source === undefined || source.document.uri.toString() !== this.source?.toString()) return;
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document.uri.toString() !== LISTING_URI.toString()) continue;
      const ranges = linesFrom(this.lines, source.selection.active.line).map(
        (line) => editor.document.lineAt(Math.min(line, editor.document.lineCount - 1)).range,
      );
      this.mark ??= lineMark();
      editor.setDecorations(this.mark, ranges);
      if (ranges[0] !== undefined) editor.revealRange(ranges[0], vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    }
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.renewed.dispose();
    this.mark?.dispose();
  }

  /** The server's listing; without an answer, a line that says why. */
  private async ask(params: ListingParams): Promise<ListingResult> {
    try {
      return await this.server.request<ListingResult>(LISTING, params);
    } catch (error) {
      return { text: `; ${error instanceof Error ? error.message : String(error)}\n`, lines: [] };
    }
  }

  private take(source: vscode.Uri): void {
    this.source = source;
    this.renew();
  }
}

function lineMark(): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor('editor.rangeHighlightBackground'),
    overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.rangeHighlightForeground'),
  });
}

function isOpen(): boolean {
  return vscode.window.visibleTextEditors.some(({ document }) => document.uri.toString() === LISTING_URI.toString());
}

async function openBeside(uri: vscode.Uri): Promise<void> {
  const opened = await vscode.workspace.openTextDocument(uri);
  // The listing of a single file has no head from which its language could be detected.
  const document = await vscode.languages.setTextDocumentLanguage(opened, LISTING_LANGUAGE);
  const options = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true, preview: false };
  await vscode.window.showTextDocument(document, options);
}

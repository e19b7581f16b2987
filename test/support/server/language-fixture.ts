/**
 * A language server for the tests of one file: started before the first test, stopped after the last, and asked about
 * marked sources, each of which is opened as an untitled document.
 */
import type {
  CodeAction,
  CompletionItem,
  CompletionList,
  Diagnostic,
  Hover,
  MarkupContent,
  Position,
  Range,
  TextDocumentContentChangeEvent,
  TextEdit,
} from 'vscode-languageserver-protocol';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { afterAll, beforeAll } from 'vitest';
import { standIn } from '../stand-in.ts';
import { errorsOf, LanguageClient, type ClientOptions } from './language-client.ts';

/**
 * Source text with marks, so that tests of the editor's features name no line and column numbers.
 *
 *     ¦       a cursor
 *     «text»  a range
 *
 * Neither character occurs in the language. Positions are 0-based, columns in UTF-16 units, as in LSP.
 */
interface MarkedSource {
  readonly text: string;
  readonly cursors: readonly Position[];
  readonly ranges: readonly Range[];
}

/** Removes the marks from a text; ranges are in the order of their ends. */
export function markedSource(marked: string): MarkedSource {
  const cursors: Position[] = [];
  const ranges: Range[] = [];
  const open: Position[] = [];
  let text = '';
  let line = 0;
  let character = 0;
  for (const letter of marked) {
    const here = { line, character };
    if (letter === '¦') cursors.push(here);
    else if (letter === '«') open.push(here);
    else if (letter === '»') ranges.push({ start: open.pop()!, end: here });
    else {
      text += letter;
      if (letter === '\n') [line, character] = [line + 1, 0];
      else character += letter.length;
    }
  }
  if (open.length > 0) throw new Error('a range mark is not closed');
  return { text, cursors, ranges };
}

export function textIn(text: string, range: Range): string {
  return TextDocument.create('', '', 0, text).getText(range);
}

export class OpenSource implements MarkedSource {
  /** As it was opened; `replace` changes it. */
  text: string;
  readonly cursors: readonly Position[];
  readonly ranges: readonly Range[];

  private constructor(
    private readonly client: LanguageClient,
    readonly uri: string,
    marked: string,
  ) {
    ({ text: this.text, cursors: this.cursors, ranges: this.ranges } = markedSource(marked));
  }

  static async open(client: LanguageClient, uri: string, marked: string): Promise<OpenSource> {
    const source = new OpenSource(client, uri, marked);
    await client.open(uri, source.text);
    return source;
  }

  /** Asks about the first cursor, or where the parameters say; `method` goes without `textDocument/`. */
  request<R>(method: string, parameters: Readonly<Record<string, unknown>> = {}): Promise<R> {
    const [position] = this.cursors;
    return this.client.request<R>(`textDocument/${method}`, this.uri, { position, ...parameters });
  }

  /** Replaces ranges, or all of it. */
  change(...changes: readonly TextDocumentContentChangeEvent[]): Promise<void> {
    return this.client.change(this.uri, changes);
  }

  /** Replaces the first place of a text. */
  async replace(before: string, after: string): Promise<void> {
    const document = TextDocument.create(this.uri, '', 0, this.text);
    const at = this.text.indexOf(before);
    if (at < 0) throw new Error(`there is no ${before}`);
    this.text = this.text.replace(before, () => after);
    const range = { start: document.positionAt(at), end: document.positionAt(at + before.length) };
    await this.change({ range, text: after });
  }

  diagnostics(): Promise<Diagnostic[]> {
    return this.client.diagnostics(this.uri);
  }

  async errors(): Promise<string[]> {
    return errorsOf(await this.diagnostics()).map(({ message }) => message);
  }

  /** Text of the hover; empty without one. */
  async hoverText(): Promise<string> {
    const answer = await this.request<Hover | null>('hover');
    return answer === null ? '' : (answer.contents as MarkupContent).value;
  }

  async completions(): Promise<CompletionItem[]> {
    return (await this.request<CompletionList | null>('completion'))?.items ?? [];
  }

  /** Code actions of a kind for the first range, or else the first cursor. */
  async actions(kind?: string): Promise<CodeAction[]> {
    const [start] = this.cursors;
    const range = this.ranges[0] ?? { start, end: start };
    const context = { diagnostics: [], ...(kind !== undefined && { only: [kind] }) };
    return (await this.request<CodeAction[] | null>('codeAction', { range, context })) ?? [];
  }
}

/** Starts a server for the tests of the file that calls it. */
export function languageFixture(options: ClientOptions = {}) {
  let client: LanguageClient;
  let documents = 0;
  beforeAll(async () => {
    client = await LanguageClient.start(options);
  });
  afterAll(() => client.stop());
  return {
    client: standIn(() => client),
    /** Opens a marked source as an untitled document. */
    open: (marked: string) => OpenSource.open(client, `untitled:Untitled-${++documents}`, marked),
  };
}

/** Text of a document after edits of it. */
export function applied(text: string, edits: readonly TextEdit[]): string {
  return TextDocument.applyEdits(TextDocument.create('', '', 0, text), [...edits]);
}

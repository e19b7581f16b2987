/**
 * A language server for the tests of one file: started before the first test, stopped after the last, and asked about
 * marked sources, each of which is opened as an untitled document.
 */
import {
  type Position,
  type Range,
  CodeActionKind,
  type CodeAction,
  type CompletionItem,
  type CompletionList,
  type Hover,
  type MarkupContent,
  type TextEdit,
} from 'vscode-languageserver-protocol';
import { afterAll, beforeAll } from 'vitest';
import { LanguageClient, type ClientOptions } from './language-client.ts';

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

export function textIn(text: string, { start, end }: Range): string {
  const lines = text.split('\n').slice(start.line, end.line + 1);
  const last = lines.length - 1;
  if (last < 0) return '';
  lines[last] = lines[last]!.slice(0, end.character);
  lines[0] = lines[0]!.slice(start.character);
  return lines.join('\n');
}

export interface OpenSource extends MarkedSource {
  readonly uri: string;
}

export interface LanguageFixture {
  readonly client: LanguageClient;
  /** Opens a marked source as an untitled document. */
  open(marked: string): Promise<OpenSource>;
  /** Sends a request for the first cursor of a marked source; `method` goes without `textDocument/`. */
  ask<R>(
    method: string,
    marked: string,
    parameters?: Record<string, unknown>,
  ): Promise<{ answer: R; source: OpenSource }>;
  /** Text of the hover at the cursor; empty without one. */
  hoverText(marked: string): Promise<string>;
  /** Candidates at the cursor. */
  completionsAt(marked: string): Promise<CompletionItem[]>;
  /** Quick fixes at the first range, or else the first cursor. */
  actionsAt(marked: string): Promise<{ actions: CodeAction[]; source: OpenSource }>;
}

/** Starts a server for the tests of the file that calls it. */
export function languageFixture(options: ClientOptions = {}): LanguageFixture {
  let client: LanguageClient | undefined;
  let documents = 0;
  beforeAll(async () => {
    client = await LanguageClient.start(options);
  });
  afterAll(async () => {
    await client?.stop();
  });
  const fixture: LanguageFixture = {
    get client() {
      if (client === undefined) throw new Error('the server runs during tests only');
      return client;
    },
    async open(marked) {
      const source = markedSource(marked);
      const uri = `untitled:Untitled-${++documents}`;
      await fixture.client.open(uri, source.text);
      return { ...source, uri };
    },
    async ask<R>(method: string, marked: string, parameters: Record<string, unknown> = {}) {
      const source = await fixture.open(marked);
      const position = source.cursors[0];
      const answer = await fixture.client.request<R>(`textDocument/${method}`, source.uri, { position, ...parameters });
      return { answer, source };
    },
    async hoverText(marked) {
      const { answer } = await fixture.ask<Hover | null>('hover', marked);
      return answer === null ? '' : (answer.contents as MarkupContent).value;
    },
    async completionsAt(marked) {
      const { answer } = await fixture.ask<CompletionList | null>('completion', marked);
      return answer?.items ?? [];
    },
    async actionsAt(marked) {
      const source = await fixture.open(marked);
      const [cursor] = source.cursors;
      const range = source.ranges[0] ?? { start: cursor, end: cursor };
      const parameters = { range, context: { diagnostics: [], only: [CodeActionKind.QuickFix] } };
      const actions = await fixture.client.request<CodeAction[] | null>(
        'textDocument/codeAction',
        source.uri,
        parameters,
      );
      return { actions: actions ?? [], source };
    },
  };
  return fixture;
}

/** Text of a document after edits of it. */
export function applied(text: string, edits: readonly TextEdit[]): string {
  const lines = text.split('\n');
  const offset = ({ line, character }: { line: number; character: number }): number =>
    lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, 0) + character;
  return [...edits]
    .sort((a, b) => offset(b.range.start) - offset(a.range.start))
    .reduce(
      (result, { range, newText }) => result.slice(0, offset(range.start)) + newText + result.slice(offset(range.end)),
      text,
    );
}

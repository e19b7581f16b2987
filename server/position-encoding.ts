/**
 * Columns as the client counts them (LSP `positionEncodings`): the server counts UTF-16 units; for a client that
 * counts bytes of UTF-8, each position is translated as messages come and go.
 *
 * A position only means something in a document, so messages are walked with the URI that applies at each place: the
 * one beside it, or that of the request. Edits of a document are translated one by one, since each refers to the text
 * that the previous ones left.
 */
import { PositionEncodingKind } from 'vscode-languageserver';
import type { ClientCapabilities, Message, TextDocumentContentChangeEvent } from 'vscode-languageserver';
import { remembered } from '#basics';
import { TextDocument } from 'vscode-languageserver-textdocument';

/** The lines of a file as it is now, without their ends; none if the file is not known. */
type LinesOf = (uri: string) => readonly string[];

type Fields = Readonly<Record<string, unknown>>;
type Convert = (text: string, column: number) => number;

interface Walk {
  readonly convert: Convert;
  readonly lineAt: (uri: string, line: number) => string;
}

interface Asked {
  readonly method: string;
  readonly uri: string | undefined;
}

export class PositionEncoding {
  private linesOf: LinesOf | undefined;
  private readonly asked = new Map<unknown, Asked>();

  /** Chooses the encoding that the client prefers among those that the server knows, and returns it. */
  begin({ general }: ClientCapabilities, linesOf: LinesOf): PositionEncodingKind {
    const { UTF8, UTF16 } = PositionEncodingKind;
    const kind = general?.positionEncodings?.find((each) => each === UTF8 || each === UTF16) ?? UTF16;
    this.linesOf = kind === UTF8 ? linesOf : undefined;
    return kind;
  }

  /** Whether columns are translated. */
  get isUtf8(): boolean {
    return this.linesOf !== undefined;
  }

  /** A message from the client, in UTF-16; call it when the message is handled, not when it arrives. */
  received(message: Message): Message {
    const { id, method, params } = message as Message & Fields;
    if (this.linesOf === undefined || typeof method !== 'string') return message;
    const uri = uriIn(params);
    if (id !== undefined) this.asked.set(id, { method, uri });
    if (method === 'textDocument/didChange') return message;
    return { ...message, params: walked(params, uri, this.walk(fromUtf8)) } as Message;
  }

  /** A message to the client, in its columns. */
  sent(message: Message): Message {
    const { id, method, params, result } = message as Message & Fields;
    if (this.linesOf === undefined) return message;
    const walk = this.walk(toUtf8);
    if (method !== undefined) return { ...message, params: walked(params, uriIn(params), walk) } as Message;
    const asked = this.asked.get(id);
    this.asked.delete(id);
    if (asked === undefined || typeof result !== 'object' || result === null) return message;
    const isTokens = asked.method.startsWith('textDocument/semanticTokens') && 'data' in result;
    const answer = isTokens
      ? { ...result, data: tokens(result.data as number[], asked.uri ?? '', walk) }
      : walked(result, asked.uri, walk);
    return { ...message, result: answer } as Message;
  }

  update(document: TextDocument, changes: readonly TextDocumentContentChangeEvent[], version: number): TextDocument {
    if (this.linesOf === undefined) return TextDocument.update(document, [...changes], version);
    let current = document;
    for (const change of changes) {
      const lines = current.getText().split(LINE_END);
      const walk = { convert: fromUtf8, lineAt: (_: string, line: number) => lines[line] ?? '' };
      current = TextDocument.update(current, [walked(change, current.uri, walk)], version);
    }
    return current;
  }

  /** The walk of one message, for which each file is split into lines once. */
  private walk(convert: Convert): Walk {
    const known = new Map<string, readonly string[]>();
    const linesOf = (uri: string): readonly string[] => remembered(known, uri, () => this.linesOf?.(uri) ?? []);
    return { convert, lineAt: (uri, line) => linesOf(uri)[line] ?? '' };
  }
}

export const LINE_END = /\r\n|\r|\n/;

/** The URI that an object's positions belong to. */
function uriIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { uri, textDocument, item, data, from } = value as Fields;
  if (typeof uri === 'string') return uri;
  return uriIn(textDocument) ?? uriIn(item) ?? uriIn(data) ?? uriIn(from);
}

function walked<T>(value: T, uri: string | undefined, walk: Walk): T;
function walked(value: unknown, uri: string | undefined, walk: Walk): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => walked(each as unknown, uri, walk));
  const { line, character } = value as Fields;
  const here = uriIn(value) ?? uri;
  if (typeof line === 'number' && typeof character === 'number')
    return { ...value, character: here === undefined ? character : walk.convert(walk.lineAt(here, line), character) };
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, member(key, each, here, walk)]));
}

/** A member of an object. The members of an edit's `changes` are named by URI; a command's arguments begin with one. */
function member(key: string, value: unknown, uri: string | undefined, walk: Walk): unknown {
  if (key === 'changes' && typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, edits]) => [name, walked(edits as unknown, name, walk)]),
    );
  const first: unknown = key === 'arguments' && Array.isArray(value) ? value[0] : undefined;
  return walked(value, typeof first === 'string' ? first : uri, walk);
}

/** Semantic tokens: five numbers each, the first two as a distance from the token before. */
function tokens(data: readonly number[], uri: string, { lineAt, convert }: Walk): number[] {
  const result: number[] = [];
  let [line, start, written] = [0, 0, 0];
  for (let at = 0; at + 4 < data.length; at += 5) {
    const [down = 0, right = 0, length = 0, type = 0, modifiers = 0] = data.slice(at, at + 5);
    line += down;
    start = down === 0 ? start + right : right;
    const text = lineAt(uri, line);
    const column = convert(text, start);
    result.push(down, down === 0 ? column - written : column, convert(text, start + length) - column, type, modifiers);
    written = column;
  }
  return result;
}

const encoder = new TextEncoder();

/** Converts UTF-16 units to bytes of UTF-8; a column beyond the end of the line keeps its distance from it. */
function toUtf8(text: string, column: number): number {
  return encoder.encode(text.slice(0, column)).length + Math.max(0, column - text.length);
}

/** Converts bytes of UTF-8 to UTF-16 units; the middle of a character becomes its start. */
function fromUtf8(text: string, column: number): number {
  let bytes = 0;
  let units = 0;
  for (const character of text) {
    bytes += encoder.encode(character).length;
    if (bytes > column) return units;
    units += character.length;
  }
  return units + column - bytes;
}

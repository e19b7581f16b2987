/**
 * Messages of a client are checked once, before anything works with them: the members that a method needs must be there
 * and have the shape that the protocol defines.
 *
 * A malformed request is answered with an error that names the member; a notification is dropped, and the client's log
 * says so. A message that is nested too deeply to be serialised again is answered without being read. Both go to
 * handlers of their own (`MALFORMED`), since a message cannot be answered from here.
 */
import { ErrorCodes, ResponseError, type Connection, type Message, type MessageStrategy } from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import { isFailure } from '#basics';
import { arrayOf, integer, mismatch, object, optional, present, string, upTo, type Shape } from '#basics/shape';
import { FIND_TESTS, LISTING, MAIN_FILE, PROGRAM, RUN_TESTS, SELECTION_CYCLES } from './protocol.ts';

const anything: Shape<unknown> = (value) => value;
const offset = upTo(0x7fffffff);
const uri: Shape<string> = (value, name) => {
  const text = string(value, name);
  return isFailure(text) || isUri(text) ? text : mismatch(name, 'a URI');
};
/** An object whose members are not looked at. */
const anyObject = present(object({}));
const position = object({ line: offset, character: offset });
const range = object({ start: position, end: position });
const folders = arrayOf(object({ uri }));
const document = object({ uri });
const at = { textDocument: document, position };
const on = { textDocument: document, range };
const call = { item: object({ uri, range, selectionRange: range, name: string }) };

function isUri(text: string): boolean {
  try {
    return URI.parse(text).toString() !== '';
  } catch {
    return false;
  }
}

/** What the parameters of each method need; other methods of the protocol are not checked. */
const NEEDED: Readonly<Record<string, Readonly<Record<string, Shape<unknown>>>>> = {
  initialize: {
    capabilities: anyObject,
    workspaceFolders: optional(folders),
    rootUri: optional(uri),
    initializationOptions: optional(anyObject),
  },
  '$/cancelRequest': { id: anything },
  '$/setTrace': { value: string },
  'textDocument/didOpen': { textDocument: object({ uri, languageId: string, version: integer, text: string }) },
  'textDocument/didChange': {
    textDocument: object({ uri, version: optional(integer) }),
    contentChanges: arrayOf(object({ text: string, range: optional(range) })),
  },
  'textDocument/didClose': { textDocument: document },
  'textDocument/didSave': { textDocument: document },
  'textDocument/willSave': { textDocument: document },
  'textDocument/willSaveWaitUntil': { textDocument: document },
  'textDocument/hover': at,
  'textDocument/definition': at,
  'textDocument/references': { ...at, context: anyObject },
  'textDocument/documentHighlight': at,
  'textDocument/documentLink': { textDocument: document },
  'textDocument/prepareCallHierarchy': at,
  'callHierarchy/incomingCalls': call,
  'callHierarchy/outgoingCalls': call,
  'textDocument/completion': at,
  'completionItem/resolve': { label: string, data: optional(object({ uri })) },
  'textDocument/codeLens': { textDocument: document },
  'codeLens/resolve': { range, data: object({ uri }) },
  'textDocument/signatureHelp': at,
  'textDocument/prepareRename': at,
  'textDocument/rename': { ...at, newName: string },
  'textDocument/formatting': { textDocument: document },
  'textDocument/rangeFormatting': on,
  'textDocument/onTypeFormatting': at,
  'textDocument/codeAction': { ...on, context: object({ only: optional(arrayOf(string)) }) },
  'textDocument/documentSymbol': { textDocument: document },
  'textDocument/foldingRange': { textDocument: document },
  'textDocument/selectionRange': { textDocument: document, positions: arrayOf(position) },
  'textDocument/inlayHint': on,
  'textDocument/semanticTokens/full': { textDocument: document },
  'textDocument/semanticTokens/full/delta': { textDocument: document, previousResultId: string },
  'textDocument/semanticTokens/range': on,
  'textDocument/diagnostic': { textDocument: document },
  'workspace/diagnostic': { previousResultIds: arrayOf(object({ uri, value: string })) },
  'workspace/symbol': { query: string },
  'workspace/willRenameFiles': { files: arrayOf(object({ oldUri: uri, newUri: uri })) },
  'workspace/didChangeWatchedFiles': { changes: arrayOf(object({ uri, type: integer })) },
  'workspace/didChangeWorkspaceFolders': { event: object({ added: folders, removed: folders }) },
  'workspace/didChangeConfiguration': {},
  [MAIN_FILE]: { uri },
  [PROGRAM]: { uri },
  [LISTING]: { uri, line: optional(offset) },
  [SELECTION_CYCLES]: { uri, first: offset, last: offset },
  [FIND_TESTS]: { uri: optional(uri) },
  [RUN_TESTS]: { main: uri, tests: optional(arrayOf(object({ name: string, uri }))) },
};

/** The sentence on what is wrong with the parameters of a message; undefined if nothing is. */
export function malformed(method: string, params: unknown): string | undefined {
  const needed = Object.hasOwn(NEEDED, method) ? NEEDED[method] : undefined;
  if (needed === undefined) return undefined;
  const checked = present(object(needed))(params, 'params');
  return isFailure(checked) ? `${method}: ${checked.message}.` : undefined;
}

/**
 * How deep the JSON of a message may nest; the protocol's own messages have about ten levels. The parser takes any
 * depth, but writing JSON is recursive: a message of 100,000 levels that the library quotes in an error would end the
 * server.
 */
const MAX_DEPTH = 100;

function isDeep(message: unknown): boolean {
  let level: unknown[] = [message];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return false;
}

/** What replaces a message that is too deep; undefined if it cannot be answered. */
function shallow(message: Message): Message | undefined {
  const { jsonrpc, id, method } = message as Message & { readonly id?: unknown; readonly method?: unknown };
  const text = `JSON of more than ${MAX_DEPTH} levels is not read.`;
  if (typeof id !== 'number' && typeof id !== 'string') return undefined;
  if (typeof method === 'string') return { jsonrpc, id, method: MALFORMED, params: { text } } as Message;
  return { jsonrpc, id, error: { code: ErrorCodes.InvalidParams, message: text } } as Message;
}

/** The method under which a malformed message is passed on to be answered. */
const MALFORMED = 'gigatron/malformed';

/** For `createConnection`: lets well-formed messages through. */
export const checkedMessages: MessageStrategy = {
  handleMessage(message, next) {
    if (isDeep(message)) {
      const answer = shallow(message);
      if (answer !== undefined) next(answer);
      return;
    }
    const { method, params } = message as Message & { readonly method?: unknown; readonly params?: unknown };
    const text = typeof method === 'string' ? malformed(method, params) : undefined;
    next(text === undefined ? message : ({ ...message, method: MALFORMED, params: { text } } as Message));
  },
};

/** Answers what `checkedMessages` did not let through. */
export function answerMalformed(connection: Connection): void {
  connection.onRequest(MALFORMED, ({ text }: { text: string }) => new ResponseError(ErrorCodes.InvalidParams, text));
  connection.onNotification(MALFORMED, ({ text }: { text: string }) => connection.console.error(text));
}

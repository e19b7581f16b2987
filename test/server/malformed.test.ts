/**
 * Messages that no client should send, JSON 100,000 levels deep among them: each request is answered with an error, and
 * the server goes on.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { StreamMessageReader, StreamMessageWriter, type Message } from 'vscode-languageserver-protocol/node';
import { programPath } from '#test/programs.ts';
import { malformed } from '../../server/message-check.ts';

const INVALID_PARAMS = -32602;
const URI = 'file:///project/main.gtasm';
const textDocument = { uri: URI };
const position = { line: 0, character: 0 };

interface Answer {
  readonly id?: number;
  readonly method?: string;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

let server: ChildProcess;
let writer: StreamMessageWriter;
let sequence = 0;
const waiting = new Map<number, (answer: Answer) => void>();

function notify(method: string, params: unknown): Promise<void> {
  return writer.write({ jsonrpc: '2.0', method, params } as Message);
}

/** Resolves with the answer to a request that is sent next. */
function answerTo(id: number): Promise<Answer> {
  return new Promise((resolve) => waiting.set(id, resolve));
}

async function ask(method: string, params: unknown): Promise<Answer> {
  const id = ++sequence;
  const answer = answerTo(id);
  await writer.write({ jsonrpc: '2.0', id, method, params } as Message);
  return answer;
}

beforeAll(async () => {
  server = spawn(process.execPath, [programPath('server'), '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  writer = new StreamMessageWriter(server.stdin!);
  new StreamMessageReader(server.stdout!).listen((message) => {
    const answer = message as Answer;
    if (answer.method === undefined && answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  await ask('initialize', { processId: process.pid, capabilities: {}, workspaceFolders: null });
  await notify('initialized', {});
  const text = 'start:  bra  start\n        nop\n';
  await notify('textDocument/didOpen', { textDocument: { uri: URI, languageId: 'gigatron', version: 1, text } });
});

/** After each test, the server still knows its document; after all of them, it ends properly. */
afterEach(async () => {
  const { result } = await ask('textDocument/hover', { textDocument, position });
  expect(JSON.stringify(result)).toContain('start');
});
afterAll(async () => {
  const ended = once(server, 'exit');
  await ask('shutdown', undefined);
  await notify('exit', undefined);
  expect((await ended)[0]).toBe(0);
});

/** Values where others are expected. */
const HOSTILE: readonly unknown[] = [
  null,
  undefined,
  [],
  {},
  'text',
  -1,
  { textDocument: null, position: null, range: null },
  { textDocument: { uri: 7 }, position, positions: [null] },
  { textDocument: { uri: 'a b:c' }, position, contentChanges: [{ text: 5 }] },
  { textDocument, position: { line: -1, character: 0.5 } },
  { textDocument, range: { start: position }, contentChanges: [{ text: '', range: { start: position } }] },
  { changes: null, files: null, event: null, settings: 5 },
  { changes: [null], files: [null], event: { added: null, removed: [null] } },
  { item: null, label: null, newName: 5, query: null, uri: null },
];

describe('a malformed message', () => {
  it('is answered, if it is a request', async () => {
    const methods = ['hover', 'definition', 'references', 'documentSymbol', 'completion', 'rename', 'codeAction']
      .concat(['selectionRange', 'inlayHint', 'semanticTokens/full', 'formatting', 'foldingRange', 'prepareRename'])
      .map((name) => `textDocument/${name}`)
      .concat([
        'callHierarchy/incomingCalls',
        'completionItem/resolve',
        'workspace/symbol',
        'workspace/willRenameFiles',
      ])
      .concat(['gigatron/mainFile', 'initialize']);
    for (const method of methods) {
      for (const params of HOSTILE) {
        const answer = await ask(method, params);
        if (malformed(method, params) !== undefined) expect(answer.error?.code).toBe(INVALID_PARAMS);
        expect('result' in answer || answer.error !== undefined).toBe(true);
      }
    }
  });

  it('is dropped, if it is a notification', async () => {
    const methods = ['didOpen', 'didChange', 'didClose', 'didSave', 'willSave']
      .map((name) => `textDocument/${name}`)
      .concat(
        ['didChangeWatchedFiles', 'didChangeWorkspaceFolders', 'didChangeConfiguration'].map(
          (name) => `workspace/${name}`,
        ),
      )
      .concat(['$/cancelRequest', '$/setTrace', '$/progress', 'initialized', 'gigatron/malformed', 'none']);
    for (const method of methods) {
      const known = HOSTILE.filter((params) => method !== 'textDocument/didClose' || malformed(method, params));
      for (const params of known) await notify(method, params);
    }
  });

  it('has a sentence that names the member', async () => {
    expect((await ask('textDocument/rename', { textDocument, position })).error?.message).toBe(
      'textDocument/rename: "params.newName" must be a string.',
    );
    expect((await ask('textDocument/hover', null)).error?.message).toBe('textDocument/hover: "params" must be given.');
  });
});

it('answers for 300,000 labels on one line', async () => {
  const uri = 'file:///project/labels.gtasm';
  const text = Array.from({ length: 300_000 }, (_, i) => `l${i}:`).join(' ');
  await notify('textDocument/didOpen', { textDocument: { uri, languageId: 'gigatron', version: 1, text } });
  const other = { textDocument: { uri }, position: { line: 0, character: 1 } };
  const { result } = await ask('textDocument/semanticTokens/full', other);
  expect((result as { data: number[] }).data).toHaveLength(5 * 300_000);
  expect(JSON.stringify((await ask('textDocument/hover', other)).result)).toContain('l0');
  // The outline stays small, and says what it leaves out.
  const edited = { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, text: 'x' };
  await notify('textDocument/didChange', { textDocument: { uri, version: 2 }, contentChanges: [edited] });
  const outline = (await ask('textDocument/documentSymbol', other)).result as { name: string }[];
  expect([outline.length, outline[0]?.name, outline.at(-1)?.name]).toEqual([
    20_001,
    'xl0',
    '(280000 more symbols are not shown)',
  ]);
});

describe('JSON of 100,000 levels', () => {
  const LEVELS = 100_000;
  const ARRAY = '['.repeat(LEVELS) + ']'.repeat(LEVELS);
  const OBJECT = `${'{"a":'.repeat(LEVELS)}1${'}'.repeat(LEVELS)}`;

  function send(body: string): void {
    server.stdin!.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  it.each(['initialize', 'textDocument/hover', 'completionItem/resolve', 'gigatron/mainFile', 'no/method'])(
    'in a request %s is refused with a sentence',
    async (method) => {
      for (const deep of [ARRAY, OBJECT, `{"label":"x","data":${OBJECT}}`]) {
        const id = ++sequence;
        const answer = answerTo(id);
        send(`{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${deep}}`);
        const { error } = await answer;
        expect(error).toMatchObject({ code: INVALID_PARAMS, message: 'JSON of more than 100 levels is not read.' });
      }
    },
  );

  it.each([
    ['a notification', `{"jsonrpc":"2.0","method":"workspace/didChangeWatchedFiles","params":{"changes":${ARRAY}}}`],
    ['a response', `{"jsonrpc":"2.0","id":7,"result":${OBJECT}}`],
    ['an identifier', `{"jsonrpc":"2.0","id":${ARRAY},"method":"textDocument/hover","params":{}}`],
    ['no message at all, an object', OBJECT],
    ['no message at all, an array', ARRAY],
  ])('as %s is ignored', (_what, body) => send(body));
});

/**
 * The language server as a web worker: the bundle in a worker thread with a web worker's interface, with a client that
 * answers requests for files.
 */
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMessageConnection, BrowserMessageReader, BrowserMessageWriter } from 'vscode-jsonrpc/browser';
import type { MessageConnection } from 'vscode-jsonrpc/browser';
import type { Location, PublishDiagnosticsParams } from 'vscode-languageserver-protocol';
import { FIND_SOURCES, READ_FILE, type FindSourcesResult, type ReadFileParams, type ReadFileResult } from '#server';
import { markedSource } from '#test/server/language-fixture.ts';
import { workerText } from '#test/workers/worker-text.ts';

const FOLDER = 'vscode-vfs://github/owner/rom';
const FILES = new Map([
  [`${FOLDER}/main.gtasm`, '        .include "ram.gtasm"\n        .include "draw.gtasm"\n'],
  [`${FOLDER}/ram.gtasm`, '.zp zähler\n.zp «line»\n'],
  [`${FOLDER}/draw.gtasm`, 'draw:   ld   [li¦ne]\n        .include "gone.gtasm"\n'],
]);
/** Gives a worker thread the globals with which a web worker communicates, and removes Node's. */
const FACE = `
const { parentPort } = require('node:worker_threads');
globalThis.self = globalThis;
globalThis.postMessage = (data) => parentPort.postMessage(data);
globalThis.addEventListener = () => undefined;
parentPort.on('message', (data) => globalThis.onmessage({ data }));
for (const name of ['process', 'Buffer', 'global', 'setImmediate', 'clearImmediate']) delete globalThis[name];
`;

/** The part of a message port that the connection uses. */
interface BrowserPort {
  onmessage: ((event: { data: unknown }) => void) | undefined;
  postMessage(data: unknown): void;
  addEventListener(): void;
}

let worker: Worker;
let connection: MessageConnection;
const published = new Map<string, PublishDiagnosticsParams>();

beforeAll(async () => {
  worker = new Worker(FACE + (await workerText('server-browser')), { eval: true });
  const port: BrowserPort = {
    onmessage: undefined,
    postMessage: (data) => worker.postMessage(data),
    addEventListener: () => undefined,
  };
  worker.on('message', (data: unknown) => port.onmessage?.({ data }));
  worker.on('error', (error) => expect.unreachable(String(error)));
  const face = port as unknown as MessagePort;
  connection = createMessageConnection(new BrowserMessageReader(face), new BrowserMessageWriter(face));
  connection.onRequest(READ_FILE, ({ uri }: ReadFileParams): ReadFileResult => {
    const text = FILES.get(uri);
    if (text === undefined) return { failure: 'there is no such file' };
    return { base64: Buffer.from(markedSource(text).text).toString('base64') };
  });
  connection.onRequest(FIND_SOURCES, (): FindSourcesResult => ({ uris: [...FILES.keys()] }));
  connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
    published.set(params.uri, params);
  });
  connection.listen();
  await connection.sendRequest('initialize', {
    processId: null,
    rootUri: null,
    capabilities: {},
    workspaceFolders: [{ uri: FOLDER, name: 'rom' }],
  });
  await connection.sendNotification('initialized', {});
});
afterAll(async () => {
  connection.dispose();
  await worker.terminate();
});

describe('the server in a web worker', () => {
  it('reads the program through the client, on any file system', async () => {
    const uri = `${FOLDER}/draw.gtasm`;
    const { text, cursors } = markedSource(FILES.get(uri)!);
    await connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'gigatron', version: 1, text },
    });
    const params = { textDocument: { uri }, position: cursors[0] };
    const target: Location = await connection.sendRequest('textDocument/definition', params);
    const ram = `${FOLDER}/ram.gtasm`;
    expect(target).toEqual({ uri: ram, range: markedSource(FILES.get(ram)!).ranges[0] });
    while (!published.has(uri)) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(
      published
        .get(uri)!
        .diagnostics.map(({ message }) => message)
        .join(),
    ).toMatch(/gone\.gtasm.*no such file/);
  });
});

/** JSON 100,000 levels deep, anywhere in a message: an answer that says so, and the server survives. */
import { spawn, type ChildProcess } from 'node:child_process';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StreamMessageReader } from 'vscode-languageserver-protocol/node';
import { programPath } from '#test/programs.ts';

const LEVELS = 100_000;
const ARRAY = '['.repeat(LEVELS) + ']'.repeat(LEVELS);
const OBJECT = `${'{"a":'.repeat(LEVELS)}1${'}'.repeat(LEVELS)}`;

let server: ChildProcess;
let exit: number | null | undefined;
const answers = new Map<unknown, unknown>();
let heard = (): void => undefined;

beforeEach(async () => {
  exit = undefined;
  answers.clear();
  const started = spawn(process.execPath, [programPath('server'), '--stdio'], { stdio: ['pipe', 'pipe', 'ignore'] });
  server = started;
  started.on('exit', (status) => {
    if (server !== started) return;
    exit = status;
    heard();
  });
  new StreamMessageReader(started.stdout).listen((message) => {
    const { id, result, error } = message as { id?: unknown; result?: unknown; error?: unknown };
    answers.set(id, error ?? result);
    heard();
  });
  send('"id":0,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}');
  await answerTo(0);
  send('"method":"initialized","params":{}');
});
afterEach(() => server.kill());

function send(properties: string): void {
  sendRaw(`{"jsonrpc":"2.0",${properties}}`);
}

function sendRaw(body: string): void {
  server.stdin!.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

async function answerTo(id: number): Promise<unknown> {
  while (!answers.has(id)) {
    expect(exit).toBeUndefined();
    await new Promise<void>((resolve) => (heard = resolve));
  }
  return answers.get(id);
}

/** Expects that an ordinary request is answered. */
async function expectAlive(): Promise<void> {
  send('"id":99,"method":"gigatron/mainFile","params":{"uri":"file:///a.gtasm"}');
  expect(await answerTo(99)).toEqual({ uri: 'file:///a.gtasm' });
}

it.each(['initialize', 'textDocument/hover', 'completionItem/resolve', 'gigatron/mainFile', 'no/method'])(
  'a request %s is refused with a sentence',
  async (method) => {
    for (const [id, deep] of [ARRAY, OBJECT, `{"label":"x","data":${OBJECT}}`].entries()) {
      send(`"id":${id + 1},"method":"${method}","params":${deep}`);
      expect(await answerTo(id + 1)).toMatchObject({
        code: -32602,
        message: 'JSON of more than 100 levels is not read.',
      });
    }
    await expectAlive();
  },
);

it.each([
  ['a notification', `{"jsonrpc":"2.0","method":"workspace/didChangeWatchedFiles","params":{"changes":${ARRAY}}}`],
  ['a response', `{"jsonrpc":"2.0","id":7,"result":${OBJECT}}`],
  ['an identifier', `{"jsonrpc":"2.0","id":${ARRAY},"method":"textDocument/hover","params":{}}`],
  ['no message at all, an object', OBJECT],
  ['no message at all, an array', ARRAY],
])('%s is passed over', async (_what, body) => {
  sendRaw(body);
  await expectAlive();
});

/** The adapter as a web worker: without Node, with files requested from its client, and the same session inside. */
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { beforeAll, expect, it } from 'vitest';
import { SampleProgram } from '#test/debugger/fixture.ts';
import { workerText } from '#test/workers/worker-text.ts';

interface Message {
  readonly seq: number;
  readonly type: string;
  readonly command?: string;
  readonly event?: string;
  readonly request_seq?: number;
  readonly success?: boolean;
  readonly body?: unknown;
  readonly arguments?: { readonly path: string };
}

const sample = new SampleProgram();
let script: string;
beforeAll(async () => {
  script = await workerText('debugger-browser');
});

/** The bundle in a context that has what a worker has, and nothing from Node. */
class Worker {
  readonly asked: string[] = [];
  private sequence = 1;
  private readonly waiting: {
    readonly fits: (message: Message) => boolean;
    readonly take: (message: Message) => void;
  }[] = [];
  private readonly self: {
    onmessage?: (event: { data: unknown }) => void;
    postMessage(message: Message): void;
    close(): void;
  };

  constructor(code: string) {
    this.self = { postMessage: (message) => this.receive(message), close: () => undefined };
    const globals = {
      self: this.self,
      AbortController,
      performance,
      setTimeout,
      clearTimeout,
      MessageChannel,
      TextDecoder,
      TextEncoder,
      btoa,
      atob,
      URL,
    };
    runInNewContext(code, globals);
  }

  request(command: string, args: object = {}): Promise<Message> {
    const seq = this.sequence++;
    const answer = this.next((message) => message.type === 'response' && message.request_seq === seq);
    this.post({ seq, type: 'request', command, arguments: args });
    return answer;
  }

  next(fits: (message: Message) => boolean): Promise<Message> {
    return new Promise((take) => this.waiting.push({ fits, take }));
  }

  private post(data: unknown): void {
    // Workers answer in a later turn.
    setTimeout(() => this.self.onmessage?.({ data }), 0);
  }

  private receive(message: Message): void {
    const plain = JSON.parse(JSON.stringify(message)) as Message;
    if (plain.type === 'request' && plain.command === 'gigatron/readFile') return this.readFile(plain);
    const index = this.waiting.findIndex(({ fits }) => fits(plain));
    if (index >= 0) this.waiting.splice(index, 1)[0]?.take(plain);
  }

  private readFile({ seq, command, arguments: args }: Message): void {
    const path = (args?.path ?? '').replace('vscode-vfs://host', sample.path);
    this.asked.push(path.slice(sample.path.length + 1));
    const answer = { type: 'response', request_seq: seq, command };
    try {
      this.post({ ...answer, success: true, body: { data: readFileSync(path).toString('base64') } });
    } catch {
      this.post({ ...answer, success: false });
    }
  }
}

it('debugs a program whose files the client gives', async () => {
  const worker = new Worker(script);
  const stopped = (): Promise<Message> => worker.next(({ event }) => event === 'stopped');
  await worker.request('initialize', { adapterID: 'gigatron' });
  const program = 'vscode-vfs://host/main.gtasm';
  expect(await worker.request('launch', { program, stopOnEntry: true })).toMatchObject({ success: true });
  expect(worker.asked).toEqual(['main.gtasm', 'lib/other.gtasm']);
  const entry = stopped();
  await worker.request('configurationDone');
  expect(await entry).toMatchObject({ body: { reason: 'entry' } });
  const path = 'vscode-vfs://host/lib/other.gtasm';
  const line = sample.line('otherReturn');
  await worker.request('setBreakpoints', { source: { path }, breakpoints: [{ line }] });
  const hit = stopped();
  await worker.request('continue', { threadId: 1 });
  expect(await hit).toMatchObject({ body: { reason: 'breakpoint' } });
  expect(await worker.request('stackTrace', { threadId: 1 })).toMatchObject({
    body: { stackFrames: [{ line, source: { path } }, {}] },
  });
  expect(await worker.request('disconnect')).toMatchObject({ success: true });
});

it('says which file is missing', async () => {
  const worker = new Worker(script);
  await worker.request('initialize', { adapterID: 'gigatron' });
  const program = 'vscode-vfs://host/nowhere.gtasm';
  expect(await worker.request('launch', { program })).toMatchObject({
    success: false,
    message: `There is no file "${program}" to debug; check "program" in launch.json.`,
  });
});

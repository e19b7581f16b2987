/** A session in this process over files in memory: paths of Windows and URIs, one answer for each request. */
import { describe, expect, it, vi } from 'vitest';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { failure } from '#basics';
import { NO_SUCH_FILE, type FileContent } from '#files';
import type { Host } from './connection/host.ts';
import { Parking } from './run/debuggee.ts';
import { GigatronDebugSession } from './session.ts';

type Sent = Partial<DebugProtocol.Response & DebugProtocol.Event>;

/** A session with its client, whose files are given by path. */
class TestSession {
  readonly sent: Sent[] = [];
  closed = false;
  private readonly session: GigatronDebugSession;
  private sequence = 1;

  constructor(files: Readonly<Record<string, string>>, later: Host['later'] = afterTime) {
    const host: Host = {
      now: () => performance.now(),
      later,
      readFile: (path) => {
        const text = files[path];
        return Promise.resolve(text === undefined ? failure(NO_SUCH_FILE) : { bytes: new TextEncoder().encode(text) });
      },
    };
    this.session = new GigatronDebugSession({ host, ended: () => (this.closed = true) });
    this.session.onDidSendMessage((message) => this.sent.push(message));
  }

  async request(command: string, args?: unknown): Promise<Sent> {
    const seq = this.sequence++;
    this.session.handleMessage({ seq, type: 'request', command, arguments: args });
    return this.find((message) => message.request_seq === seq);
  }

  async find(fits: (message: Sent) => boolean): Promise<Sent> {
    for (;;) {
      const found = this.sent.find(fits);
      if (found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }
}

function afterTime(task: () => void, delay: number): () => void {
  const handle = setTimeout(task, delay);
  return () => clearTimeout(handle);
}

const MAIN = 'start: ld 1\n .include "lib/part.gtasm"\nhere: bra here\n nop\n';
const PART = ' st [$30]\n';
const FILES = { '/main.gtasm': MAIN.replace('lib/', ''), '/part.gtasm': PART };

describe.each([
  ['POSIX', '/project/main.gtasm', '/project/lib/part.gtasm', '/project/lib/part.gtasm'],
  ['Windows', 'C:\\Project\\main.gtasm', 'C:/Project/lib/part.gtasm', 'c:\\project\\LIB\\part.gtasm'],
  [
    'a virtual workspace',
    'vscode-vfs://github/me/main.gtasm',
    'vscode-vfs://github/me/lib/part.gtasm',
    'vscode-vfs://github/me/lib/part.gtasm',
  ],
])('a program on %s', (_system, program, part, clientPart) => {
  it('is assembled with its includes, and stops at a breakpoint in one', async () => {
    const session = new TestSession({ [program]: MAIN, [part]: PART });
    await session.request('initialize', { adapterID: 'gigatron' });
    expect(await session.request('launch', { program, speed: 'unlimited' })).toMatchObject({ success: true });
    const set = await session.request('setBreakpoints', { source: { path: clientPart }, breakpoints: [{ line: 1 }] });
    expect(set.body).toMatchObject({ breakpoints: [{ verified: true, line: 1 }] });
    await session.request('configurationDone');
    expect((await session.find(({ event }) => event === 'stopped')).body).toMatchObject({ reason: 'breakpoint' });
    await session.request('disconnect');
    expect(session.closed).toBe(true);
  });

  it('that does not assemble is refused with file and line', async () => {
    const session = new TestSession({ [program]: MAIN, [part]: ' st [nothing]\n' });
    await session.request('initialize', { adapterID: 'gigatron' });
    const answer = await session.request('launch', { program });
    expect(answer.success).toBe(false);
    expect(answer.message).toMatch(/^lib\/part\.gtasm:1: /);
  });
});

it.each([
  ['vscode', 'Show Problems'],
  ['nvim-dap', undefined],
])('the dialog of %s about a source with errors has the button %s', async (clientID, label) => {
  const session = new TestSession({ '/main.gtasm': ' st [nothing]\n' });
  await session.request('initialize', { adapterID: 'gigatron', clientID });
  const { body } = await session.request('launch', { program: '/main.gtasm' });
  const { error } = body as DebugProtocol.ErrorResponse['body'];
  expect(error).toMatchObject({ id: 2003, showUser: true });
  expect(error?.urlLabel).toBe(label);
});

describe.each([
  ['POSIX', '/home/project/part/main.gtasm', '/home/project', '/home/other', '/home/project/common.gtasm'],
  ['Windows', 'C:\\Project\\part\\main.gtasm', 'c:\\project\\', 'D:\\Project', 'C:/Project/common.gtasm'],
  [
    'a virtual workspace',
    'vscode-vfs://host/me/part/main.gtasm',
    'vscode-vfs://host/me',
    'vscode-vfs://other/me',
    'vscode-vfs://host/me/common.gtasm',
  ],
])('includes of a program on %s', (_system, program, workspace, elsewhere, common) => {
  const files = { [program]: ' .include "../common.gtasm"\nhere: bra here\n nop\n', [common]: ' nop\n' };
  const launch = async (args: object): Promise<Sent> => {
    const session = new TestSession(files);
    await session.request('initialize', { adapterID: 'gigatron' });
    return session.request('launch', { program, ...args });
  };

  it('stay in the workspace that holds it, else in its own folder', async () => {
    expect(await launch({ workspace })).toMatchObject({ success: true });
    for (const args of [{}, { workspace: elsewhere }, { workspace: program.replace(/t.main\.gtasm$/, '') }]) {
      expect((await launch(args)).message).toContain('"../common.gtasm" leads out of the workspace');
    }
  });
});

it('a session whose client leaves in the middle of a launch leaves the launched program for another client', async () => {
  const parking = new Parking();
  let read = (_content: FileContent): void => undefined;
  const content = new Promise<FileContent>((resolve) => (read = resolve));
  const session = new GigatronDebugSession({
    host: { now: () => 0, later: () => () => undefined, readFile: () => content },
    parking,
  });
  session.handleMessage({ seq: 1, type: 'request', command: 'launch', arguments: { program: '/main.gtasm' } });
  session.shutdown();
  expect(parking.take()).toBeUndefined();
  read({ bytes: new TextEncoder().encode('here: bra here\n nop\n') });
  await vi.waitFor(() => expect(parking.take()?.runner.running).toBe(true), 30_000);
  expect(session.debuggee).toBeUndefined();
});

it('a session that is ended before its breakpoints are set has nothing to start, which is no failure', async () => {
  const session = new TestSession(FILES);
  expect(await session.request('configurationDone')).toMatchObject({ success: false });
  await session.request('launch', { program: '/main.gtasm' });
  await session.request('terminate');
  expect(await session.request('configurationDone')).toMatchObject({ success: true });
});

it('a program whose log points write much waits for its client, a millisecond for each line', async () => {
  const tasks: { readonly run: () => void; readonly delay: number }[] = [];
  const later: Host['later'] = (run, delay) => {
    tasks.push({ run, delay });
    return () => undefined;
  };
  const session = new TestSession(FILES, later);
  await session.request('initialize', { adapterID: 'gigatron' });
  await session.request('launch', { program: '/main.gtasm', speed: 'unlimited' });
  const breakpoints = [{ line: 3, logMessage: 'here' }];
  await session.request('setBreakpoints', { source: { path: '/main.gtasm' }, breakpoints });
  await session.request('configurationDone');
  const lines = (): number => session.sent.filter(({ body }) => body?.output === 'here\n').length;
  while (lines() === 0) tasks.shift()?.run();
  expect(tasks.at(-1)?.delay).toBe(lines());
});

it('a session answers requests in the order in which they come, events after what caused them', async () => {
  const session = new TestSession(FILES);
  const answers = ['initialize', 'launch', 'threads', 'configurationDone'].map((command) =>
    session.request(command, { program: '/main.gtasm', stopOnEntry: true }),
  );
  await Promise.all(answers);
  await session.find(({ event }) => event === 'stopped');
  const sent = session.sent.map(({ event, request_seq: request }) => event ?? request);
  expect(sent.join(' ')).toBe('1 2 initialized 3 4 stopped');
  expect(session.sent.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
});

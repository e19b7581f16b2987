/** Who may use the port of a listening adapter: only debuggers, or optionally only those that know a token. */
import { get } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AdapterClient } from '#test/debugger/adapter-client.ts';
import { SampleProgram } from '#test/debugger/fixture.ts';
import { ListeningAdapter } from '#test/debugger/listening-adapter.ts';

const sample = new SampleProgram();
let adapter: ListeningAdapter;
beforeEach(async () => {
  adapter = await ListeningAdapter.start();
});
afterEach(() => adapter.stop());

/** Writes bytes to the port; returns what came back until the adapter closed the connection. */
function exchange(bytes: string | Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(adapter.port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (data) => (received += data.toString()));
    socket.on('end', () => socket.end());
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}

const launch = (): string => {
  const body = JSON.stringify({ seq: 1, type: 'request', command: 'launch', arguments: { program: sample.slow } });
  return `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
};

/** Expects that nothing runs to attach to, and that the adapter serves the next client. */
async function nothingWasStarted(): Promise<void> {
  const client = await adapter.connect();
  await client.request('initialize', { adapterID: 'gigatron' });
  expect(await client.failure('attach')).toContain('No program runs without a debugger here');
  await client.stop();
}

describe('what is not the debug protocol', () => {
  it('is refused: a web page that posts to the port', async () => {
    const posted = fetch(`http://127.0.0.1:${adapter.port}/`, {
      method: 'POST',
      mode: 'no-cors',
      headers: { Origin: 'http://example.org' },
      body: launch(),
    });
    await expect(posted).rejects.toThrow();
    await nothingWasStarted();
    expect(await adapter.complaint(1)).toMatch(
      /^A client was refused: "POST \/ HTTP\/1\.1" is not the debug protocol, .*\n$/,
    );
  });

  it('is refused: a web socket', async () => {
    const headers = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' };
    const upgrade = get(`http://127.0.0.1:${adapter.port}/`, { headers });
    await new Promise((resolve) => upgrade.on('error', resolve));
    expect(await adapter.complaint(1)).toContain('"GET / HTTP/1.1" is not the debug protocol');
  });

  it.each([
    ['an Origin beside the length', 'Origin: http://example.org\r\n'],
    ['a header of another protocol', 'Content-Type: application/json\r\n'],
  ])('is refused: %s', async (_what, header) => {
    const answer = await exchange(header + launch());
    expect(answer).toMatch(/^Content-Length: \d+\r\n\r\n\{"seq":.*"event":"output".*the connection is closed\..*\}$/);
    await nothingWasStarted();
  });

  it('is reported once, and costs the connection: a length that is not a number, a header of 10 MB without an end', async () => {
    expect(await exchange('Content-Length: many\r\n\r\n{}')).toContain('"many\\" is not a number of bytes');
    expect(await exchange(Buffer.alloc(10_000_000, 'a'))).toContain('no end within 256 bytes');
    expect((await adapter.complaint(2)).match(/\n/g)).toHaveLength(2);
    await nothingWasStarted();
  });

  it('costs itself alone: a body that is not JSON', async () => {
    const client = await adapter.connect();
    client.sendRaw('{"seq":');
    expect(await client.event('output')).toMatchObject({
      category: 'stderr',
      output: expect.stringContaining('JSON') as unknown,
    });
    await client.request('initialize', { adapterID: 'gigatron' });
    await client.stop();
  });
});

describe('standard input', () => {
  it.each(['Content-Length: many\r\n\r\n{}', 'POST / HTTP/1.1\r\n', 'a'.repeat(10_000_000)])(
    'that is not the debug protocol ends the adapter with one sentence: %.30s',
    async (bytes) => {
      const client = await AdapterClient.start();
      client.writeRaw(bytes);
      expect(await client.exited).toBe(2);
      expect(client.stderr).toMatch(/^.*; the connection is closed\.\n$/);
      expect(client.events).toHaveLength(1);
    },
  );
});

describe('a client whose connection is reset', () => {
  it('is treated like one that closes it: its program runs on, and can be attached to', async () => {
    const first = await adapter.connect();
    await first.launchStopped({ program: sample.slow, speed: 'unlimited' });
    await first.reset();
    const second = await attached();
    await second.request('configurationDone');
    expect((await second.move('pause')).reason).toBe('pause');
    await second.stop();
    expect(adapter.complaints).toBe('');
  });

  it('while views are being sent to it', async () => {
    const first = await adapter.connect();
    await first.launch({ program: sample.slow, speed: 'unlimited' });
    await first.request('configurationDone');
    for (let asked = 0; asked < 20; asked++) void first.ask('gigatron/tables').catch(() => undefined);
    await first.reset();
    const second = await attached();
    await second.request('disconnect', { terminateDebuggee: true });
    await second.exited;
    await nothingWasStarted();
    expect(adapter.complaints).toBe('');
  });

  /** A client that gets what the previous one left; the adapter may notice the end of that one a little later. */
  async function attached(): Promise<AdapterClient> {
    const client = await adapter.connect();
    await client.request('initialize', { adapterID: 'gigatron' });
    while (!(await client.ask('attach')).success);
    return client;
  }
});

describe('a token', () => {
  let guarded: ListeningAdapter;
  afterEach(() => guarded.stop());

  async function refusal(args: object): Promise<readonly [string, string]> {
    const client = await guarded.connect();
    await client.request('initialize', { adapterID: 'gigatron' });
    const launched = await client.failure('launch', { program: sample.main, ...args });
    const refused = [launched, await client.failure('attach', args)] as const;
    await client.stop();
    return refused;
  }

  it('is made up and printed, and required from every client that launches or attaches', async () => {
    guarded = await ListeningAdapter.start(['--token']);
    const token = /"token": "([0-9a-f]{32})"/.exec(guarded.output)?.[1] ?? '';
    expect(await refusal({})).toEqual(Array(2).fill(expect.stringContaining('started with --token')));
    expect(await refusal({ token: 'guessed' })).toEqual(Array(2).fill(expect.stringContaining('is not the one')));
    const first = await guarded.connect();
    await first.launchStopped({ program: sample.slow, token });
    await first.request('disconnect', { terminateDebuggee: false });
    await first.exited;
    const second = await guarded.connect();
    await second.attach({ token });
    await second.stop();
    expect(guarded.complaints).toBe('');
  });

  it('can be given in the environment, and is not printed then', async () => {
    guarded = await ListeningAdapter.start(['--token'], { GIGATRON_DEBUG_TOKEN: 'ours' });
    expect(guarded.output).not.toContain('ours');
    expect(await refusal({})).toEqual(Array(2).fill(expect.stringContaining('started with --token')));
    const client = await guarded.connect();
    await client.launchStopped({ program: sample.main, token: 'ours' });
    await client.stop();
  });
});

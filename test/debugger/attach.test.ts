/** An adapter that listens on a port: one client leaves a program running, and another attaches to it. */
import { spawn } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { programPath } from '#test/programs.ts';
import { AdapterClient } from '#test/debugger/adapter-client.ts';
import { SampleProgram } from '#test/debugger/fixture.ts';
import { ListeningAdapter } from '#test/debugger/listening-adapter.ts';

const sample = new SampleProgram();
let adapter: ListeningAdapter;
beforeEach(async () => {
  adapter = await ListeningAdapter.start();
});
afterEach(() => {
  adapter.stop();
  expect(adapter.complaints).toBe('');
});

/** Launches the slow counter, lets it count, and disconnects. */
async function leaveRunning(args: object = {}): Promise<number> {
  const client = await adapter.connect();
  await client.launchStopped({ program: sample.slow, speed: 'unlimited', ...args });
  await client.breakAt(sample.slow, { line: sample.line('tick'), condition: 'outer == 2' });
  await client.move('continue');
  const cycle = await client.cycle();
  await client.request('disconnect', { terminateDebuggee: false });
  await client.exited;
  return cycle;
}

describe('a program that was left running', () => {
  it('runs on without the breakpoints of the client that left, and can be attached to, with its past', async () => {
    const left = await leaveRunning();
    const client = await adapter.connect();
    await client.attach();
    await client.request('configurationDone');
    expect((await client.move('pause')).reason).toBe('pause');
    expect(await client.cycle()).toBeGreaterThan(left);
    await client.runTo(sample.slow, sample.line('tick'));
    // The past from before this client is also available.
    await client.breakIn('start');
    await client.move('reverseContinue');
    expect(await client.cycle()).toBeLessThan(left);
    await client.stop();
  });

  it('is still there when its client goes without notice', async () => {
    await leaveRunning();
    const first = await adapter.connect();
    await first.attach();
    await first.stop();
    const second = await adapter.connect();
    await second.attach();
    await second.stop();
  });

  it('is left again by an attached client that only disconnects', async () => {
    await leaveRunning();
    for (let count = 0; count < 2; count++) {
      const client = await adapter.connect();
      await client.attach();
      await client.request('disconnect');
      await client.exited;
    }
  });

  it('belongs to one client at a time, and ends when that one says so', async () => {
    await leaveRunning();
    const [first, second] = [await adapter.connect(), await adapter.connect()];
    await first.attach();
    await second.request('initialize', { adapterID: 'gigatron' });
    expect(await second.failure('attach')).toContain('No program runs without a debugger here');
    await first.request('disconnect', { terminateDebuggee: true });
    await first.exited;
    expect(await second.failure('attach')).toContain('No program runs without a debugger here');
    await second.stop();
  });

  it('restarts under its new client as it was launched', async () => {
    await leaveRunning({ defines: { LEVEL: 3 } });
    const client = await adapter.connect();
    await client.attach();
    await client.request('configurationDone');
    await client.request('restart', {});
    expect((await client.stopped()).reason).toBe('entry');
    expect(await client.cycle()).toBe(0);
    await client.stop();
  });
});

describe('attaching', () => {
  it('is offered with its counterpart, disconnecting, only where the adapter outlives its client', async () => {
    const [listening, own] = [await adapter.connect(), await AdapterClient.start()];
    const capabilities = (client: AdapterClient): Promise<object> => client.request('initialize', { adapterID: 'x' });
    expect(await capabilities(listening)).toMatchObject({ supportTerminateDebuggee: true });
    expect(await capabilities(own)).not.toHaveProperty('supportTerminateDebuggee');
    expect(await own.failure('attach')).toContain('launch one, and disconnect from it');
    await Promise.all([listening.stop(), own.stop()]);
  });
});

it.each([['--port'], ['--port', 'x'], ['--port', '70000'], ['--listen', '1'], ['--token']])(
  'an adapter ends with status 2 for the arguments %s %s',
  async (...words) => {
    const wrong = spawn(process.execPath, [programPath('debugger'), ...words]);
    const status = await new Promise((resolve) => wrong.on('exit', resolve));
    expect(status).toBe(2);
  },
);

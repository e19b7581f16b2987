/** The process of an adapter: a launch that runs in real time, a restart, and how it ends. */
import { describe, expect, it } from 'vitest';
import { processForEachTest, SampleProgram } from '#test/debugger/fixture.ts';

const sample = new SampleProgram();
const client = processForEachTest();

describe('a launch', () => {
  it('without stop on entry runs until it is paused, in real time', async () => {
    await client.launch({ program: sample.main });
    const before = Date.now();
    await client.request('configurationDone');
    while ((await client.cycle()) === 0);
    expect((await client.move('pause')).reason).toBe('pause');
    // Never faster than the machine; how much slower depends on the host.
    expect(await client.cycle()).toBeLessThan((Date.now() - before + 50) * 6250);
  });
});

describe('a session', () => {
  it('ends by terminate and disconnect', async () => {
    await client.launchStopped({ program: sample.main });
    await client.request('terminate');
    await client.event('terminated');
    await client.request('disconnect');
    expect(await client.exited).toBe(0);
  });

  it('ends by disconnect while the program runs', async () => {
    await client.launch({ program: sample.main });
    await client.request('configurationDone');
    await client.request('disconnect');
    await client.event('terminated');
    expect(await client.exited).toBe(0);
  });
});

describe('a restart', () => {
  it('reports its progress before the answer', async () => {
    await client.launchStopped({ program: sample.main });
    const answer = await client.ask('restart', {});
    const progress = client.events.filter(({ event }) => event.startsWith('progress')).slice(2);
    expect(progress.map(({ event, seq }) => [event, seq < answer.seq])).toEqual([
      ['progressStart', true],
      ['progressEnd', true],
    ]);
  });
});

/** Long backward runs: progress is shown; pause and cancel work. */
import type { DebugProtocol } from '@vscode/debugprotocol';
import { beforeEach, describe, expect, it } from 'vitest';
import { clientForEachTest, folderForAllTests } from '#test/debugger/fixture.ts';

/** Counts in a loop of five cycles, and once in 1,300 further out. */
const PROGRAM = `
        .zp inner
        .zp outer
start:  ld   0
        st   [outer]
inside: ld   [inner]            ; line 6
        adda 1
        st   [inner]
        bne  inside
        nop
        ld   [outer]            ; line 11
        adda 1
        bra  inside
        st   [outer]            ; line 14
`;
const HOT = 6;
const RARE = 11;
const program = folderForAllTests().write('loops.gtasm', PROGRAM);

const client = clientForEachTest();

async function runTo(cycle: number): Promise<number> {
  await client.breakAt(program, { line: RARE, condition: `cycle >= ${cycle}` });
  await client.move('continue');
  return reached();
}

async function reached(): Promise<number> {
  return Number(/\d+(?=\)|$)/.exec(await client.evaluate('cycle'))?.[0]);
}

beforeEach(() => client.launchStopped({ program, speed: 'unlimited' }));

describe('a search over millions of rejected hits', () => {
  /** Begins one that finds nothing; returns the progress that it shows, after that of the launch. */
  async function search(): Promise<DebugProtocol.ProgressStartEvent['body']> {
    for (const event of ['progressStart', 'progressEnd']) await client.event(event);
    await client.breakAt(program, { line: HOT, condition: 'cycle < 0' });
    await client.request('reverseContinue', { threadId: 1 });
    return client.event('progressStart');
  }

  it('shows its progress, and goes back to its beginning when it is cancelled', async () => {
    const begun = await runTo(60_000_000);
    const { progressId, title, cancellable } = await search();
    expect([title, cancellable]).toEqual(['Running back', true]);
    // An edit would apply to a moment that the user does not see.
    expect(await client.failure('evaluate', { expression: 'outer = 1', context: 'repl' })).toMatch(
      /cannot be set here/,
    );
    await client.request('gigatron/input', { pad: ['a'] });
    await client.request('cancel', { progressId });
    expect(await client.stopped()).toMatchObject({
      reason: 'pause',
      description: expect.stringContaining('Cancelled') as string,
    });
    expect(await client.event('progressEnd')).toEqual({ progressId });
    expect(await reached()).toBe(begun);
  });

  it('stops where it is when it is paused, and can go on from there', async () => {
    const begun = await runTo(60_000_000);
    await search();
    await client.request('pause', { threadId: 1 });
    expect(await client.stopped()).toMatchObject({ reason: 'pause' });
    const paused = await reached();
    expect(paused).toBeLessThan(begun);
    await client.breakAt(program, { line: RARE });
    await client.move('reverseContinue');
    expect(await reached()).toBeLessThan(paused);
    expect(await reached()).toBeGreaterThan(paused - 1900);
  });
});

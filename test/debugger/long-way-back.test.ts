/** A long backward run is paused. `cases/long-way-back.txt` has what else happens on such a way. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { clientForEachTest } from '#test/debugger/fixture.ts';

const HOT = 6;
const RARE = 11;
const program = join(import.meta.dirname, 'sample/loops.gtasm');

const client = clientForEachTest();

async function reached(): Promise<number> {
  return Number(/\d+(?=\)|$)/.exec(await client.evaluate('cycle'))?.[0]);
}

it('stops where it is when it is paused, and can go on from there', async () => {
  await client.launchStopped({ program, speed: 'unlimited' });
  await client.breakAt(program, { line: RARE, condition: 'cycle >= 60000000' });
  await client.move('continue');
  const begun = await reached();
  // Nothing is found; after the progress of the launch comes that of the search.
  for (const event of ['progressStart', 'progressEnd']) await client.event(event);
  await client.breakAt(program, { line: HOT, condition: 'cycle < 0' });
  await client.request('reverseContinue', { threadId: 1 });
  await client.event('progressStart');
  await client.request('pause', { threadId: 1 });
  expect(await client.stopped()).toMatchObject({ reason: 'pause' });
  const paused = await reached();
  expect(paused).toBeLessThan(begun);
  await client.breakAt(program, { line: RARE });
  await client.move('reverseContinue');
  expect(await reached()).toBeLessThan(paused);
  expect(await reached()).toBeGreaterThan(paused - 1900);
});

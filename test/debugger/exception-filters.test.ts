/** The exception filter "Read of unwritten RAM" never stops in the samples, which write before they read. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { clientForEachTest } from '#test/debugger/fixture.ts';

const ROOT = join(import.meta.dirname, '../..');
const SAMPLES = readdirSync(join(ROOT, 'samples'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const client = clientForEachTest();

it.each(SAMPLES)('samples/%s', async (name) => {
  const program = join(ROOT, 'samples', name, 'main.gtasm');
  await client.launchStopped({ program, speed: 'unlimited', seed: 11 });
  await client.filter('unwritten');
  const stops = (): number => client.events.filter(({ event }) => event === 'stopped').length;
  await client.request('continue', { threadId: 1 });
  while (stops() === 1 && Number(/(\d+)\)?$/.exec(await client.evaluate('cycle'))?.[1]) < 4_000_000);
  await client.request('pause', { threadId: 1 });
  expect(await client.stopped()).toMatchObject({ reason: 'pause' });
});

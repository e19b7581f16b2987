/** A source that has changed since the program was assembled is reported once, when the program stops in it. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { clientForEachTest, sampleForAllTests } from '#test/debugger/fixture.ts';

const sample = sampleForAllTests();
const client = clientForEachTest();

it('is reported once', async () => {
  await client.launchStopped({ program: sample.main });
  await client.move('next');
  expect(client.events.filter(({ event }) => event === 'gigatron/sourceChanged')).toEqual([]);
  const text = readFileSync(sample.main, 'utf8');
  sample.files.write('main.gtasm', `${text}; changed\n`);
  await client.move('next');
  expect(await client.event('gigatron/sourceChanged')).toEqual({ path: sample.main });
  await client.move('next');
  await client.move('next');
  expect(client.events.filter(({ event }) => event === 'gigatron/sourceChanged')).toHaveLength(1);
  await client.request('restart', { arguments: { program: sample.main, stopOnEntry: true } });
  await client.stopped();
  await client.move('next');
  await client.move('next');
  expect(client.events.filter(({ event }) => event === 'gigatron/sourceChanged')).toHaveLength(1);
});

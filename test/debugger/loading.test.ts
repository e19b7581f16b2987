/** That a program is being loaded is told while it is, and not with the answer. */
import { expect, it } from 'vitest';
import { clientForEachTest, sampleForAllTests } from '#test/debugger/fixture.ts';

const sample = sampleForAllTests();
const client = clientForEachTest((started) => started.launchStopped({ program: sample.main }));

it('says so while it is being loaded, and not with the answer', async () => {
  const answer = await client.ask('restart', {});
  const progress = client.events.filter(({ event }) => event.startsWith('progress')).slice(2);
  expect(progress.map(({ event, seq }) => [event, seq < answer.seq])).toEqual([
    ['progressStart', true],
    ['progressEnd', true],
  ]);
});

/** Measuring a stretch of the run: the handler separately, and documents for other programs. */
import { expect, it } from 'vitest';
import type { MeasuredMessage, Stretch } from '#debugger/protocol';
import { clientForEachTest, sampleForAllTests } from '#test/debugger/fixture.ts';

const sample = sampleForAllTests();
const client = clientForEachTest();

async function measure(stretch: Stretch): Promise<MeasuredMessage> {
  const told = client.event<MeasuredMessage>('gigatron/measured');
  await client.move('gigatron/measure', { stretch });
  return told;
}

it('counts the handler separately, and gives documents for other programs', async () => {
  await client.launchStopped({ program: sample.checked, speed: 'unlimited' });
  await client.runTo(sample.checked, sample.line('refill'));
  await client.runTo(sample.checked, sample.line('refill'));
  const measured = await measure('run');
  expect(measured.from).toBe(0);
  expect(measured.handlerCycles).toBeGreaterThan(0);
  expect(measured.regions.reduce((sum, { exclusive }) => sum + exclusive, 0)).toBe(measured.to);
  const { nodes } = JSON.parse(measured.cpuProfile) as { nodes: { hitCount: number }[] };
  expect(nodes.reduce((sum, { hitCount }) => sum + hitCount, 0)).toBe(measured.to);
  expect(measured.lcov).toContain(`SF:${sample.checked}\n`);
  // From inside the handler to its next visit: the interrupted code goes on where it was.
  const between = await measure('stops');
  expect(between.regions.filter(({ inHandler }) => inHandler).map(({ name }) => name)).toContain('handler');
  expect(between.regions.find(({ name }) => name === 'loop')).toMatchObject({ inHandler: false });
});

/** Measuring a stretch of the run: profile and coverage, while the machine stays where it is. */
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

const countOf = ({ files }: MeasuredMessage, path: string, name: string): unknown => {
  const found = files.find((file) => file.path === path)?.lines.find(({ line }) => line === sample.line(name) - 1);
  return found && { count: found.count, cycles: found.cycles };
};

it('counts the run from the stop before, and leaves the machine where it is', async () => {
  await client.launchStopped({ program: sample.main, speed: 'unlimited' });
  await client.runTo(sample.main, sample.line('bump'));
  await client.runTo(sample.main, sample.line('bump'));
  const [position, cycle] = [await client.position(), await client.evaluate('cycle')];
  const measured = await measure('stops');
  expect([await client.position(), await client.evaluate('cycle')]).toEqual([position, cycle]);
  // From one entry of `bump` to the next: once through it, and on into `other`, which calls it again.
  expect(countOf(measured, sample.main, 'bump')).toEqual({ count: 1, cycles: 1 });
  expect(countOf(measured, sample.main, 'macro1')).toEqual({ count: 2, cycles: 2 });
  expect(countOf(measured, sample.main, 'expand')).toEqual({ count: 1, cycles: 3 });
  expect(countOf(measured, sample.main, 'queen')).toEqual({ count: 0, cycles: 0 });
  const bump = measured.regions.find(({ name }) => name === 'bump');
  expect(bump).toMatchObject({ exclusive: 6, inclusive: 6, path: sample.main });
  expect(measured.regions.reduce((sum, { exclusive }) => sum + exclusive, 0)).toBe(measured.to - measured.from);
  // A call in progress at the beginning has returned to its caller, from which `other` is called.
  const other = measured.regions.find(({ name }) => name === 'other');
  expect(other).toMatchObject({ arrivals: 1, exclusive: 3 });
  // Again, after a step back: nothing is counted twice.
  await client.move('stepBack');
  await client.runTo(sample.main, sample.line('bump'));
  expect((await measure('run')).to).toBe(measured.to);
});

it('counts the handler separately, and gives documents for other programs', async () => {
  await client.launchStopped({ program: sample.checked, speed: 'unlimited' });
  await client.runTo(sample.checked, sample.line('checked refill'));
  await client.runTo(sample.checked, sample.line('checked refill'));
  const measured = await measure('run');
  expect(measured.from).toBe(0);
  expect(measured.handlerCycles).toBeGreaterThan(0);
  const { nodes } = JSON.parse(measured.cpuProfile) as { nodes: { hitCount: number }[] };
  expect(nodes.reduce((sum, { hitCount }) => sum + hitCount, 0)).toBe(measured.to);
  expect(measured.lcov).toContain(`SF:${sample.checked}\n`);
  // From inside the handler to its next visit: the interrupted code goes on where it was.
  const between = await measure('stops');
  expect(between.regions.filter(({ inHandler }) => inHandler).map(({ name }) => name)).toContain('handler');
  expect(between.regions.find(({ name }) => name === 'loop')).toMatchObject({ inHandler: false });
});

it('refuses a stretch that does not exist', async () => {
  await client.launchStopped({ program: sample.main });
  expect(await client.failure('gigatron/measure', { stretch: 'search' })).toMatch(/declares no search/);
  expect(await client.failure('gigatron/measure', { stretch: 'stops' })).toMatch(/no previous stop/);
});

it('goes on to the next write of a byte', async () => {
  await client.launchStopped({ program: sample.main });
  const { text } = await client.move('gigatron/seek', { to: 'next-write', name: 'counter' });
  expect(text).toBe('The next write of counter: $00 → $01');
  expect(await client.line()).toBe(sample.line('call'));
  await client.move('gigatron/seek', { to: 'next-write', name: 'counter' });
  expect(await client.line()).toBe(sample.line('return'));
});

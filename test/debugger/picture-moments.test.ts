/** Where a scan line and a frame began, found from inside them, and again from there. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CYCLES_PER_FRAME, CYCLES_PER_LINE } from '#isa';
import { clientForEachTest } from '#test/debugger/fixture.ts';

const program = join(import.meta.dirname, '../../samples/bars/main.gtasm');
const client = clientForEachTest((started) => started.launchStopped({ program, speed: 'unlimited' }));

const number = async (name: string): Promise<number> => Number(await client.evaluate(`${name},d`));

it.each([
  ['scan-line', 'lineCycle', 1, CYCLES_PER_LINE],
  ['frame', 'line', 0, CYCLES_PER_FRAME],
])('the start of the %s', async (to, counted, first, length) => {
  await client.breakIn({ name: 'line.sameRow', condition: 'cycle > 300000' });
  expect((await client.move('continue')).reason).toBe('function breakpoint');
  const before = await number('cycle');
  await client.move('gigatron/seek', { to });
  const found = await number('cycle');
  expect(before - found).toBeLessThanOrEqual(length);
  await client.move('gigatron/seek', { to });
  expect(await number('cycle')).toBe(found - length);
  // The next instruction begins the pulse.
  await client.move('next', { granularity: 'instruction' });
  expect(await number(counted)).toBe(first);
});

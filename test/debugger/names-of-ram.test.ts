/** Names of RAM as function breakpoints, and going to writes of a range: what the menus of views use. */
import { expect, it } from 'vitest';
import { clientForEachTest, sampleForAllTests } from '#test/debugger/fixture.ts';

const sample = sampleForAllTests();
const client = clientForEachTest((started) => started.launchStopped({ program: sample.main }));

it('a name of RAM in the list of functions stops where its bytes change, there and back', async () => {
  const breakpoints = await client.breakIn('board[$39]', 'bump', 'nothing');
  expect(breakpoints.map(({ verified }) => verified)).toEqual([true, true, false]);
  expect((await client.move('continue')).reason).toBe('function breakpoint');
  await client.breakIn('board[$39]', 'counter');
  const changed = await client.move('continue');
  expect(changed).toMatchObject({ reason: 'data breakpoint', text: expect.stringContaining('counter was written') });
  await client.breakIn('board[$39]');
  const placed = await client.move('continue');
  expect(placed.text).toMatch(/^board\[\$39\] was written at .*: empty → white queen$/);
  const line = await client.line();
  await client.move('next');
  expect((await client.move('reverseContinue')).text).toBe(placed.text);
  expect(await client.line()).toBe(sample.line('place'));
  expect((await client.move('continue')).text).toBe(placed.text);
  expect(await client.line()).toBe(line);
});

it('a name of RAM is bound again after a restart, with its condition', async () => {
  await client.breakIn({ name: 'counter', condition: 'counter == 4' });
  await client.request('restart', { arguments: { program: sample.main } });
  expect((await client.stopped()).reason).toBe('data breakpoint');
  expect(await client.evaluate('counter')).toBe('$04 (4)');
});

it.each([(address: number) => `$${address.toString(16)}`, (address: number) => `0x${address.toString(16)}`, String])(
  'an address alone is that of a byte, in each notation',
  async (written) => {
    const name = written(Number.parseInt(await client.evaluate('&counter,d'), 10));
    expect(await client.breakIn(name)).toMatchObject([{ verified: true }]);
    expect((await client.move('continue')).text).toMatch(/^counter was written at /);
    await client.breakIn();
    expect((await client.move('gigatron/seek', { to: 'last-write', name })).text).toMatch(/^The last write of [$\d]/);
    expect(await client.breakIn('ac', 'e4')).toMatchObject([{ verified: false }, { verified: false }]);
  },
);

it('the last write of a range of RAM is found', async () => {
  await client.runTo(sample.main, sample.line('jump'));
  const stop = client.stopped();
  await client.request('gigatron/seek', { to: 'last-write', name: 'ram:0x3900/256' });
  expect(await stop).toMatchObject({ text: 'The last write of $3900, 256 bytes: empty → white queen' });
  expect(await client.line()).toBe(sample.line('place'));
});

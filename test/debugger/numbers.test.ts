/** How values are written: hexadecimal, decimal, both; and what is typed back. */
import { expect, it } from 'vitest';
import { clientForEachTest, sampleForAllTests } from '#test/debugger/fixture.ts';

const sample = sampleForAllTests();
const client = clientForEachTest((started) => started.launchStopped({ program: sample.main }));

it('is what the user chose, even after a restart', async () => {
  await client.request('setExpression', { expression: 'counter', value: '12' });
  expect(await client.evaluate('counter')).toBe('$0c (12)');
  await client.request('gigatron/numbers', { style: 'decimal' });
  expect(await client.event('invalidated')).toBeDefined();
  expect([await client.evaluate('counter'), await client.evaluate('board[$39]')]).toEqual(['12', '0 (empty)']);
  const answer = await client.request('setExpression', { expression: 'board[$39]', value: '20 (empty)' });
  expect(answer).toEqual({ value: '20 (white queen)' });
  await client.request('gigatron/numbers', { style: 'hexadecimal' });
  expect(await client.evaluate('counter')).toBe('$0c');
  await client.request('restart', { arguments: { program: sample.main, stopOnEntry: true } });
  await client.stopped();
  expect(await client.evaluate('counter')).toBe('$00');
});

it('is only hexadecimal where the protocol asks for it', async () => {
  const asked = { expression: 'ac', context: 'watch', frameId: 1, format: { hex: true } };
  expect(await client.request('evaluate', asked)).toMatchObject({ result: '$01' });
});

/** States of the machine as files: saving, loading, comparing, starting from one. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { StateComparison } from '#debugger/protocol';
import { clientForEachTest, sampleForAllTests } from '#test/debugger/fixture.ts';

const sample = sampleForAllTests();
const client = clientForEachTest();

const dataOf = (text: string): string => Buffer.from(text).toString('base64');

async function saved(name: string): Promise<{ name: string; data: string; text: string }> {
  const { text } = await client.request<{ text: string }>('gigatron/saveState', {});
  return { name, data: dataOf(text), text };
}

async function state(): Promise<string> {
  const ram = await client.request<{ data: string }>('readMemory', { memoryReference: 'ram', count: 0x800 });
  const registers = await Promise.all(['cycle', 'ac', 'y', 'pc', 'counter'].map((name) => client.evaluate(name)));
  return [await client.position(), ...registers, ram.data].join(' ');
}

beforeEach(async () => {
  await client.launchStopped({ program: sample.main });
  await client.runTo(sample.main, sample.line('place'));
});

describe('a saved state', () => {
  it('can be loaded, and the program goes on from there as before', async () => {
    const file = await saved('one');
    const here = await state();
    await client.move('next');
    await client.move('next');
    const later = await state();
    const loaded = client.stopped();
    await client.request('gigatron/loadState', file);
    expect(await loaded).toMatchObject({ reason: 'goto', description: expect.stringContaining('The state of cycle') });
    expect(await state()).toBe(here);
    await client.move('next');
    await client.move('next');
    expect(await state()).toBe(later);
    await client.move('stepBack');
    await client.move('stepBack');
    expect(await client.move('stepBack')).toMatchObject({ reason: 'entry' });
    expect(await state()).toBe(here);
  });

  it('is compared by the names of what differs', async () => {
    const one = await saved('one');
    await client.move('next');
    await client.request('setExpression', { expression: '[$0600]', value: '5' });
    await client.request('setExpression', { expression: '[$0601]', value: '6' });
    const { differences } = await client.request<StateComparison>('gigatron/compareStates', { one });
    expect(differences.filter(({ name }) => name !== 'cycle' && name !== 'PC')).toEqual([
      { group: 'Tables', name: 'board[$39]', address: 57 * 256 + 0x20, one: '$00 (empty)', other: '$14 (white queen)' },
      { group: 'Other RAM', name: '$0600 to $0601', address: 0x600, one: '$00 $00', other: '$05 $06' },
    ]);
    const same = await client.request<StateComparison>('gigatron/compareStates', { one, other: one });
    expect(same.differences).toEqual([]);
  });

  it('is where a launch that names its file begins', async () => {
    const { text } = await saved('one');
    const here = await state();
    sample.files.write('here.gtstate', text);
    await client.request('restart', {
      arguments: { program: sample.main, stopOnEntry: true, state: 'here.gtstate' },
    });
    await client.stopped();
    expect(await state()).toBe(here);
  });

  it('is refused if it is not a state, or if it is one of another program', async () => {
    const { text } = await saved('one');
    const failure = (name: string, content: string): Promise<string> =>
      client.failure('gigatron/loadState', { name, data: dataOf(content) });
    expect(await failure('x', 'anything')).toBe('"x" is not a state that can be loaded: it is not a JSON document.');
    expect(await failure('x', text.slice(0, -9))).toContain('it is not a JSON document');
    const other = text.replace(/"rom": "[0-9a-f]{16}"/, '"rom": "0123456789abcdef"');
    expect(await failure('x', other)).toContain('a state of another program');
    expect(await client.failure('gigatron/loadState', { name: 'x', data: '?' })).toContain('Base64');
    expect(await client.failure('gigatron/loadState', { name: 'x', data: '/w==' })).toContain(
      'is not a state that can be loaded',
    );
    const missing = { program: sample.main, state: 'missing.gtstate' };
    expect(await client.failedRestart({ arguments: missing })).toContain('There is no state');
  });
});

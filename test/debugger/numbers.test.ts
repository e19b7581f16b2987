/** How values are written: hexadecimal, decimal, both, with a sign; and what is typed back. */
import { beforeEach, describe, expect, it } from 'vitest';
import { clientForEachTest, sampleForAllTests } from '#test/debugger/fixture.ts';

const sample = sampleForAllTests();
const client = clientForEachTest();

describe('how values are written', () => {
  beforeEach(() => client.launchStopped({ program: sample.main }));

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
});

const PROGRAM = `        .zp working, 2 index=number
        .zp depth over=working element=byte
        .zp legal over=working element=byte
        .frame plies, 16..17 at $20 bytes 2
        .field savedDepth index=ply element=byte search=depth signed=yes cell=depth
        .field savedLegal index=ply element=byte search=legal cell=legal
        .endframe
        ld   -2
        st   [depth]
        ld   $f0
        st   [legal]
loop:   bra  loop               ; line 12
        nop
`;
const cells = sample.files.write('cells.gtasm', PROGRAM);
describe('a value of the search whose cell is declared by the same name', () => {
  beforeEach(async () => {
    await client.launchStopped({ program: cells, speed: 'unlimited' });
    await client.runTo(cells, 12);
  });

  it('has the sign that the field declares', async () => {
    const values = await Promise.all(['depth,d', 'legal,d', '[depth],d'].map((text) => client.evaluate(text)));
    expect(values).toEqual(['-2', '240', '254']);
  });

  it('can be set by its name if it has no sign', async () => {
    await client.evaluate('legal = 3', 'repl');
    expect(await client.evaluate('working[1],d')).toBe('3');
  });
});

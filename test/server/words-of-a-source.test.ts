/** What a source becomes, through the real protocol: its listing, its program, and what selected lines take. */
import { describe, expect, it } from 'vitest';
import type { ListingResult } from '#server';
import type { ProgramResult, SelectionCyclesResult } from '#server/protocol';
import { languageFixture, type OpenSource } from '#test/server/language-fixture.ts';

const server = languageFixture();

const SOURCE = `.macro twice op
        op   1
        op   1
.endmacro
start:  ld   2
        twice adda
        bra  start
        nop
`;

describe('the listing of a source', () => {
  const listing = ({ uri }: OpenSource, line?: number): Promise<ListingResult> =>
    server.client.send('gigatron/listing', { uri, line });

  it('has its words in the order of their addresses, with the lines that they come from', async () => {
    const { text, lines } = await listing(await server.open(SOURCE));
    expect(lines).toEqual([4, 5, 5, 6, 7]);
    expect(text.split('\n')[0]).toMatch(/^start:\s+0000 0002 {2}ld {3}\$02/);
    expect(text.split('\n')[1]).toMatch(/0001 8001 {2}adda \$01/);
  });

  it('changes with the text', async () => {
    const source = await server.open(SOURCE);
    await source.change({ text: SOURCE.replace('ld   2', 'ld   3') });
    expect((await listing(source)).text).toContain('0000 0003');
  });

  it('can be that of one macro call', async () => {
    const { text, lines } = await listing(await server.open(SOURCE), 5);
    expect(lines).toEqual([5, 5]);
    expect(text).not.toContain('start:');
  });

  it('is empty where there are no words', async () => {
    expect(await listing(await server.open('; nothing\n'))).toEqual({ text: '', lines: [] });
  });
});

const LEVEL = `        .zp level role=level
start:  ld   2
        st   [level]
        bra  start
        nop
`;

async function program(source: string): Promise<ProgramResult> {
  const { uri } = await server.open(source);
  return server.client.send<ProgramResult>('gigatron/program', { uri });
}

describe('the program of a source', () => {
  it('is its image, with what is declared', async () => {
    const result = await program(LEVEL);
    if ('failure' in result) throw new Error(result.failure);
    expect(Buffer.from(result.base64, 'base64').subarray(0, 4).toString('hex')).toMatch(/^0002c2/);
    expect(result.info.tables.map(({ name, attributes }) => [name, attributes])).toEqual([
      ['level', { role: 'level' }],
    ]);
    expect(result.main).toMatch(/Untitled/);
    expect(result.ramKib).toBe(32);
  });

  it('has the RAM that the source needs', async () => {
    expect(await program(`        .ram 64\n${LEVEL}`)).toMatchObject({ ramKib: 64 });
  });

  it.each([
    ['errors', LEVEL.replace('start\n', 'nowhere\n'), /has errors\.$/],
    ['no words', '; nothing\n', /has no words\.$/],
    ['a wrong timing', `${LEVEL}        .exact start, start, 9\n`, /has errors\.$/],
  ])('is refused if it has %s', async (_, source, sentence) => {
    expect(await program(source)).toEqual({ failure: expect.stringMatching(sentence) as string });
  });
});

const IN_TWO_PLACES = `.macro twice op
        op   1
        op   1
.endmacro
start:  ld   2
        twice adda
        beq  start
        nop
        .wait 100
        bra  start
        nop
        .org $0080
        twice suba
        bra  start
        nop
`;

describe('selected lines', () => {
  it.each([
    ['a straight run, with the words of a macro call', 4, 5, { words: 3, cycles: 3, stretches: 1, branches: 0 }],
    ['that end in a branch and its slot', 4, 7, { words: 5, cycles: 5, stretches: 1, branches: 0 }],
    ['that wait', 8, 8, { words: 4, cycles: 100, stretches: 1, branches: 0 }],
    ['with a branch before the end', 4, 10, { words: 11, cycles: 107, stretches: 1, branches: 1 }],
    ['in two places', 10, 12, { words: 3, cycles: 3, stretches: 2, branches: 0 }],
    ['of a macro, in each call', 1, 2, { words: 4, cycles: 4, stretches: 2, branches: 0 }],
    ['without words', 0, 0, { words: 0, cycles: 0, stretches: 0, branches: 0 }],
    ['past the end', 13, 4000, { words: 2, cycles: 2, stretches: 1, branches: 0 }],
  ])('%s', async (_, first, last, expected) => {
    const { uri } = await server.open(IN_TWO_PLACES);
    expect(await server.client.send<SelectionCyclesResult>('gigatron/selectionCycles', { uri, first, last })).toEqual(
      expected,
    );
  });
});

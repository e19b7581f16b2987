/** The listing of a source, and of a macro call in it, through the real protocol. */
import { describe, expect, it } from 'vitest';
import type { ListingResult } from '#server';
import { languageFixture } from '#test/server/language-fixture.ts';

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
  it('has its words in the order of their addresses, with the lines that they come from', async () => {
    const { uri } = await server.open(SOURCE);
    const { text, lines } = await server.client.send<ListingResult>('gigatron/listing', { uri });
    expect(lines).toEqual([4, 5, 5, 6, 7]);
    expect(text.split('\n')[0]).toMatch(/^start:\s+0000 0002 {2}ld {3}\$02/);
    expect(text.split('\n')[1]).toMatch(/0001 8001 {2}adda \$01/);
  });

  it('changes with the text', async () => {
    const { uri } = await server.open(SOURCE);
    await server.client.change(uri, [{ text: SOURCE.replace('ld   2', 'ld   3') }]);
    expect((await server.client.send<ListingResult>('gigatron/listing', { uri })).text).toContain('0000 0003');
  });

  it('can be that of one macro call', async () => {
    const { uri } = await server.open(SOURCE);
    const { text, lines } = await server.client.send<ListingResult>('gigatron/listing', { uri, line: 5 });
    expect(lines).toEqual([5, 5]);
    expect(text).not.toContain('start:');
  });

  it('is empty where there are no words', async () => {
    const { uri } = await server.open('; nothing\n');
    expect(await server.client.send<ListingResult>('gigatron/listing', { uri })).toEqual({ text: '', lines: [] });
  });
});

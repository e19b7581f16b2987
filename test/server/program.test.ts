/** The request for a whole program, as it is played elsewhere. */
import { describe, expect, it } from 'vitest';
import type { ProgramResult } from '#server/protocol';
import { languageFixture } from '#test/server/language-fixture.ts';

const server = languageFixture();

const SOURCE = `        .zp level role=level
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
    const result = await program(SOURCE);
    if ('failure' in result) throw new Error(result.failure);
    expect(Buffer.from(result.base64, 'base64').subarray(0, 4).toString('hex')).toMatch(/^0002c2/);
    expect(result.info.tables.map(({ name, attributes }) => [name, attributes])).toEqual([
      ['level', { role: 'level' }],
    ]);
    expect(result.main).toMatch(/Untitled/);
  });

  it.each([
    ['errors', SOURCE.replace('start\n', 'nowhere\n'), /has errors\.$/],
    ['no words', '; nothing\n', /has no words\.$/],
    ['a wrong timing', `${SOURCE}        .exact start, start, 9\n`, /has errors\.$/],
  ])('is refused if it has %s', async (_, source, sentence) => {
    expect(await program(source)).toEqual({ failure: expect.stringMatching(sentence) as string });
  });
});

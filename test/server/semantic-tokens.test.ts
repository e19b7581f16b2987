/** Changes of semantic tokens; sessions/words.txt has the tokens of a source. */
import { describe, expect, it } from 'vitest';
import { languageFixture } from '#test/server/language-fixture.ts';

const server = languageFixture();

interface Tokens {
  readonly resultId: string;
  readonly data: number[];
}

interface Edit {
  readonly start: number;
  readonly deleteCount: number;
  readonly data?: number[];
}

describe('semantic tokens', () => {
  const marked = '.zp count\nwidth = 160\nstart:  ld   [count]\n        ld   width\n        bra  start\n        nop\n';

  it('send only what has changed', async () => {
    const source = await server.open(marked);
    const { resultId: previousResultId } = await source.request<Tokens>('semanticTokens/full');
    const end = { line: 5, character: 11 };
    await source.change({ range: { start: end, end }, text: '\n        bra  start\n' });
    const { edits } = await source.request<{ edits: Edit[] }>('semanticTokens/full/delta', { previousResultId });
    expect(edits).toHaveLength(1);
    expect(edits[0]!.data!.length).toBeLessThan(15);
  });

  it('are the same after applying the changes', async () => {
    const source = await server.open(marked);
    const ask = <R>(method: string, previousResultId = ''): Promise<R> =>
      source.request<R>(`semanticTokens/${method}`, { previousResultId });
    let { resultId, data } = await ask<Tokens>('full');
    const lines = source.text.split('\n');
    const edits = [
      [0, 0, '; nothing\n'],
      [1, 4, 'er'],
      [3, 0, '.macro m a\n        ld   a\n.endmacro\n        m    a=1\n'],
      [0, 0, '.zp a\n'],
      [2, lines[1]!.length, ''],
    ] as const;
    for (const [line, character, inserted] of edits) {
      const start = { line, character };
      await source.change({ range: { start, end: start }, text: inserted });
      const delta = await ask<{ resultId: string; edits: Edit[] }>('full/delta', resultId);
      resultId = delta.resultId;
      for (const { start: at, deleteCount, data: added = [] } of delta.edits)
        data = [...data.slice(0, at), ...added, ...data.slice(at + deleteCount)];
      const range = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
      const whole = await source.request<Tokens>('semanticTokens/range', { range });
      expect(data).toEqual(whole.data);
    }
    expect(await ask('full/delta', 'of another time')).not.toHaveProperty('edits');
  });
});

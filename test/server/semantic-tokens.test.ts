/** Semantic tokens through the real protocol: whole, changed, of a range. */
import { describe, expect, it } from 'vitest';
import { languageFixture } from '../support/language-fixture.ts';

const server = languageFixture();

describe('semantic tokens', () => {
  const marked = '.zp count\nwidth = 160\nstart:  ld   [count]\n        ld   width\n        bra  start\n        nop\n';

  /** Tokens as text and type. */
  async function tokens(uri: string, text: string): Promise<string[]> {
    const { data, legend } = await server.client
      .request<{ data: number[] }>('textDocument/semanticTokens/full', uri)
      .then((result) => ({
        ...result,
        legend: server.client.initializeResult.capabilities.semanticTokensProvider!.legend.tokenTypes,
      }));
    const lines = text.split('\n');
    const found: string[] = [];
    for (let at = 0, line = 0, start = 0; at < data.length; at += 5) {
      const [lineStep, startStep, length, type] = data.slice(at, at + 4) as [number, number, number, number];
      line += lineStep;
      start = lineStep === 0 ? start + startStep : startStep;
      found.push(`${lines[line]!.slice(start, start + length)} ${legend[type]!}`);
    }
    return found;
  }

  it('say what each name is', async () => {
    const { uri, text } = await server.open(marked);
    expect(await tokens(uri, text)).toEqual([
      'count variable',
      'width variable',
      'start function',
      'count variable',
      'width variable',
      'start function',
    ]);
  });

  it('send only what changed', async () => {
    const { uri } = await server.open(marked);
    const full = await server.client.request<{ resultId: string }>('textDocument/semanticTokens/full', uri);
    const end = { line: 5, character: 11 };
    await server.client.change(uri, [{ range: { start: end, end }, text: '\n        bra  start\n' }]);
    const delta = await server.client.request<{ edits: { data?: number[] }[] }>(
      'textDocument/semanticTokens/full/delta',
      uri,
      {
        previousResultId: full.resultId,
      },
    );
    expect(delta.edits).toHaveLength(1);
    expect(delta.edits[0]!.data!.length).toBeLessThan(15);
  });

  it('answer for a range', async () => {
    const { uri } = await server.open(marked);
    const range = { start: { line: 2, character: 0 }, end: { line: 2, character: 20 } };
    const { data } = await server.client.request<{ data: number[] }>('textDocument/semanticTokens/range', uri, {
      range,
    });
    expect(data).toHaveLength(10);
  });
});

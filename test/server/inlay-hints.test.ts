/** Inlay hints through the real protocol. */
import { describe, expect, it } from 'vitest';
import { languageFixture } from '#test/server/language-fixture.ts';

const server = languageFixture({ settings: { inlayHints: { cycles: true, timing: true } } });

describe('inlay hints', () => {
  it('hints at the cycles of straight runs and at what checks charge', async () => {
    const { answer } = await server.ask<{ label: string; position: { line: number } }[]>(
      'inlayHint',
      '¦start:  ld   1\n        adda 2\n        bra  start\n        nop\n',
      {
        range: { start: { line: 0, character: 0 }, end: { line: 4, character: 0 } },
      },
    );
    expect(answer.map(({ label, position }) => [position.line, label])).toEqual([[3, '4 cycles']]);
  });
});

describe('hints at the parameters of macros', () => {
  const SOURCE = `¦.macro draw row, colour=1, at=[0]
        ld   row
        ora  colour
        st   at
.endmacro
ROW = 2
start:  draw 3, -1
        draw ROW, colour=2
        draw 3, 1, [$10]
        bra  start
        nop
`;
  const range = { start: { line: 0, character: 0 }, end: { line: 12, character: 0 } };
  const labels = async (fixture: typeof server): Promise<unknown[]> => {
    const { answer } = await fixture.ask<
      { label: string; kind: number; position: { line: number; character: number } }[]
    >('inlayHint', SOURCE, { range });
    return answer
      .filter(({ kind }) => kind === 2)
      .map(({ label, position }) => [position.line + 1, position.character, label]);
  };
  const everything = languageFixture({ settings: { inlayHints: { parameters: 'all' } } });
  const nothing = languageFixture({ settings: { inlayHints: { parameters: 'none' } } });

  it('name what numbers are for', async () => {
    expect(await labels(server)).toEqual([
      [7, 13, 'row:'],
      [7, 16, 'colour:'],
      [9, 13, 'row:'],
      [9, 16, 'colour:'],
      [9, 19, 'at:'],
    ]);
  });

  it('name what everything is for, or nothing, as the settings say', async () => {
    expect(await labels(everything)).toContainEqual([8, 13, 'row:']);
    expect(await labels(nothing)).toEqual([]);
  });
});

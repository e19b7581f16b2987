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

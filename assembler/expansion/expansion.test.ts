/** What expansion reports about definitions from outside, and about words that do not suit a case file. */
import { describe, expect, it } from 'vitest';
import type { AssembleOptions, Diagnostic } from '#assembler';
import { assembleText } from '#test/assembler/assembled-text.ts';

function findings(text: string, options: AssembleOptions = {}): readonly Diagnostic[] {
  return assembleText(text, { check: false, ...options }).diagnostics;
}

describe('definitions from outside', () => {
  it('are named as such where the source defines the name again', () => {
    expect(findings('size = 3\n        ld   size\n', { defines: { size: 5 } })).toMatchObject([
      { code: 'GT0202', message: expect.stringContaining('already defined from outside') as unknown },
    ]);
    const source = '        .if !defined(size)\nsize = 3\n        .endif\n        ld   size\n';
    expect(findings(source, { defines: { size: 5 } })).toEqual([]);
    expect(findings(source)).toEqual([]);
  });
});

describe('sentences', () => {
  it('shorten very long words', () => {
    const [finding] = findings(`        ${'a'.repeat(100_000)}\n`);
    expect(finding?.code).toBe('GT0301');
    expect(finding?.message.length).toBeLessThan(200);
  });

  it('name a character that cannot be shown by its number', () => {
    expect(findings('        ld   \u0000\n')).toMatchObject([
      { code: 'GT0101', message: 'No token begins with the character U+0000' },
    ]);
  });
});

it('no file is read above the main file if there is no root', () => {
  expect(findings('        .include "../x"\n')).toMatchObject([
    { code: 'GT0703', range: { start: { character: 17 } } },
  ]);
});

/** Places in ROM: blocks that are placed or stay in a page, tables, files of bytes. */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { Assembly } from '#assembler';
import { assembleUnchecked } from '#test/assembler/assembled-text.ts';
import { forAll } from '#test/draws.ts';

function valueOf(assembly: Assembly, name: string): number | undefined {
  return assembly.symbols.definitions.find((definition) => definition.name === name)?.value;
}

describe('placed blocks', () => {
  it('stay in one page and never overlap, whatever their sizes', () => {
    forAll(
      40,
      [fc.array(fc.integer({ min: 1, max: 256 }), { minLength: 1, maxLength: 40 }), fc.integer({ min: 0, max: 600 })],
      (sizes, fixed) => {
        const blocks = sizes.map((size, i) => `.place\nb${i}:\n${' nop\n'.repeat(size)}.endplace`);
        const assembly = assembleUnchecked(`${' nop\n'.repeat(fixed)}${blocks.join('\n')}\n`);
        expect(assembly.diagnostics).toEqual([]);
        expect(assembly.words).toBe(fixed + sizes.reduce((sum, size) => sum + size, 0));
        for (const [i, size] of sizes.entries()) {
          const start = valueOf(assembly, `b${i}`)!;
          expect(start >> 8).toBe((start + size - 1) >> 8);
        }
      },
    );
  });
});

it('counts words by page', () => {
  const { pages } = assembleUnchecked('a: nop\n .page\nb: nop\nc: nop');
  expect(pages).toEqual([
    { page: 0, used: 1, labels: ['a'] },
    { page: 1, used: 2, labels: ['b', 'c'] },
  ]);
});

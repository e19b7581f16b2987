/** Placement of RAM: no overlaps, nothing outside, fixed places respected. */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { assembleUnchecked } from '#test/assembler/assembled-text.ts';
import { forAll } from '#test/draws.ts';

const declaration = fc.oneof(
  fc.record({
    kind: fc.constant('zp'),
    size: fc.integer({ min: 1, max: 20 }),
    at: fc.option(fc.integer({ min: 0, max: 235 })),
  }),
  fc.record({
    kind: fc.constant('row'),
    size: fc.integer({ min: 1, max: 200 }),
    at: fc.option(fc.integer({ min: 2, max: 120 }).map((page) => page * 256)),
  }),
  fc.record({
    kind: fc.constant('column'),
    size: fc.integer({ min: 1, max: 100 }),
    at: fc.option(fc.integer({ min: 0, max: 255 })),
  }),
);

describe('RAM placement', () => {
  it('gives each byte one owner or reports an overlap or lack of room', () => {
    forAll(100, [fc.array(declaration, { minLength: 1, maxLength: 25 })], (declarations) => {
      const lines = declarations.map(({ kind, size, at }, i) => {
        const place = at === null ? '' : ` at ${at}`;
        return kind === 'zp' ? `.zp v${i}, ${size}${place}` : `.${kind} v${i}, 8..${7 + size}${place}`;
      });
      const assembly = assembleUnchecked(`${lines.join('\n')}\n nop\n`);
      const owners = new Map<number, string>();
      let overlaps = 0;
      for (const { name, address, stride, size, first, last } of assembly.debugInfo.tables) {
        for (let index = first; index <= last; index++) {
          for (let byte = 0; byte < size; byte++) {
            const at = address + (index - first) * stride + byte;
            expect(at).toBeLessThan(0x8000);
            if (owners.has(at)) overlaps++;
            owners.set(at, name);
          }
        }
      }
      const reported = assembly.diagnostics.filter((diagnostic) => diagnostic.code === 'GT0501');
      expect(overlaps > 0).toBe(reported.length > 0);
      expect(assembly.diagnostics.every(({ code }) => code === 'GT0501' || code === 'GT0502')).toBe(true);
    });
  });
});

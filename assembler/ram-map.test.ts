/** Placement of RAM: no overlaps, nothing outside, fixed places respected. */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { assemble } from '#assembler';

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
    fc.assert(
      fc.property(fc.array(declaration, { minLength: 1, maxLength: 25 }), (declarations) => {
        const lines = declarations.map(({ kind, size, at }, i) => {
          const place = at === null ? '' : ` at ${at}`;
          return kind === 'zp' ? `.zp v${i}, ${size}${place}` : `.${kind} v${i}, 8..${7 + size}${place}`;
        });
        const assembly = assemble('main', { read: () => ({ text: `${lines.join('\n')}\n nop\n` }) }, { check: false });
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
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ['.zp a at $100', 'GT0503'],
    ['.zp a, 2 at $ff', 'GT0503'],
    ['.zp a, 0', 'GT0506'],
    ['.row a, 5..4', 'GT0505'],
    ['.row a, 0..256', 'GT0503'],
    ['.row a, 0..9 at $8000', 'GT0503'],
    ['.column a, 100..130', 'GT0503'],
    ['.frame a, 1..2 at $fe bytes 4\n.endframe', 'GT0503'],
    ['.frame a, 1..2 bytes 2\n.field b\n.field c, 2\n.endframe', 'GT0507'],
    ['.field b', 'GT0506'],
    ['.column a, 8..9 set=nowhere', 'GT0506'],
    ['.squares a1=1 files=2', 'GT0506'],
    ['.squares file=2', 'GT0506'],
    ['.timing account=a', 'GT0506'],
  ])('%j is refused with %s', (text, code) => {
    const assembly = assemble('main', { read: () => ({ text: `${text}\n nop\n` }) });
    expect(assembly.diagnostics.map((diagnostic) => diagnostic.code)).toContain(code);
  });

  it('reads binary numbers behind words', () => {
    const text =
      '.zp a, %10 at %110000\n.frame f, 1..2 at %100 bytes %100\n.endframe\n.for v in %1..%10\n ld [a] \n.endfor\n ld f\n';
    const assembly = assemble('main', { read: () => ({ text }) }, { check: false });
    expect(assembly.diagnostics).toEqual([]);
    expect([...assembly.image.subarray(0, 3)]).toEqual([0x0130, 0x0130, 0x0004]);
  });

  it('keeps the page in the name of a row whose first index is not 0', () => {
    const assembly = assemble('main', {
      read: () => ({ text: '.row a, 29..106 at $0200\n ld hi(a)\n ld lo(a) + 29 & $ff\n' }),
    });
    expect([...assembly.image.subarray(0, 2)]).toEqual([0x0002, 0x0000]);
  });
});

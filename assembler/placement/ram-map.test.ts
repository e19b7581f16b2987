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

  it.each([
    [
      '.zp a, 60\n.zp b, 60\n.zp c, 60\n.zp d, 60\n.zp e, 60',
      'There is no room for "e": no free 60 zero-page bytes; the most in a row are 7, from $79',
    ],
    [
      '.column a, 1..127 at 0\n.row b, 0..255',
      'There is no room for "b": no free 256 bytes in one page; the most in a row are 255, from $0101',
    ],
  ])('says how much room there is: %j', (text, message) => {
    const { diagnostics } = assemble('main', { read: () => ({ text: `${text}\n nop\n` }) });
    expect(diagnostics).toMatchObject([{ code: 'GT0502', message }]);
  });

  it('still has room for something smaller after a refusal', () => {
    const text =
      '.column a, 1..127 at 0\n.row b, 0..255\n.row c, 0..254\n.column d, 8..127\n.column e, 0..9 bytes 256\n';
    const { diagnostics, tables } = assemble('main', {
      read: () => ({ text: `${text}.column f, 0..0 bytes 250\n nop\n` }),
    });
    expect(diagnostics.map(({ code, range }) => `${code} ${range.start.line}`)).toEqual(['GT0502 1', 'GT0502 4']);
    expect(tables.map(({ name }) => name)).toEqual(['a', 'c', 'd', 'f']);
  });

  it.each([
    ['.zp a, 3 at $fe', '3 bytes from $fe reach over the end of the page; free: $01', '$01'],
    ['.zp a at $100', '$0100 is outside the zero page; free: $01', '$01'],
    ['.row a, 0..9 at $8000', '$8000 is outside RAM ($0000 to $7fff); free: $0100', '$0100'],
    [
      '.frame a, 1..2 at $fe bytes 4\n.endframe',
      '4 bytes from $fe reach over the end of the page; free: low byte $fc of pages $01 to $02',
      '$fc',
    ],
  ])('offers another place for one that is outside: %j', (text, message, place) => {
    const { diagnostics } = assemble('main', { read: () => ({ text: `${text}\n nop\n` }) });
    expect(diagnostics).toMatchObject([{ code: 'GT0503', message, fixes: [{ edits: [{ newText: place }] }] }]);
  });

  it('offers a place that no other fixed declaration has', () => {
    const text = '.zp a at $01\n.zp b at $01\n.zp c at $02\n nop\n';
    const { diagnostics } = assemble('main', { read: () => ({ text }) });
    expect(diagnostics).toMatchObject([{ code: 'GT0501', message: '"b" at $01 overlaps "a"; free: $03' }]);
  });

  describe('with more RAM', () => {
    const codes = (text: string): string[] =>
      assemble('main', { read: () => ({ text: `${text}\n nop\n` }) }).diagnostics.map(({ code, message }) =>
        code === 'GT0910' ? '' : `${code} ${message}`,
      );

    it('uses the pages from $80 on', () => {
      const text =
        '.ram 64\n.row a, 0..99 at $ff00\n.column b, 0..255 at $fe\n.column c, 8..200\n.frame f, 190..255 bytes 2\n.endframe';
      expect(codes(text).join('')).toBe('');
      expect(codes('.ram 64\n.row a, 0..9 at $8000\n.column b, 128..255 at 3')).toContain(
        'GT0501 "b" at low byte $03 of pages $80 to $ff overlaps "a"; free: low byte $ff of pages $80 to $ff',
      );
      expect(codes('.column b, 0..200').join()).toContain('GT0504');
      expect(codes('.ram 64\n.row a, 0..9 at $10000').join()).toContain('RAM ($0000 to $ffff)');
    });

    it('keeps banks apart and the pages below $80 common', () => {
      const rows = '.row a, 0..255 at $9000 bank=1\n.row b, 0..255 at $9000 bank=2\n.row c, 0..255 at $9000 bank=3';
      expect(codes(`.ram 128\n${rows}`).join('')).toBe('');
      expect(codes(`.ram 128\n${rows}\n.row d, 0..3 at $9010`).join()).toContain('overlaps "a"');
      expect(codes(`.ram 128\n${rows}\n.row d, 0..3 at $9010 bank=2`).join()).toContain(
        'overlaps "b"; free: $8000 of bank 2',
      );
    });

    it('places what names its bank in the window', () => {
      const text = '.ram 128\n.row a, 0..9 bank=3\n.column b, 128..140 bank=3\n nop\n';
      const { tables } = assemble('main', { read: () => ({ text }) }).debugInfo;
      expect(tables.map(({ name, address, attributes }) => [name, address, attributes.bank])).toEqual([
        ['a', 0x8000, '3'],
        ['b', 0x80ff, '3'],
      ]);
    });

    it.each([
      ['.ram 48', 'RAM has 32, 64, 128 KiB, not 48'],
      ['.ram 64\n.ram 128', 'RAM has 64 KiB already'],
      ['.row a, 0..3 bank=1', '"bank=1" is not a bank for this declaration: this RAM has none; see ".ram 128"'],
      [
        '.ram 128\n.row a, 0..3 bank=4',
        '"bank=4" is not a bank for this declaration: there are 1 to 3, above the zero page',
      ],
      ['.ram 128\n.zp a bank=2', '"bank=2" is not a bank for this declaration: there are 1 to 3, above the zero page'],
    ])('%j is refused', (text, message) => {
      expect(codes(text)).toContain(`GT0506 ${message}`);
    });

    it('refuses places outside a bank', () => {
      expect(codes('.ram 128\n.row a, 0..3 at $0200 bank=2').join()).toContain('a bank ($8000 to $ffff)');
      expect(codes('.ram 128\n.column a, 100..130 bank=2').join()).toContain('Index 100 is not a page of a bank');
    });
  });

  it('reads binary numbers after words', () => {
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

/** Places in ROM: blocks that are placed or stay in a page, tables, files of bytes. */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { assemble, type Assembly } from '#assembler';

function assembleText(text: string, bytes = new Uint8Array(0)): Assembly {
  return assemble('main', { read: (_, as) => (as === 'bytes' ? { bytes } : { text }) }, { check: false });
}

function valueOf(assembly: Assembly, name: string): number | undefined {
  return assembly.symbols.definitions.find((definition) => definition.name === name)?.value;
}

describe('placed blocks', () => {
  it('stay in one page and never overlap, whatever their sizes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 256 }), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 0, max: 600 }),
        (sizes, fixed) => {
          const blocks = sizes.map((size, i) => `.place\nb${i}:\n${' nop\n'.repeat(size)}.endplace`);
          const assembly = assembleText(`${' nop\n'.repeat(fixed)}${blocks.join('\n')}\n`);
          expect(assembly.diagnostics).toEqual([]);
          expect(assembly.words).toBe(fixed + sizes.reduce((sum, size) => sum + size, 0));
          for (const [i, size] of sizes.entries()) {
            const start = valueOf(assembly, `b${i}`)!;
            expect(start >> 8).toBe((start + size - 1) >> 8);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('go where a trampoline is if they have time checks', () => {
    const source =
      '.zp a\n.timing account=a\n nop\n .org $500\n .trampoline\n nop\n .place\nb: .check e\ne: nop\n .endplace\n .place\nc: nop\n .endplace';
    const assembly = assembleText(source);
    expect(assembly.diagnostics).toEqual([]);
    expect(valueOf(assembly, 'b')).toBe(0x501);
  });

  it('are refused where no page has room', () => {
    expect(assembleText(` .place\n${' nop\n'.repeat(257)} .endplace`).diagnostics).toMatchObject([
      { code: 'GT0406', message: 'The block takes 257 words, a page has 256' },
    ]);
    expect(assembleText(' .place\n .org 5\n nop\n .endplace').diagnostics).toMatchObject([{ code: 'GT0107' }]);
  });

  it('say how much room there is', () => {
    const full = Array.from({ length: 256 }, (_, page) => ` .org ${page * 256}\n .fill * + ${page === 7 ? 200 : 250}`);
    expect(assembleText(`${full.join('\n')}\n .place\n .wait 60, keep\n .endplace`).diagnostics).toMatchObject([
      { code: 'GT0406', message: 'No page has 60 words free in a row; the most are 56, from $07c8, 4 too few' },
    ]);
    expect(
      assembleText('.zp a\n.timing account=a\n nop\n .place\nb: .check e\ne: nop\n .endplace').diagnostics[0],
    ).toMatchObject({
      code: 'GT0406',
      message: 'The block has time checks and no trampoline of its own, and no page has one',
    });
  });

  it('bring their trampolines to pages without one, and others with time checks to them', () => {
    const own = (name: string): string =>
      ` .place\n${name}: .check ${name}e\n${name}e: bra ${name}\n nop\n .trampoline\n bra *\n nop\n .endplace\n`;
    const other = ` .place\nc: .check ce\n .wait 20, keep\nce: bra c\n nop\n .endplace\n`;
    const assembly = assembleText(`.zp t\n.timing account=t\n nop\n${other}${own('a')}${own('b')}`);
    expect(assembly.diagnostics).toEqual([]);
    const pages = ['a', 'b', 'c'].map((name) => valueOf(assembly, name)! >> 8);
    expect(pages[0]).not.toBe(pages[1]);
    expect(pages.slice(0, 2)).toContain(pages[2]);
  });

  it('that are refused do not move anything else', () => {
    const { diagnostics } = assembleText(' nop\n .place\n .org 0\n nop\n .page\n .endplace\n .org $200\n nop');
    expect(diagnostics.map(({ code }) => code)).toEqual(['GT0107', 'GT0107']);
  });

  it('can wait and call each other', () => {
    const assembly = assembleText(
      ' .place\na: .wait 100\n ld >b,y\n jmp y,b\n nop\n .endplace\n .place\nb: bra b\n nop\n .endplace',
    );
    expect(assembly.diagnostics).toEqual([]);
    expect(assembly.words).toBe(4 + 3 + 2);
  });
});

describe('blocks of one page', () => {
  it('are moved by a fix only as a whole', () => {
    const block = (inside: string): string => ` .fill $fe\n .onepage\n nop\n${inside} nop\n nop\n .endonepage`;
    expect(assembleText(block('')).diagnostics).toMatchObject([{ code: 'GT0403', fixes: [{}] }]);
    const [apart] = assembleText(block(' .org $10f\n')).diagnostics;
    expect(apart).toMatchObject({ code: 'GT0403' });
    expect(apart?.fixes).toBeUndefined();
  });
});

describe('tables and bytes', () => {
  it('hold any single instruction', () => {
    const assembly = assembleText(' .page\n .lookup ops\n .entry 5\n adda 1\n suba 1\n .endlookup');
    expect([...assembly.image.subarray(0, 3)]).toEqual([0x0005, 0x8001, 0xa001]);
  });

  it('may not leave their page', () => {
    const assembly = assembleText(' .org $fe\n .lookup t\n .entry 1, 2, 3\n .endlookup');
    expect(assembly.diagnostics).toMatchObject([
      {
        code: 'GT0403',
        message: 'The lookup table "t" leaves its page: $00fe to $0100; 2 words were left in the page, 1 too few',
      },
    ]);
  });

  it('read files in pieces', () => {
    const bytes = Uint8Array.of(1, 2, 3, 4, 5);
    expect([...assembleText(' .incbin "f"', bytes).image.subarray(0, 3)]).toEqual([0x0102, 0x0304, 0x0500]);
    expect([...assembleText(' .incbin "f", 1, 2', bytes).image.subarray(0, 2)]).toEqual([0x0203, 0]);
    expect(assembleText(' .incbin "f", 4, 2', bytes).diagnostics).toMatchObject([{ code: 'GT0303' }]);
  });

  it('end with the ROM', () => {
    expect(assembleText(' .org $ffff\n nop\n nop').diagnostics).toMatchObject([{ code: 'GT0402' }]);
    expect(assembleText(' .fill $10000').words).toBe(0x10000);
    expect(assembleText(' .org $20\n nop\n .fill $10').diagnostics).toMatchObject([{ code: 'GT0404' }]);
  });

  it('that are too many before an .org are one finding, where an assertion says so', () => {
    const told = (source: string): string[] => assembleText(source).diagnostics.map(({ message }) => message);
    const words = ' .org $20\n nop\n nop\n nop\n';
    expect(told(`${words} .assert * == $22\n .org $22\n nop\n`)).toEqual([
      'Assertion failed: * == $22: 1 word too many',
    ]);
    expect(told(`${words} .assert * <= $21, "full"\n .org $21\n nop\n nop\n`)).toEqual(['full: 2 words too many']);
    expect(told(`${words} .assert * == $24, "short"\n`)).toEqual(['short: 1 word too few']);
    expect(told(`${words} .assert * == $23\n .org $22\n nop\n`)).toEqual([
      'Address $0022 already has a word, from main:4',
    ]);
    expect(told(`${words} .org $21\n nop\n`)).toEqual([
      'Address $0021 already has a word, from main:3, the first of 2 such addresses',
    ]);
    expect(told(`${words} .assert * == $22\n .org $22\n .org $20\n nop\n`)).toHaveLength(2);
  });

  it('are counted by page', () => {
    const { pages } = assembleText('a: nop\n .page\nb: nop\nc: nop');
    expect(pages).toEqual([
      { page: 0, used: 1, labels: ['a'] },
      { page: 1, used: 2, labels: ['b', 'c'] },
    ]);
  });
});

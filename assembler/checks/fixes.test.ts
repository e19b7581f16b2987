/** Quick fixes: applying one removes the finding that offers it. */
import { describe, expect, it } from 'vitest';
import { applyEdits, assemble, type Assembly } from '#assembler';

function assembleText(text: string): Assembly {
  return assemble('main', { read: () => ({ text }) });
}

describe('quick fixes', () => {
  it.each([
    ['GT0303', 'n = 300\n        ld   n\n', 'n = 300\n        ld   lo(n)\n'],
    [
      'GT0304',
      '        bra  far\n        nop\n        .page\nfar:    nop\n',
      '        ld   >far,y\n        jmp  y,far\n        nop\n        .page\nfar:    nop\n',
    ],
  ])('%s', (code, before, after) => {
    const finding = assembleText(before).diagnostics.find((diagnostic) => diagnostic.code === code);
    const mended = applyEdits(before, finding!.fixes![0]!.edits);
    expect(mended).toBe(after);
    expect(assembleText(mended).diagnostics.filter((diagnostic) => diagnostic.code === code)).toEqual([]);
  });

  it('of lints correct them as well', () => {
    const source = '        ld   [$30]\n        st   [$30]\n        anda ac\n        bra  *\n        nop\n';
    let text = source;
    for (const { code, fixes } of assembleText(source).diagnostics) {
      if (fixes === undefined) continue;
      text = applyEdits(text, fixes[0]!.edits);
      expect(assembleText(text).diagnostics.map((diagnostic) => diagnostic.code)).not.toContain(code);
      text = source;
    }
  });
});

describe('hints on pages', () => {
  const codes = (text: string): string[] =>
    assembleText(text).diagnostics.map(({ code, message }) => `${code} ${message}`);
  const body = (words: number): string => `${' ld 1\n'.repeat(words - 2)} bra [$30]\n nop\n`;

  it('name a routine over a page end, and one that would fit elsewhere', () => {
    const over = ` bra *\n nop\n .org $f8\n.proc p\n${body(20)}.endproc\n`;
    expect(codes(over)).toContain('GT0914 "p" takes 20 words, but its page has 8 left from its start');
    const alone = ` bra *\n nop\n .org $300\n.proc p\n${body(20)}.endproc\n`;
    expect(codes(alone)).toContain('GT0915 "p" has page $0300 to itself; its 20 words fit in page $0000');
    expect(codes(`.lint off GT0915\n${alone}`).join()).not.toContain('GT0915');
    expect(codes(alone.replace('$300', '$20')).join()).not.toMatch(/GT091[45]/);
  });
});

describe('suppression', () => {
  it('switches warnings off where it is, never errors', () => {
    const codes = (text: string): string[] => assembleText(text).diagnostics.map((diagnostic) => diagnostic.code);
    expect(codes(' ld [$30]\n bra *\n nop\n')).toContain('GT0909');
    expect(codes('.lint off GT0909\n ld [$30]\n bra *\n nop\n')).not.toContain('GT0909');
    expect(codes('.lint off GT0909\n.lint on GT0909\n ld [$30]\n bra *\n nop\n')).toContain('GT0909');
    expect(codes('.lint off GT0201\n ld nope\n')).toContain('GT0201');
  });
});

/** Names that do not fit their operands, and the same words where they are intended. */
import { describe, expect, it } from 'vitest';
import { assembleText } from '#test/assembler/assembled-text.ts';

/** Codes of the findings of a text. */
function found(text: string): readonly string[] {
  return assembleText(text).diagnostics.map(({ code }) => code);
}

const STOP = 'stop:   bra  stop\n        nop\n';
const FAR = `        .org $0200\nfar:    bra  far\n        nop\n${STOP}`;
const jump = (page: string): string => `        ld   ${page},y\n        jmp  y,far\n        nop\n${FAR}`;

describe.each<[string, string, string]>([
  ['GT0916', `        beq  stop\n        .entry 1\n${STOP}`, `        beq  stop\n        nop\n${STOP}`],
  ['GT0916', `${STOP}        bra  stop\n`, `${STOP}        .intended\n        bra  stop\n`],
  ['GT0916', `        bra  stop\n        .org 4\n${STOP}`, `        bra  stop\n        .align 4\n${STOP}`],
  ['GT0917', jump('1'), jump('>far')],
  ['GT0917', `        ld   stop,y\n${STOP}`, `        ld   <stop,y\n        ld   stop\n${STOP}`],
  ['GT0918', `.zp a at 3\n        bra  a\n        nop\n${STOP}`, `.zp a at 3\n        bra  [a]\n        nop\n${STOP}`],
  ['GT0918', `        st   [stop]\n${STOP}`, `        st   [<stop]\n${STOP}`],
  ['GT0304', `.zp a\n        .org $0300\n        bra  a\n        nop\n${STOP}`, STOP],
  ['GT0919', `.zp a, 2\n        st   [a + 2]\n${STOP}`, `.zp a, 2\n        st   [a + 1]\n${STOP}`],
  ['GT0919', `.zp a at $30\n        st   [$30]\n${STOP}`, `.zp a at $30\n.zp b\n        st   [a + 1]\n${STOP}`],
])('%s', (code, bad, good) => {
  it('is found', () => expect(found(bad)).toContain(code));
  it('is not found where all is well', () => expect(found(good)).not.toContain(code));
});

it('reports a page without a trampoline once', () => {
  const check = '        .check stop\n';
  const codes = found(`.zp left\n        .timing account=left\n${check}${check}${check}${STOP}`);
  expect(codes.filter((code) => code === 'GT0802')).toHaveLength(1);
});

it('says which word of .loop it does not know', () => {
  expect(found(`        .loop 1..2 foo=3\n${STOP}`)).toContain('GT0807');
});

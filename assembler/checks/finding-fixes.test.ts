/** Lints and findings on places: each is reported, can be switched off in place (errors cannot), and has a fix that works. */
import { describe, expect, it } from 'vitest';
import { failure } from '#basics';
import { applyFixes, assemble, DIAGNOSTIC_CODES, type Assembly, type DiagnosticCode } from '#assembler';

function assembleText(text: string, others: Readonly<Record<string, string>> = {}): Assembly {
  const files: Readonly<Record<string, string>> = { ...others, main: text };
  return assemble('main', { read: (path) => (path in files ? { text: files[path]! } : failure('no file')) });
}

function codes(text: string, others?: Readonly<Record<string, string>>): string[] {
  return assembleText(text, others).diagnostics.map(({ code }) => code);
}

function mended(text: string, code: string): string {
  return applyFixes(assembleText(text), new Set([code])).get('main') ?? text;
}

const STOP = 'stop:   bra  stop\n        nop\n';
const words = (count: number): string => '        ld   1\n'.repeat(count);

const ROWS: readonly (readonly [DiagnosticCode, string])[] = [
  ['GT0304', `        bra  far\n        nop\n        .page\nfar:    bra  far\n        nop\n`],
  [
    'GT0403',
    `        ld   >table,y\n        .targets table\n        jmp  y,ac\n        nop\n${STOP}        .org $fe\n        .lookup table\n        .entry 1, 2, 3\n        .endlookup\n`,
  ],
  [
    'GT0403',
    `        .org $fe\n; Two words that stay together.\n        .onepage\n${words(4)}        .endonepage\n${STOP}`,
  ],
  ['GT0501', `.row a, 0..9 at $0210\n.row b, 0..9 at $0212\n${STOP}`],
  ['GT0501', `.column a, 8..20 at $30\n.column b, 8..20 at $30\n${STOP}`],
  ['GT0509', `.zp cell elemnt=byte\n        st   [cell]\n${STOP}`],
  ['GT0901', `        bra  stop\nslot:   nop\n        bra  slot\n        nop\n${STOP}`],
  ['GT0902', `        st   [$30]\n        .targets stop\n        beq  [$30]\n        nop\n${STOP}`],
  [
    'GT0903',
    `        ld   1,y\n        jmp  y,$fe\n        nop\n        .org $01fe\n        nop\n        bra  stop\n        nop\n        .org $0210\n${STOP}`,
  ],
  [
    'GT0904',
    `        ld   1,y\n        jmp  y,$fe\n        nop\n        .org $01fe\n        nop\n        nop\n${STOP}`,
  ],
  ['GT0905', `        ctrl $7c\n        nop\n${STOP}`],
  ['GT0906', `        bra  stop\n        bra  stop\n${STOP}`],
  ['GT0907', `        ld   $ff,x\n        st   [y,x++]\n        st   [y,x++]\n${STOP}`],
  ['GT0908', `        ld   $3f,out\n${STOP}`],
  ['GT0909', `.zp cell\n        ld   [cell]\n${STOP}`],
  ['GT0910', `${STOP}        ld   1\n        bra  stop\n        nop\n`],
  ['GT0911', `        ora  ac\n${STOP}`],
  ['GT0912', `        beq  next\n        st   [$30]\nnext:   nop\n${STOP}`],
  ['GT0913', `${STOP}idle:\n        .enter\n        bra  stop\n        nop\n`],
  ['GT0913', `${STOP}        .enter\nidle:   bra  stop\n        nop\n`],
  [
    'GT0914',
    `${STOP}        .org $f8\n; Works.\n        .proc work\n${words(12)}        ld   0,y\n        jmp  y,stop\n        nop\n        .endproc\n`,
  ],
  [
    'GT0915',
    `${STOP}        .org $0300\n; Works.\n        .proc work\n        bra  work\n        nop\n        .endproc\n`,
  ],
  ['GT0916', `        ld   1\n        .org $10\n${STOP}        bra  stop\n`],
  ['GT0917', `        ld   stop,y\n${STOP}`],
  ['GT0918', `.zp cell at 5\n        st   [cell]\n        bra  cell\n        nop\n${STOP}`],
  ['GT0919', `.zp cell at $30\n        st   [$30]\n${STOP}`],
  ['GT0920', `.zp cell\n        st   [cell]\n        ld   cell\n        adda 1\n        st   [cell]\n${STOP}`],
  ['GT0921', `${STOP}        .break\n`],
];

describe.each(ROWS)('%s', (code, source) => {
  it('is reported', () => expect(codes(source)).toContain(code));

  it('is switched off in place, unless it is an error', () => {
    const off = `        .lint off ${code}\n${source}`;
    expect(codes(off).includes(code)).toBe(DIAGNOSTIC_CODES[code][0] === 'error');
    expect(codes(`${off}        .lint on ${code}\n`).includes(code)).toBe(DIAGNOSTIC_CODES[code][0] === 'error');
  });

  it('is corrected by its fix, which breaks nothing', () => {
    const text = mended(source, code);
    expect(text).not.toBe(source);
    const { diagnostics, hasErrors } = assembleText(text);
    expect(diagnostics.map((diagnostic) => diagnostic.code)).not.toContain(code);
    expect(hasErrors).toBe(false);
  });
});

it('has a row for every lint', () => {
  const lints = Object.keys(DIAGNOSTIC_CODES).filter((code) => code.startsWith('GT09'));
  expect([...new Set(ROWS.map(([code]) => code))].filter((code) => code.startsWith('GT09'))).toEqual(lints);
});

describe('fixes in files that are included', () => {
  it('are offered as in the main file, not in macros', () => {
    const others = { part: '        ora  ac\n' };
    const assembly = assembleText(`        .include "part"\n${STOP}`, others);
    expect(applyFixes(assembly, new Set(['GT0911'])).get('part')).toBe('        nop\n');
    const { diagnostics } = assembleText(
      `        .macro idle\n        ora  ac\n        .endmacro\n        idle\n${STOP}`,
    );
    expect(diagnostics.find(({ code }) => code === 'GT0911')?.fixes).toBeUndefined();
  });
});

it('keeps the header of a routine that is moved', () => {
  const [, source] = ROWS.find(([code]) => code === 'GT0915')!;
  expect(mended(source, 'GT0915')).toContain(
    '        .place\n; Works.\n        .proc work\n        bra  work\n        nop\n        .endproc\n        .endplace\n',
  );
});

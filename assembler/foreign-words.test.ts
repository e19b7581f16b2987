/** Words from other assemblers: the message gives the equivalent once, and the fix writes it if it is one word. */
import { expect, it } from 'vitest';
import { failure } from '#basics';
import { applyFixes, assemble, type Assembly } from '#assembler';

function assembleText(text: string): Assembly {
  return assemble('main', { read: (path) => (path === 'main' ? { text } : failure('no file')) });
}

/** Messages of the errors of a text. */
function errors(text: string): readonly string[] {
  const { diagnostics } = assembleText(text);
  return diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message);
}

it.each([
  ['        .db 1, 2\n', '.lookup'],
  ['        .byte 1\n', '.entry'],
  ['        .ifdef A\n        nop\n        .endif\n', '.if defined(name)'],
  ['        .ifndef A\n        nop\n        .else\n        ld   1\n        .endif\n', '.if !defined(name)'],
  ['        .rept 3\n        nop\n        .endrepeat\n', '.repeat'],
  ['        .equ A, 1\n', 'name = value'],
  ['A       equ 1\n', 'A = …'],
  ['        .const A 1\n', 'name = value'],
  ['#define A 1\n', 'name = value'],
  ['!byte 5\n', '.lookup'],
  ['#if 0\n', '".if"'],
  ['        .var a\n', '.zp name'],
  ['table db 1, 2\n', '.lookup'],
  ['table dw $1234\n', '.word'],
  ['start\n        nop\n        bra  start\n        nop\n', 'colon'],
  ['        org $100\n', '.org'],
  ['        page\n', '.page'],
  ['        jsr sub\n', 'delay slot'],
  ['        ret\n', 'bra [cell]'],
  ['        push\n', 'no stack'],
  ['        adc 1\n', 'no carry'],
  ['        inc cell\n', 'adda 1'],
  ['        ldx 5\n', 'ld value,x'],
  ['        ld 12h\n', '$12'],
  ['        ld 0FFh\n', '$FF'],
  ['        ld 101b\n', '%101'],
  ['        ld 5 /* five */\n', '; five'],
  ['        bra $\n        nop\n', '"*"'],
  ['        ld high($1234)\n', '"hi"'],
  ['        ld x,5\n', 'other way round'],
  ['        ld ac,5\n', 'none is named'],
  ['        st [5],ac\n', 'other way round'],
  ['        ld [$20,x]\n', '[y,x]'],
])('%j says %s, and no more', (text, hint) => {
  const found = errors(text);
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(hint);
});

it.each([
  ['        .rept 2\n        nop\n        .endr\n', '        .repeat 2\n        nop\n        .endrepeat\n'],
  ['        org $100\n        nop\n', '        .org $100\n        nop\n'],
  ['        ld 12h\n', '        ld $12\n'],
  ['        ld 0ah\n', '        ld $0a\n'],
  ['        ld 5 /* five */\n', '        ld 5 ; five\n'],
  ['        ld high($1234)\n', '        ld hi($1234)\n'],
  ['        ld x,5\n', '        ld 5,x\n'],
  ['        ld ac,[5]\n', '        ld [5]\n'],
  ['        st [5], in\n', '        st in,[5]\n'],
  ['        tax\n', '        ld ac,x\n'],
  ['        ld [count]\n', '.zp count\n        ld [count]\n'],
  ['.zp a\n        ld [a]\n        st [count]\n', '.zp a\n.zp count\n        ld [a]\n        st [count]\n'],
])('mends %j', (text, mended) => {
  const codes = new Set(assembleText(text).diagnostics.map(({ code }) => code));
  const [changed] = applyFixes(assembleText(text), codes).values();
  expect(changed).toBe(mended);
  expect(errors(mended)).toEqual([]);
});

it('leaves names of the program alone', () => {
  const macro = '.macro fill op\n        op\n.endmacro\ndb = 5\n';
  expect(errors(`${macro}fill nop\n`)).toEqual([]);
  expect(errors('ret:    nop\ncall = 5\n        ld   call\n        bra  ret\n        nop\n')).toEqual([]);
  expect(errors('ret\n        nop\n')).toEqual([expect.stringContaining('colon')]);
});

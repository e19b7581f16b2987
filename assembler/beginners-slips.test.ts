/** Slips in the template that everyone begins with: the cause is the first error and the only one, and says what to write. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { failure } from '#basics';
import { assemble } from '#assembler';

const TEMPLATE = readFileSync(new URL('../templates/empty/main.gtasm', import.meta.url), 'utf8');

/** Errors of the template after a slip. */
function errors(right: string, wrong: string): string[] {
  expect(TEMPLATE).toContain(right);
  const text = TEMPLATE.replace(right, () => wrong);
  const { diagnostics } = assemble('main', {
    read: (path) => (path === 'main' ? { text } : failure('there is no such file')),
  });
  const found = diagnostics.filter(({ severity }) => severity === 'error');
  return found.map(({ code, range, message }) => `${code} ${range.start.line + 1} ${message}`);
}

const BRANCH = 'bne  .clear';
const ADD = 'adda 1\n        st   [column]';
const ZERO = 'ld   0\n        st   [y,x]';

describe('time', () => {
  it.each([
    ['no slot of a bne', `${BRANCH}\n        nop\n`, `${BRANCH}\n`, 'GT0901 33 .* add nop before the label'],
    ['no slot of a bra', 'bra  .frame\n        nop\n', 'bra  .frame\n', 'GT0916 53 .* add nop'],
    ['no slot of a beq', 'beq  .wait\n        nop\n', 'beq  .wait\n', 'GT0901 50 .* add nop before the label'],
    ['no check in a loop', '.clear: .check .next', '.clear:', 'GT0815 21 The loop .* has neither a time check'],
    ['no check while waiting', '.wait:  .check .again', '.wait:', 'GT0815 45 The loop .* has neither a time check'],
    ['a check up to a later piece', '.check .clear', '.check .next', 'GT0810 21 .* 17 were charged'],
    ['a check past the next one', '.check .wait ', '.check .again', 'GT0810 45 .* 10 were charged'],
    [
      'a check that ends too early',
      'bra  .frame\n        nop\n.end:',
      '.end:  bra  .frame\n        nop\n',
      'GT0810 52 .* 0 were charged',
    ],
    ['a check up to a piece before', '.check .frame', '.check .next', 'GT0803 35 .* counts 5 to 128 words'],
    ['a check of a count', '.check .clear', '.check 12', 'GT0803 21 .* counts 5 to 128 words'],
    ['a check of nothing', '.check .clear', '.check', 'GT0107 21 ".check" is written ".check label"'],
  ])('%s', (_, right, wrong, first) => {
    expect(errors(right, wrong)).toEqual([expect.stringMatching(first)]);
  });
});

describe('names and directives', () => {
  it.each([
    ['a label misspelt', BRANCH, 'bne  .claer', 'GT0201 33 .* did you mean ".clear"'],
    ['a label without its dot', BRANCH, 'bne  clear', 'GT0201 33 .* did you mean ".clear"'],
    ['a label in another case', BRANCH, 'bne  .Clear', 'GT0201 33 .* did you mean ".clear"'],
    ['a variable in another case', '[row],y', '[Row],y', 'GT0201 25 .* did you mean "row"'],
    ['a variable misspelt', '[column],x', '[colum],x', 'GT0201 26 .* did you mean "column"'],
    ['a label without its colon', 'main:   ', 'main    ', 'GT0301 18 .* a label is written with a colon'],
    ['a local label without its colon', '.next:  ', '.next   ', 'GT0106 35 .* a label is written with a colon'],
    ['a directive misspelt', '        .page', '        .pgae', 'GT0106 14 .* did you mean ".page"'],
    ['an include without its dot', '.include', 'include', 'GT0301 8 .* here it is written ".include"'],
    ['an include misspelt', '.include', '.inclued', 'GT0106 8 .* did you mean ".include"'],
    ['a library misspelt', '<video>', '<vidoe>', 'GT0701 8 .* there is no such library; there is .*<video>'],
    ['a file that is not there', '<video>', '"vidoe.gtasm"', 'GT0701 8 .* there is no such file'],
    ['a label twice', '.end:\n', '.end:\nmain: nop\n', 'GT0202 56 "main" is already defined'],
    ['a constant twice', '= 60', '= 60\nVIDEO_ROWS = 50', 'GT0202 7 "VIDEO_ROWS" is already defined'],
    ['no end of a test', '.endtest\n', '', 'GT0601 57 ".test" has no ".endtest"'],
    ['a name misspelt in a test', 'main.work', 'main.wrok', 'GT0201 58 There is no symbol "main.wrok"'],
    ['no trampoline', '        trampoline ', '        ; ', 'GT0802 18 .* has no .trampoline'],
  ])('%s', (_, right, wrong, first) => {
    expect(errors(right, wrong)).toEqual([expect.stringMatching(first)]);
  });
});

describe('operands', () => {
  it.each([
    ['a value too large', ADD, 'adda 256', 'GT0303 30 .* does not fit in eight bits'],
    ['a digit of hexadecimal', ADD, 'adda 0a', 'GT0102 30 .* here it is written "\\$0a"'],
    ['no closing bracket', '[row],y', '[row,y', 'GT0104 25 Expected "\\]"'],
    ['no opening bracket', '[row],y', 'row],y', 'GT0105 25 .* an address is written "\\[value\\]"'],
    ['a store without brackets', 'st   [column]', 'st   column', 'GT0302 23 .* a store needs an address in brackets'],
    ['a store at x,y', 'st   [y,x]', 'st   [x,y]', 'GT0302 28 .* Y the page, X the low byte'],
    ['a store at Y', 'st   [y,x]', 'st   [y]', 'GT0302 28 .* \\[y,x\\+\\+\\]'],
    ['a store at x++', 'st   [y,x]', 'st   [x++]', 'GT0302 28 .* \\[y,x\\+\\+\\]'],
    ['a load that counts', 'st   [y,x]', 'ld   [y,x++]', 'GT0302 28 .* X counts only in stores'],
    ['two registers', '[row],y', '[row],y,x', 'GT0302 25 .* a second "ld"'],
    ['a register that is not there', '[row],y', '[row],z', 'GT0302 25 .* AC is the target unless ",x", ",y" or ",out"'],
    ['two values', 'adda 1', 'adda 1,2', 'GT0302 30 .* AC is the target'],
    ['no operand', 'adda 1', 'adda', 'GT0302 30 "adda" needs operands'],
    ['no space', 'adda 1', 'adda1', 'GT0301 30 .* did you mean "adda"'],
    ['a far jump without Y', 'bra  .frame', 'jmp  .frame', 'GT0302 53 .* a far jump is written "jmp y,target"'],
    ['a branch to another page', 'bra  .frame', 'bra  $1234', 'GT0304 53 .* use "ld >\\$1234,y" and "jmp y,\\$1234"'],
    ['a condition to another page', BRANCH, 'bne  $1234', 'GT0304 33 .* branch to "ld >\\$1234,y"'],
    ['two letters', 'adda 1', "adda 'ab'", 'GT0103 30 There must be exactly one character'],
  ])('%s', (_, right, wrong, first) => {
    expect(errors(right, wrong)).toEqual([expect.stringMatching(first)]);
  });
});

describe('from other assemblers', () => {
  it.each([
    ['6502 ldy', 'ld   [row],y', 'ldy  row', '"ld value,y"'],
    ['6502 ldx', 'ld   [column],x', 'ldx  [column]', '"ld value,x"'],
    ['6502 inx', 'adda 1', 'inx', '"adda 1"'],
    ['6502 clc', 'adda 1', 'clc', 'no carry flag'],
    ['6502 cmp', 'xora VIDEO_COLUMNS', 'cmp VIDEO_COLUMNS', '"suba value"'],
    ['6502 bcc', BRANCH, 'bcc  .clear', 'no carry flag'],
    ['6502 rts', 'bra  .frame', 'rts', '"bra \\[cell\\]"'],
    ['6502 tay', 'ld   [row],y', 'tay', '"ld ac,y"'],
    ['Z80 ld a,(hl)', 'ld   [row],y', 'ld   a,(hl)', 'AC is the target'],
    ['Z80 jr', BRANCH, 'jr   nz,.clear', '"bra"'],
    ['Z80 djnz', BRANCH, 'djnz .clear', '"suba 1"'],
    ['Z80 xor a', ZERO, 'xor  a', '"ac"'],
    ['Z80 jp', 'bra  .frame', 'jp   .frame', '"bra label"'],
    ['Z80 cp', 'xora VIDEO_COLUMNS', 'cp   VIDEO_COLUMNS', '"suba value"'],
    ['AVR ldi', ZERO, 'ldi  r16,0', '"ld value"'],
    ['AVR rjmp', 'bra  .frame', 'rjmp .frame', '"bra"'],
    ['AVR brne', BRANCH, 'brne .clear', '"bne"'],
    ['AVR out', 'ld   [row],y', 'out  0', '"ld value,out"'],
    ['x86 mov', 'ld   [row],y', 'mov  ax,1', '"ld" to a register'],
    ['x86 jne', BRANCH, 'jne  .clear', '"bne"'],
    ['asm.py ld()', 'ld   [row],y', 'ld([row],Y)', 'without parentheses'],
    ['asm.py nop()', `${BRANCH}\n        nop`, `${BRANCH}\n        nop()`, 'without parentheses'],
    ['asm.py align()', '        .page', 'align(0x100)', '".align"'],
    ['asm.py wait()', '        nop\n.wait:', '        wait(10)\n.wait:', '".wait"'],
  ])('%s', (_, right, wrong, first) => {
    expect(errors(right, wrong)).toEqual([expect.stringMatching(first)]);
  });
});

/** Forgotten brackets, and the same words in places where an address is meant. */
import { describe, expect, it } from 'vitest';
import { assembleText } from '#test/assembler/assembled-text.ts';

const HEAD = `
.zp count
.zp other
.zp pointer
.zp cells
.zp list, 4 index=number
start:  ld   [count]
        st   [other]
        ld   [pointer],x
        ld   [x]
        st   [cells]
`;
const LOOP = '        bra  start\n        nop\n';

/** The lines of the program, counted from 1 after its head, and what is reported on them. */
function told(text: string): readonly string[] {
  return assembleText(HEAD + text + LOOP)
    .diagnostics.filter(({ code }) => code === 'GT0920')
    .map(({ range, fixes }) => `${range.start.line - HEAD.split('\n').length + 2}: ${fixes?.[0]?.title}`);
}

function lines(...all: readonly string[]): string {
  return all.map((line) => `        ${line}\n`).join('');
}

describe('brackets are missing', () => {
  it.each<[string, string, readonly string[]]>([
    ['a constant is added', lines('ld   count', 'adda 1', 'st   [other]'), ['1: Write "[count]"']],
    ['it goes back into the variable', lines('ld   count', 'adda [other]', 'st   [count]'), ['1: Write "[count]"']],
    ['an address is branched on', lines('ld   count', 'beq  start', 'nop'), ['1: Write "[count]"']],
    ['it is compared with a constant', lines('ld   count', 'xora 5', 'bne  start', 'nop'), ['1: Write "[count]"']],
    ['another is changed by it', lines('ld   [other]', 'adda count', 'st   [other]'), ['2: Write "[count]"']],
    ['another is compared with it', lines('ld   [other]', 'suba count', 'bne  start', 'nop'), ['2: Write "[count]"']],
    [
      'a variable is compared with it',
      lines('ld   count', 'suba [other]', 'beq  start', 'nop'),
      ['1: Write "[count]"'],
    ],
    ['it is a mask', lines('ld   [other]', 'anda count', 'st   [other]'), ['2: Write "[count]"']],
  ])('%s', (_, text, expected) => expect(told(text)).toEqual(expected));
});

describe('an address is meant', () => {
  it.each([
    ['in X', lines('ld   count,x', 'ld   [x]', 'adda 1', 'st   [x]')],
    ['stored as one', lines('ld   count', 'st   [pointer]')],
    ['calculated in X', lines('ld   [other]', 'adda count', 'ld   ac,x', 'ld   [x]')],
    ['calculated in a pointer', lines('ld   [other]', 'adda count', 'st   [pointer]')],
    ['the end of a walk', lines('ld   [pointer]', 'xora count', 'bne  start', 'nop')],
    ['the end of a walk, the other way round', lines('ld   count', 'xora [pointer]', 'bne  start', 'nop')],
    ['a pointer that is moved', lines('ld   [pointer]', 'suba count', 'st   [pointer]')],
    ['its low byte by name', lines('ld   <count', 'adda 1', 'st   [other]')],
    ['of a name that is one elsewhere, too', lines('ld   count', 'adda 1', 'st   [other]', 'ld   count,x')],
    ['of a table', lines('ld   list', 'adda 1', 'st   [other]', 'ld   [list]')],
    ['and said so', `        .intended\n${lines('ld   count', 'adda 1', 'st   [other]')}`],
    [
      'through a copy of a pointer',
      lines('ld   [other]', 'xora count', 'bne  start', 'ld   [other]', 'st   [pointer]'),
    ],
  ])('%s', (_, text) => expect(told(text)).toEqual([]));

  it('in a macro that is given the variable', () => {
    const macro =
      '.macro bump cell\n        ld   cell,x\n        ld   [x]\n        adda 1\n        st   [x]\n.endmacro\n';
    expect(told(`${macro}${lines('bump count', 'ld   count', 'adda 1', 'st   [other]')}`)).toEqual([]);
  });
});

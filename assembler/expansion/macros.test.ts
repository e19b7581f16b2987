/** Macros: what their arguments mean, and calls above their definition. */
import { describe, expect, it } from 'vitest';
import { assembleText, codes, wordsOf } from '#test/assembler/assembled-text.ts';

describe('arguments of macros', () => {
  it('mean what they mean at the call, also between brackets and when passed on', () => {
    const source = `
a:
.n = $11
.macro inner p, q
.n = $22
        ld   p
        st   q
.endmacro
.macro outer p
.n = $33
        inner .n, [p]
        inner p, [y,p]
.endmacro
        outer .n
`;
    expect(wordsOf(source)).toEqual(['0033', 'c211', '0011', 'ca11']);
  });

  it('have defaults that mean what they mean at the definition, errors included', () => {
    const source = '.macro m p, q=nope\n ld p\n ld q\n.endmacro\n m 1\n';
    expect(codes(assembleText(source))).toEqual(['GT0201 0:14']);
  });

  it.each([
    [' m', 'GT0603 3:1'],
    [' m 1, 2', 'GT0603 3:6'],
    [' m [x]', ''],
    ['a: m a\n b', 'GT0301 4:1'],
  ])('%j gives %j', (call, code) => {
    expect(codes(assembleText(`.macro m p\n ld p\n.endmacro\n${call}\n`)).join()).toBe(code);
  });

  it('can name labels, local ones of the caller too', () => {
    const source = '.macro back label\nlabel: nop\n.endmacro\na:\n back .here\n bra .here\n back there\n bra there\n';
    expect(wordsOf(source)).toEqual(['0200', 'fc00', '0200', 'fc02']);
  });
});

describe('macros that are called too early', () => {
  it('are named with the place of their definition', () => {
    const { diagnostics } = assembleText(' twice\n nop\n.macro twice\n nop\n nop\n.endmacro\n');
    expect(diagnostics[0]).toMatchObject({
      code: 'GT0301',
      message: 'The macro "twice" is called before its definition, which stands in line 3',
      related: [{ message: 'The definition', range: { start: { line: 2, character: 0 } } }],
    });
    expect(assembleText(' twice\n').diagnostics[0]?.message).toBe('There is no instruction or macro "twice"');
  });
});

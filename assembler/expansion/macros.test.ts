/** Macros: what their arguments mean, and calls above their definition. */
import { describe, expect, it } from 'vitest';
import { formatSource } from '#assembler';
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

describe('parameters in the place of a mnemonic', () => {
  const MACROS = '.macro twice value\n ld value\n adda ac\n.endmacro\n.macro once value=3\n ld value\n.endmacro\n';

  it('call the macro or the instruction that was passed, through another macro too', () => {
    const inner = '.macro inner how, value\n how value\n.endmacro\n.macro outer how=once\n inner how, 5\n.endmacro\n';
    const calls = ' outer twice\n outer\n outer anda\n';
    expect(wordsOf(`${MACROS}${inner}${calls}`)).toEqual(['0005', '8200', '0005', '2005']);
  });

  it('leave out and name arguments as a call of the macro itself', () => {
    const source = `${MACROS}.macro outer how\n how\n how value=4\n.endmacro\n outer once\n`;
    expect(wordsOf(source)).toEqual(['0003', '0004']);
    expect(codes(assembleText(source.replace('outer once', 'outer twice')))).toEqual(['GT0603 8:1']);
  });
});

describe('named arguments of macros', () => {
  const DRAW = '.macro draw row, colour, op=ld, to=[$30]\n op row\n ora colour\n st to\n.endmacro\n';

  it('are in any order, after those that have a place, and leave out what has a default', () => {
    const source = `${DRAW} draw 1, 2\n draw row=1, colour=2\n draw colour = 2, row = 1\n draw 1, to=[x], colour=2\n draw 1, 2, op=adda\n`;
    const draw = ['0001', '4002', 'c230'];
    const others = ['0001', '4002', 'c600', '8001', '4002', 'c230'];
    expect(wordsOf(source)).toEqual([...draw, ...draw, ...draw, ...others]);
  });

  it('mean what they mean at the call, between brackets and in a macro with such a parameter too', () => {
    const source = `${DRAW}.macro twice row\n.n = 5\n draw row=row, colour=.n, to=[row]\n.endmacro\n twice row=7\n`;
    expect(wordsOf(source)).toEqual(['0007', '4005', 'c207']);
  });

  it('are not comparisons', () => {
    expect(wordsOf('.macro m a\n ld a\n.endmacro\nb = 2\n m b == 2\n m a=b==3\n')).toEqual(['0001', '0000']);
  });

  it.each([
    ['draw row=1, color=2', 'GT0603 5:13', 'The macro "draw" has no parameter "color"; did you mean "colour"?'],
    ['draw 1, 2, zzz=2', 'GT0603 5:12', 'The macro "draw" has no parameter "zzz"'],
    ['draw 1, 2, row=3', 'GT0603 5:12', 'The argument for "row" is given twice'],
    ['draw row=3, row=4, colour=1', 'GT0603 5:13', 'The argument for "row" is given twice'],
    ['draw row=3, 4', 'GT0603 5:13', 'An argument without a name must come before those with one'],
    ['draw colour=3', 'GT0603 5:1', 'The macro "draw" needs an argument for "row"'],
    ['draw op=ld', 'GT0603 5:1', 'The macro "draw" needs an argument for "row", "colour"'],
    ['draw row=nope, colour=3', 'GT0201 5:10', 'There is no symbol "nope"'],
    ['draw row=, colour=3', 'GT0104 5:10', 'Expected an expression, but there is ","'],
    ['draw 1, 2, row, op=3', 'GT0603 5:17', 'The argument for "op" is given twice'],
  ])('%s is one finding', (call, place, message) => {
    const assembly = assembleText(`${DRAW} ${call}\n`);
    expect(codes(assembly)).toEqual([place]);
    expect(assembly.diagnostics[0]?.message).toBe(message);
  });

  it('are refused where a parameter stands for an instruction', () => {
    const assembly = assembleText('.macro m op\n op a=1\n.endmacro\n m ld\n');
    expect(codes(assembly)).toEqual(['GT0603 1:4']);
  });

  it('are found as uses, and keep what the program is when they are formatted', () => {
    const source = `${DRAW}c = 2\n draw colour = c,row=1\n`;
    const { symbols } = assembleText(source);
    expect(symbols.references.filter(({ definition }) => definition.name === 'c')).toHaveLength(2);
    expect(formatSource(source)).toContain('        draw colour = c,row=1\n');
  });
});

describe('macros that are called too early', () => {
  it('are named with the place of their definition', () => {
    const { diagnostics } = assembleText(' twice\n nop\n.macro twice\n nop\n nop\n.endmacro\n');
    expect(diagnostics[0]).toMatchObject({
      code: 'GT0301',
      message: 'The macro "twice" is called before its definition, which is on line 3',
      related: [{ message: 'The definition', range: { start: { line: 2, character: 0 } } }],
    });
    expect(assembleText(' twice\n').diagnostics[0]?.message).toBe('There is no instruction or macro "twice"');
  });
});

it('a macro with the name of an instruction cannot be called, and is reported', () => {
  for (const name of ['add', 'LD', 'sync'])
    expect(assembleText(`.macro ${name} a\n nop\n.endmacro\n nop\n`).diagnostics[0]).toMatchObject({
      code: 'GT0610',
      range: { start: { line: 0, character: 7 } },
    });
  expect(assembleText('add: bra add\n nop\n').diagnostics).toEqual([]);
});

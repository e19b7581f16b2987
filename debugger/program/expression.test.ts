/** Expressions: precedence as in C, numbers as in sources, and one clause for whatever is wrong. */
import { isFailure } from '#basics';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateConstant, parseExpression, type Expression } from './expression.ts';
import { forAll } from '#test/draws.ts';

/** A tree as text with every pair of parentheses. */
function spell(tree: Expression): string {
  switch (tree.kind) {
    case 'number':
      return String(tree.value);
    case 'name':
      return tree.name;
    case 'entry':
      return `${tree.table}[${spell(tree.index)}]`;
    case 'ram':
      return `ram[${tree.page === undefined ? '' : `${spell(tree.page)},`}${spell(tree.address)}]`;
    case 'rom':
      return `${tree.kind}[${spell(tree.address)}]`;
    case 'address-of':
      return `&${spell(tree.operand)}`;
    case 'unary':
      return tree.operator + (tree.operator.length > 1 ? `(${spell(tree.operand)})` : spell(tree.operand));
    case 'binary':
      return `(${spell(tree.left)} ${tree.operator} ${spell(tree.right)})`;
    case 'assign':
      return `${spell(tree.target)} = ${spell(tree.value)}`;
  }
}

function parsed(text: string): string {
  const result = parseExpression(text);
  return isFailure(result) ? `! ${result.message}` : spell(result);
}

describe('expressions', () => {
  it.each([
    ['1+2*3', '(1 + (2 * 3))'],
    ['1-2-3', '((1 - 2) - 3)'],
    ['a&&b||c', '((a && b) || c)'],
    ['a & 3 == 2', '(a & (3 == 2))'],
    ["$1c + 0x1C + %101 + 0b11 + 'A'", '((((28 + 28) + 5) + 3) + 65)'],
    ['7 % %11', '(7 % 3)'],
    ['<label + >label', '(lo(label) + hi(label))'],
    ['hi(a)<<8 | lo a', '! "a" is not expected here'],
    ['lo(1+2)', 'lo((1 + 2))'],
    ['[$0811]', 'ram[2065]'],
    ['[y,x] + ram[8, board]', '(ram[y,x] + ram[8,board])'],
    ['rom[1,2]', '! "]" is missing'],
    ['rom[drawLine.loop + 1]', 'rom[(drawLine.loop + 1)]'],
    ['board[e4] = $12', 'board[e4] = 18'],
    ['&board[e4]', '&board[e4]'],
    ['-~!x', '-~!x'],
    ['.loop', '.loop'],
    ['(1', '! ")" is missing'],
    ['board[1', '! "]" is missing'],
    ['(a = 1) && b', '! "=" sets a value, write "==" to compare'],
    ['', '! it ends too early'],
    ['1 +', '! it ends too early'],
    ['1 2', '! "2" is not expected here'],
    ['a, q', '! "q" is not a format: write d, x, b or w'],
    ['a, b, d', '! ", b, d" is not expected here'],
    ['a ? b', '! "? b" is not expected here'],
    ['rgb(1, 2, 3)', '! there is no function "rgb" here, only "lo" and "hi"'],
    ['$', '! "$" is not an operand'],
    ['12ab', '! "12ab" is not an operand'],
  ])('%s is %s', (text, meaning) => {
    expect(parsed(text)).toBe(meaning);
  });

  it('parse back what they print', () => {
    const { tree } = fc.letrec<{ tree: Expression }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        fc.record({ kind: fc.constant('number' as const), value: fc.nat(70000) }),
        fc.record({ kind: fc.constant('name' as const), name: fc.constantFrom('ac', 'drawLine.loop', 'e4') }),
        fc.record({ kind: fc.constant('entry' as const), table: fc.constant('board'), index: tie('tree') }),
        fc.record({ kind: fc.constantFrom('ram' as const, 'rom' as const), address: tie('tree') }),
        fc.record({
          kind: fc.constant('unary' as const),
          operator: fc.constantFrom('-', '~', '!', 'lo', 'hi'),
          operand: tie('tree'),
        }),
        fc.record({
          kind: fc.constant('binary' as const),
          operator: fc.constantFrom('+', '-', '*', '/', '%', '<<', '>>', '<', '<=', '==', '&', '^', '|', '&&', '||'),
          left: tie('tree'),
          right: tie('tree'),
        }),
      ),
    }));
    forAll(100, [tree], (expression) => parsed(spell(expression)) === spell(expression));
  });

  it('never throw, however deep or strange', () => {
    forAll(100, [fc.string({ maxLength: 60 })], (text) => parseExpression(text) instanceof Object);
    for (const deep of ['(', '[', '-']) expect(parsed(deep.repeat(100_000))).toBe('! it is nested too deeply');
  });

  it('are constants only where they are numbers', () => {
    expect(['5', '-$10', '%11'].map(evaluateConstant)).toEqual([5, -16, 3]);
    for (const other of ['', '1+1', 'a']) expect(evaluateConstant(other)).toBeUndefined();
  });
});

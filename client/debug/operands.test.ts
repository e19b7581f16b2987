import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expressionAt, operandsOf } from './operands.ts';
import { forAll } from '#test/draws.ts';

const texts = (line: string): string[] => operandsOf(line).map(({ expression }) => expression);

describe('operandsOf', () => {
  it.each([
    ['        ld   [counter]          ; [other]', ['counter']],
    ['        st   [y,board]', ['[y,board]']],
    ['loop:   ld   [ list.next ],y', ['list.next']],
    ['        ld   [x]', ['[x]']],
    ['        ld   [$12]', []],
    ['        .ascii "[no]", [yes]', ['yes']],
  ])('%s', (line, expected) => expect(texts(line)).toEqual(expected));

  it('says where each is', () => {
    forAll(100, [fc.string(), fc.nat(60)], (line, column) => {
      for (const { start, end } of operandsOf(line)) expect(line.slice(start, end)).toMatch(/^\[.*\]$/s);
      const found = expressionAt(line, column);
      if (found !== undefined) expect(column >= found.start && column < found.end).toBe(true);
    });
  });
});

const at = (line: string, column: number): string | undefined => expressionAt(line, column)?.expression;
it('expressionAt takes a name, or an operand that depends on registers as a whole', () => {
  expect(at('  ld [counter] ; text', 6)).toBe('counter');
  expect(at('  ld [counter] ; text', 5)).toBe('counter');
  expect(at('  st [y,board]', 8)).toBe('[y,board]');
  expect(at('  bra .loop', 8)).toBe('.loop');
  expect(at('  ld [counter] ; text', 18)).toBeUndefined();
  expect(at('  ld 5', 5)).toBeUndefined();
});

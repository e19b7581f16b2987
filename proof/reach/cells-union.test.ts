import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CellsUnion } from './cells-union.ts';
import { forAll } from '#test/draws.ts';

const SLOTS = 5;
/** Sets of three things as masks, which are united by `|`. */
const meet = (before: number, arriving: number): number => before | arriving;
const cells = fc.array(fc.nat(7), { minLength: SLOTS, maxLength: SLOTS });

describe('the union of cells', () => {
  it('is that of each cell, and leaves both lists as they are', () => {
    forAll(100, [cells, cells], (a, b) => {
      const [first, second] = [[...a], [...b]];
      const union = new CellsUnion(SLOTS);
      const expected = a.map((value, slot) => value | b[slot]!);
      expect(union.of(a, b, meet)).toEqual(expected);
      expect(union.of(a, b, meet)).toEqual(expected);
      expect([a, b]).toEqual([first, second]);
    });
  });

  it('is one of the lists where that holds the other, the first if both do', () => {
    forAll(100, [cells, cells], (a, b) => {
      const all = a.map((value, slot) => value | b[slot]!);
      const union = new CellsUnion(SLOTS);
      expect(union.of(all, b, meet)).toBe(all);
      const isAll = a.every((value, slot) => value === all[slot]);
      expect(union.of(a, all, meet)).toBe(isAll ? a : all);
    });
  });

  it('is made again for another way of uniting', () => {
    const union = new CellsUnion(SLOTS);
    const [a, b] = [
      [1, 1, 1, 1, 1],
      [2, 1, 1, 1, 1],
    ];
    expect(union.of(a, b, meet)[0]).toBe(3);
    expect(union.of(a, b, () => 7)[0]).toBe(7);
  });
});

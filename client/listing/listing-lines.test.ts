import { describe, expect, it } from 'vitest';
import { expandedTitle, linesFrom } from './listing-lines.ts';

describe('lines of a listing', () => {
  it('are those of the source line, or of the nearest one above that has words', () => {
    const lines = [3, 4, 4, -1, 9];
    expect(linesFrom(lines, 4)).toEqual([1, 2]);
    expect(linesFrom(lines, 7)).toEqual([1, 2]);
    expect(linesFrom(lines, 20)).toEqual([4]);
    expect(linesFrom(lines, 2)).toEqual([]);
  });

  it('of a call have its name in their title', () => {
    expect(expandedTitle('next:   .here: draw 3', 7)).toBe('draw (line 8)');
    expect(expandedTitle('', 0)).toBe('line (line 1)');
  });
});

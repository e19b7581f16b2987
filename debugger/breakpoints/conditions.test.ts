/** Hit counts and log messages as users write them. */
import { describe, expect, it } from 'vitest';
import { parseHitCount } from './conditions.ts';

describe('hit counts', () => {
  it.each([
    ['3', '3 4 5 6'],
    ['== 3', '3'],
    ['=3', '3'],
    ['>= 3', '3 4 5 6'],
    ['> 3', '4 5 6'],
    ['< 3', '1 2'],
    ['<=3', '1 2 3'],
    ['% 2', '2 4 6'],
  ])('%s stops at hits %s', (text, stops) => {
    const test = parseHitCount(text);
    expect([1, 2, 3, 4, 5, 6].filter((hits) => test?.(hits)).join(' ')).toBe(stops);
  });

  it.each(['', 'x', '% 0', '3.5', '-1', '>'])('"%s" is not a hit count', (text) => {
    expect(parseHitCount(text)).toBeUndefined();
  });
});

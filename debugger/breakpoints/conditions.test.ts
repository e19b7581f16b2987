/** Hit counts and log messages as users write them. */
import { constantFrom, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFailure } from '#basics';
import { draws, forAll } from '#test/draws.ts';
import type { Scope } from '../values/evaluate.ts';
import { parseHitCount, parseLogMessage } from './conditions.ts';

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

it('a log message prints any text whose braces are doubled, and refuses one with an open brace', () => {
  // Without an expression, nothing is looked up.
  const scope = {} as Scope;
  const text = string({ unit: constantFrom('{', '}', 'a', ' ', '\n', '\u{1f600}') });
  forAll(draws(200), [text], (wanted) => {
    const doubled = wanted.replaceAll(/[{}]/g, '$&$&');
    const message = parseLogMessage(doubled, scope);
    expect(isFailure(message) ? message : message(scope)).toBe(wanted);
    expect(isFailure(parseLogMessage(`${doubled}{a`, scope))).toBe(true);
  });
});

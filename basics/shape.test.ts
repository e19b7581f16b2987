/** Shapes let good values through and name the first wrong property of bad ones, whatever they are. */
import { failure } from './result.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  arrayOf,
  boolean,
  count,
  either,
  integer,
  number,
  object,
  oneOf,
  optional,
  present,
  recordOf,
  string,
  tuple,
  upTo,
} from './shape.ts';
import { forAll } from '#test/draws.ts';

const SHAPE = object({
  name: string,
  lines: optional(arrayOf(object({ line: integer }))),
  mode: optional(oneOf('fast', 'slow')),
  words: optional(recordOf(either(string, number, 'a number'))),
  flag: optional(boolean),
  size: optional(count),
});

describe('shapes', () => {
  it('give typed values and drop what they do not name', () => {
    const value = {
      name: 'a',
      lines: [{ line: 3, column: 9 }],
      mode: 'slow',
      words: { n: 1, m: '$2' },
      size: null,
      extra: 1,
    };
    expect(SHAPE(value, '')).toEqual({
      name: 'a',
      lines: [{ line: 3 }],
      mode: 'slow',
      words: { n: 1, m: '$2' },
      flag: undefined,
      size: undefined,
    });
  });

  it.each([
    [{}, '"name" must be a string'],
    [undefined, '"name" must be a string'],
    [7, '"" must be an object'],
    [{ name: 'a', lines: 4 }, '"lines" must be an array'],
    [{ name: 'a', lines: [{ line: 1 }, { line: 1.5 }] }, '"lines[1].line" must be an integer'],
    [{ name: 'a', mode: 'x' }, '"mode" must be one of "fast", "slow"'],
    [{ name: 'a', words: { n: [] } }, '"words.n" must be a number'],
    [{ name: 'a', size: -1 }, '"size" must be an integer from 0'],
  ])('name what is wrong in %j', (value, wrong) => {
    expect(SHAPE(value, '')).toEqual(failure(wrong));
  });

  it('bound arrays, and give each place of a tuple a shape of its own', () => {
    expect(arrayOf(count, 2)([1, 2], 'sums')).toEqual([1, 2]);
    expect(arrayOf(count, 2)([1, 2, 3], 'sums')).toEqual(failure('"sums" must be an array of at most 2'));
    expect(tuple(count, string)([1, 'a'], 'pair')).toEqual([1, 'a']);
    expect(tuple(count, string)([1], 'pair')).toEqual(failure('"pair" must be an array of 2'));
    expect(tuple(count, string)([1, 2], 'pair')).toEqual(failure('"pair[1]" must be a string'));
    expect(upTo(3, -1)(-1, 'place')).toBe(-1);
    expect(upTo(3, -1)(-2, 'place')).toEqual(failure('"place" must be an integer from -1 to 3'));
  });

  it('can ask for a value that they would take for empty', () => {
    expect(object({})(undefined, 'context')).toEqual({});
    expect(present(object({}))(undefined, 'context')).toEqual(failure('"context" must be given'));
    expect(present(object({}))({}, 'context')).toEqual({});
  });

  it('never throw', () => {
    forAll(100, [fc.anything()], (value) => SHAPE(value, 'value') instanceof Object);
  });
});

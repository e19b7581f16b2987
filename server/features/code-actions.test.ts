import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { similarNames } from './code-actions.ts';
import { forAll } from '#test/draws.ts';

describe('similar names', () => {
  it.each([
    ['strat', ['start', 'stop', 'draw'], ['start']],
    ['Start', ['start'], ['start']],
    ['x', ['y', 'abc'], ['y']],
    ['drawLine', ['drawLines', 'drawMine', 'line'], ['drawLines', 'drawMine']],
    ['start', ['start'], []],
  ])('of %s among %j: %j', (word, candidates, expected) => {
    expect(similarNames(word, candidates)).toEqual(expected);
  });

  it('find a name after one typing mistake', () => {
    const name = fc.stringMatching(/^[a-z]{4,12}$/);
    forAll(100, [name, fc.nat(), fc.constantFrom('delete', 'swap', 'insert', 'replace')], (word, seed, slip) => {
      const at = seed % (word.length - 1);
      const [left, right] = [word.slice(0, at), word.slice(at)];
      const slipped = {
        delete: left + right.slice(1),
        swap: left + right[1]! + right[0]! + right.slice(2),
        insert: `${left}q${right}`,
        replace: `${left}q${right.slice(1)}`,
      }[slip];
      fc.pre(slipped !== word);
      expect(similarNames(slipped, [word, 'zzzzzzzzzzzzzzzzzzzz'])).toEqual([word]);
    });
  });
});

/** Suggestions for names that do not exist. */
import { describe, expect, it } from 'vitest';
import { assemble } from '#assembler';
import { closestName } from './closest-name.ts';

describe('the closest name', () => {
  it.each([
    ['drawbaord', ['draw', 'drawBoard', 'board'], 'drawBoard'],
    ['DRAW', ['draw'], 'draw'],
    ['coutn', ['count', 'mount'], 'count'],
    ['ab', ['ac'], undefined],
    ['score', ['board'], undefined],
  ])('of %s', (name, candidates, expected) => {
    expect(closestName(name, candidates)).toBe(expected);
  });

  it('is offered as a fix, also for a forgotten dot', () => {
    const { diagnostics } = assemble('main', {
      read: () => ({ text: 'count = 1\na: ld coutn\n.loop: bra loop\n nop\n' }),
    });
    expect(diagnostics.map((d) => d.fixes?.[0]?.edits[0]?.newText)).toEqual(['count', '.loop']);
  });
});

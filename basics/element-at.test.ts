/** Elements that must exist. */
import { expect, it } from 'vitest';
import { elementAt } from './lists.ts';

it('gives the element, and throws where there is none', () => {
  const item = { name: 'a' };
  expect(elementAt([item], 0)).toBe(item);
  expect(() => elementAt([item], 1)).toThrow(RangeError);
  expect(() => elementAt([item], -1)).toThrow('there is no element -1 in a list of 1');
});

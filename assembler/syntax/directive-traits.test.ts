import { expect, it } from 'vitest';
import { DIRECTIVES } from './directives.ts';
import { TRAITS } from './directive-traits.ts';

it.each(Object.entries(TRAITS))('the trait "%s" has names of directives only', (_, names) => {
  expect([...names].filter((name) => !Object.hasOwn(DIRECTIVES, name))).toEqual([]);
});

it('a plain directive opens and ends no block', () => {
  const { plain, closing } = TRAITS;
  const opening = [...plain].filter((name) => DIRECTIVES[name]?.closedBy !== undefined);
  expect([...opening, ...plain].filter((name) => opening.includes(name) || closing.has(name))).toEqual([]);
});

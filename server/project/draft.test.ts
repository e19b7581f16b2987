/** The directives over which a draft looks; test/server/quick-completion.test.ts has what it answers. */
import { expect, it } from 'vitest';
import { DIRECTIVES } from '#assembler';
import { PLAIN_DIRECTIVES } from './draft.ts';

it.each([...PLAIN_DIRECTIVES])('.%s is a directive that opens and ends no block', (name) => {
  const ends = new Set(Object.values(DIRECTIVES).map(({ closedBy }) => closedBy));
  expect(DIRECTIVES[name]).toBeDefined();
  expect(DIRECTIVES[name]?.closedBy).toBeUndefined();
  expect(ends).not.toContain(name);
});

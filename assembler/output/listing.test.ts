/** A listing does not depend on where its sources are; test/golden shows what is in one. */
import { expect, it } from 'vitest';
import { assemble } from '#assembler';

it('listings are the same wherever the sources are', () => {
  const listingAt = (folder: string): string =>
    assemble(`${folder}main.gtasm`, {
      read: (path) => ({
        text: path.endsWith('main.gtasm') ? '        .include "lib/a.gtasm"\n' : 'start:  ld 1 ; one\n',
      }),
    }).listing();
  expect(listingAt('/home/one/')).toBe(listingAt(''));
  expect(listingAt('')).toContain(';lib/a.gtasm:1 one');
});

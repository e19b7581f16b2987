import { expect, it } from 'vitest';
import { readPage } from '#test/documents/pages.ts';
import { withGeneratedParts } from '../../scripts/cheat-sheet/cheat-sheet.ts';

it('docs/cheat-sheet.md has what scripts/generate-cheat-sheet.mjs writes', () => {
  const { text } = readPage('docs/cheat-sheet.md');
  expect(withGeneratedParts(text)).toBe(text);
});

import { expect, it } from 'vitest';
import { selectionText, selectionTooltip } from './selection-text.ts';

it('says what a selection takes, and no number of cycles where that depends on branches', () => {
  expect(selectionText({ words: 0, cycles: 0, stretches: 0, branches: 0 })).toBe('');
  expect(selectionText({ words: 1, cycles: 1, stretches: 1, branches: 0 })).toBe('1 cycle');
  expect(selectionText({ words: 1200, cycles: 1200, stretches: 1, branches: 0 })).toBe('1,200 cycles');
  expect(selectionText({ words: 12, cycles: 12, stretches: 1, branches: 2 })).toBe('12 words, 2 branches');
  expect(selectionText({ words: 12, cycles: 12, stretches: 3, branches: 0 })).toBe('12 words in 3 places');
  expect(selectionText({ words: 6, cycles: 100, stretches: 1, branches: 0 })).toBe('100 cycles');
  expect(selectionTooltip({ words: 12, cycles: 12, stretches: 1, branches: 1 })).toContain('12 cycles if no branch');
});

import { expect, it } from 'vitest';
import { proofText, selectionText, selectionTooltip, speedBetween, statusText } from './status-texts.ts';

const DONE = { isProving: false, isPrevented: false, exact: 1984, wrong: 0, unproven: 0, handler: 'proven' } as const;

it('says what the proof found, the worst first, and whether it is still being made', () => {
  expect(proofText(DONE)).toBe('1,984 exact, handler proven');
  expect(proofText({ ...DONE, wrong: 1, unproven: 2, handler: 'assumed' })).toBe(
    '1 wrong, 2 unproven, 1,984 exact, handler assumed',
  );
  expect(proofText({ ...DONE, exact: 0, handler: null })).toBe('No time checks');
  expect(proofText({ ...DONE, isPrevented: true })).toBe('Not proven: the program has errors');
  expect(proofText({ ...DONE, isProving: true })).toBe('Proving the timing…');
});

it('says what a selection takes, and no number of cycles where that depends on branches', () => {
  expect(selectionText({ words: 0, cycles: 0, stretches: 0, branches: 0 })).toBe('');
  expect(selectionText({ words: 1, cycles: 1, stretches: 1, branches: 0 })).toBe('1 cycle');
  expect(selectionText({ words: 1200, cycles: 1200, stretches: 1, branches: 0 })).toBe('1,200 cycles');
  expect(selectionText({ words: 12, cycles: 12, stretches: 1, branches: 2 })).toBe('12 words, 2 branches');
  expect(selectionText({ words: 12, cycles: 12, stretches: 3, branches: 0 })).toBe('12 words in 3 places');
  expect(selectionText({ words: 6, cycles: 100, stretches: 1, branches: 0 })).toBe('100 cycles');
  expect(selectionTooltip({ words: 12, cycles: 12, stretches: 1, branches: 1 })).toContain('12 cycles if no branch');
});

const STATUS = { seconds: 5, running: false, line: 37, lineCycle: 76, badLines: 0, badFrames: 0, handlerShare: 0.364 };

it('shows line and cycle at a stop, the speed while it runs, and what is wrong', () => {
  expect(statusText(STATUS, undefined)).toBe('line 37 cycle 76 · handler 36 %');
  expect(statusText({ ...STATUS, handlerShare: null, badLines: 1 }, undefined)).toBe('line 37 cycle 76 · 1 bad line');
  expect(statusText({ ...STATUS, running: true, badLines: 2, badFrames: 1 }, 0.998)).toBe(
    '1.00× · 3 bad lines · handler 36 %',
  );
});

it('measures the speed between two looks', () => {
  expect(speedBetween({ seconds: 0, time: 0 }, { seconds: 1, time: 1000 })).toBe(1);
  expect(speedBetween(undefined, { seconds: 1, time: 1 })).toBeUndefined();
  expect(speedBetween({ seconds: 9, time: 0 }, { seconds: 1, time: 1 })).toBeUndefined();
});

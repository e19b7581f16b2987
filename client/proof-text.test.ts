import { expect, it } from 'vitest';
import { proofText } from './proof-text.ts';

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

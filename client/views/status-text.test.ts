import { expect, it } from 'vitest';
import { speedBetween, statusText } from './status-text.ts';

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

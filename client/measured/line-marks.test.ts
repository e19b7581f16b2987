import { expect, it } from 'vitest';
import { lineMarks } from './line-marks.ts';

const FILE = {
  path: '/main.gtasm',
  lines: [
    { line: 1, count: 1, cycles: 1, words: 1, covered: 1 },
    { line: 2, count: 500, cycles: 9000, words: 18, covered: 18 },
    { line: 3, count: 4, cycles: 8, words: 3, covered: 2 },
    { line: 4, count: 0, cycles: 0, words: 2, covered: 0 },
    { line: 5, count: 7, cycles: 7, words: 1, covered: 1 },
  ],
  branches: [{ line: 5, taken: 7, notTaken: 0 }],
};

it('marks lines by their cycles, and shows large shares', () => {
  expect(lineMarks(FILE, 'heat', 10_000, 9000)).toEqual([
    { line: 1, mark: 'heat1', text: '1 cycles (0.0 %), once.', share: undefined },
    { line: 2, mark: 'heat5', text: '9,000 cycles (90.0 %), 500 times.', share: '90.0 %' },
    { line: 3, mark: 'heat2', text: '8 cycles (0.1 %), 4 times. 2 of 3 words executed.', share: undefined },
    { line: 5, mark: 'heat2', text: '7 cycles (0.1 %), 7 times. Taken 7 times, not taken 0 times.', share: undefined },
  ]);
});

it('marks lines by what has executed of them, arms of branches included', () => {
  const marks = lineMarks(FILE, 'coverage', 10_000, 9000).map(({ line, mark }) => `${line} ${mark}`);
  expect(marks).toEqual(['1 covered', '2 covered', '3 partly', '4 missed', '5 partly']);
});

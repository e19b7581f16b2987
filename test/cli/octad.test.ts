/** `gigatron octad perft`: the Octad ROM counts a position, its first moves, and a suite. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { gigatron, ROOT } from '#test/cli/run-cli.ts';

it('counts, and divides by first moves', () => {
  const { status, stdout } = gigatron('octad', 'perft', '2', '--divide', '--json');
  expect(status).toBe(0);
  const report = JSON.parse(stdout) as { nodes: number; divide: Record<string, number> };
  expect(report).toMatchObject({ nodes: 84, monitor: { badLines: 0, badFrames: 0 } });
  expect(Object.values(report.divide)).toHaveLength(10);
});

it('runs a suite, leaving out what is too large', () => {
  const file = join(ROOT, 'test/data/octad-perft.json');
  const { status, stdout } = gigatron('octad', 'perft', '--suite', file, '--max-nodes', '20');
  expect(status).toBe(0);
  expect(stdout).toMatch(/^[1-9]\d* passed, 0 failed, \d+ skipped\n$/);
});

it.each([
  [['2', '--ofen', 'ppkn/4/4 w - - 0 1'], 1, 'rank'],
  [['0'], 2, 'expected 1 to 10 plies'],
  [['--max-nodes', '3'], 2, 'give either a depth or --suite'],
])('says what is wrong with %j', (words, status, sentence) => {
  const ended = gigatron('octad', 'perft', ...words);
  expect([ended.status, ended.stdout]).toEqual([status, '']);
  expect(ended.stderr).toContain(sentence);
});

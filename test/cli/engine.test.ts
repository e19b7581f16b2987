/** `gigatron engine perft` and `octad perft`: the ROMs count, and the count is measured. */
import { describe, expect, it } from 'vitest';
import { gigatron } from '#test/cli/run-cli.ts';

describe('gigatron engine perft', () => {
  it('counts, measures, and divides by first moves', () => {
    const { status, stdout } = gigatron('engine', 'perft', '2', '--divide', '--json');
    expect(status).toBe(0);
    const report = JSON.parse(stdout) as { divide: Record<string, number>; handlerShare: number };
    expect(report).toMatchObject({ nodes: 400, monitor: { badLines: 0, badFrames: 0 } });
    expect(Object.values(report.divide)).toEqual(new Array(20).fill(20));
    expect(report.handlerShare).toBeGreaterThan(0.2);
    expect(report.handlerShare).toBeLessThan(0.6);
  });

  it('compares its tables with ones from scratch on request, which takes its time', () => {
    const [plain, verified] = [[], ['--verify']].map((words) => {
      const { status, stdout } = gigatron('engine', 'perft', '1', '--json', ...words);
      expect(status).toBe(0);
      return JSON.parse(stdout) as { nodes: number; cycles: number };
    });
    expect(verified!.nodes).toBe(20);
    expect(verified!.cycles).toBeGreaterThan(10 * plain!.cycles);
  });
});

it('gigatron octad perft counts, and divides by first moves', () => {
  const { status, stdout } = gigatron('octad', 'perft', '2', '--divide', '--json');
  expect(status).toBe(0);
  const report = JSON.parse(stdout) as { nodes: number; divide: Record<string, number> };
  expect(report).toMatchObject({ nodes: 84, monitor: { badLines: 0, badFrames: 0 } });
  expect(Object.values(report.divide)).toHaveLength(10);
});

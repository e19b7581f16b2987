/** `gigatron engine perft`: the engine ROM counts, and the count is measured. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gigatron } from '#test/cli/run-cli.ts';
import { temporaryFolder } from '#test/files/temporary-folder.ts';

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

  it.each([
    ['8/8/8/8/8/8/8/K7 w - - 0 1', 'Each side must have exactly one king.'],
    ['4k3/8/8/8/8/8/8/4K3', 'The side to move must be w or b'],
    ['', 'eight ranks'],
  ])('says what is wrong with the position "%s"', (fen, sentence) => {
    const { status, stdout, stderr } = gigatron('engine', 'perft', '1', '--divide', '--fen', fen);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^gigatron: .*\n$/);
    expect(stderr).toContain(sentence);
  });

  it.each([
    [['0'], 'expected 1 to 32 plies'],
    [['33'], 'expected 1 to 32 plies'],
    [['1e99'], 'expected a whole number'],
    [['--', '-1'], 'expected a whole number'],
    [[], 'give either a depth or --suite'],
    [['1', '--suite', 'suite.json'], 'give either a depth or --suite'],
    [['1', '--max-nodes', '9'], '--max-nodes needs --suite'],
    [['--suite', 'suite.json', '--divide'], "cannot be used with option '--divide'"],
    [['--suite', 'suite.json', '--fen', '8'], "cannot be used with option '--fen <fen>'"],
    [['--suite', 'no-such-suite.json'], 'no-such-suite.json: there is no such file'],
  ])('refuses the arguments %j', (words, sentence) => {
    const { status, stdout, stderr } = gigatron('engine', 'perft', ...words);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(sentence);
  });

  it('reports what differs in a suite and what cannot be counted, and counts the rest', () => {
    const file = join(temporaryFolder(), 'suite.json');
    const [start, none] = ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', '8/8/8/8/8/8/8/8 w - - 0 1'];
    const positions = [
      { fen: none, perft: { 1: 0 } },
      { fen: start, perft: { 1: 20, 2: 401, 3: 8902 } },
    ];
    writeFileSync(file, JSON.stringify({ positions }));
    const { status, stdout } = gigatron('engine', 'perft', '--suite', file, '--max-nodes', '500');
    expect(status).toBe(1);
    expect(stdout.split('\n')).toEqual([
      `${none}: depth 1: Each side must have exactly one king.`,
      `${start}: depth 2: 400 instead of 401`,
      '1 passed, 2 failed, 1 skipped',
      '',
    ]);
    writeFileSync(file, '{');
    expect(gigatron('engine', 'perft', '--suite', file)).toMatchObject({
      status: 1,
      stderr: `gigatron: ${file}: the suite is not a JSON document\n`,
    });
  });
});

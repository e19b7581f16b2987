/** `gigatron engine bestmove`, `uci`, `match` and `perft`: the engine ROM keeps to its limits and talks to programs. */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { programPath } from '#test/programs.ts';
import { gigatron, gigatronProcess } from '#test/cli/run-cli.ts';
import { temporaryFolder } from '#test/source-folder.ts';
import { PROJECT } from '#test/project.ts';

const STUB = join(PROJECT, 'test/support/cli/stub-player.mjs');
const MATE_IN_1 = '6k1/5ppp/8/8/8/8/8/R6K w - - 0 1';

interface Report {
  move: string | null;
  score: { cp?: number; mate?: number };
  depth: number;
  nodes: number;
  cycles: number;
  seconds: number;
  pv: string[];
  handlerShare: number | null;
  monitor: { badLines: number; badFrames: number; frames: number };
}

const bestMove = (...words: string[]): Report => {
  const { status, stdout, stderr } = gigatron('engine', 'bestmove', '--json', ...words);
  expect([status, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as Report;
};

describe('gigatron engine bestmove', () => {
  it('keeps to a number of nodes', () => {
    const { nodes } = bestMove('--nodes', '600');
    expect(nodes).toBeGreaterThan(0);
    expect(nodes).toBeLessThan(600 + 512);
  });

  it('keeps to emulated seconds, and measures the share of the handler', () => {
    const { seconds, cycles, handlerShare } = bestMove('--seconds', '1.5');
    expect(seconds).toBeLessThan(1.7);
    expect(cycles).toBe(Math.round(seconds * 6_250_000));
    expect(handlerShare).toBeGreaterThan(0.2);
  });

  it('finds the same in less time with a dark board', () => {
    const [lit, dark] = [bestMove('--depth', '3'), bestMove('--depth', '3', '--dark')];
    expect([dark.move, dark.pv, dark.nodes]).toEqual([lit.move, lit.pv, lit.nodes]);
    expect(dark.cycles / lit.cycles).toBeLessThan(0.97);
  });

  it('keeps to a depth, and plays the first move of its line', () => {
    const { depth, pv, move } = bestMove('--depth', '2');
    expect(depth).toBe(2);
    expect(pv.length).toBeGreaterThanOrEqual(1);
    expect(move).toBe(pv[0]);
  });

  it('starts from the position after some moves', () => {
    expect(bestMove('--fen', MATE_IN_1, '--moves', 'h1g1 h7h6', '--depth', '2').move).not.toBeNull();
  });
});

/** A UCI client. */
class Client {
  private readonly process = spawn(process.execPath, [programPath('cli'), 'engine', 'uci'], { cwd: PROJECT });
  readonly said: string[] = [];
  private wake: (() => void) | undefined;
  readonly ended: Promise<number | null>;

  constructor() {
    createInterface({ input: this.process.stdout }).on('line', (line) => {
      this.said.push(line);
      this.wake?.();
    });
    this.ended = new Promise((resolve) => this.process.on('close', resolve));
  }

  send(...lines: readonly string[]): void {
    for (const line of lines) this.process.stdin.write(`${line}\n`);
  }

  /** Everything said up to a line that matches. */
  async until(pattern: RegExp): Promise<string[]> {
    for (;;) {
      const at = this.said.findIndex((line) => pattern.test(line));
      if (at >= 0) return this.said.splice(0, at + 1);
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  end(): void {
    this.process.stdin.end();
  }
}

describe('gigatron engine uci', () => {
  it('answers stop, keeps infinite searches until then, and finishes others when the input ends', async () => {
    const client = new Client();
    client.send(`position fen ${MATE_IN_1}`, 'go infinite', 'position startpos', 'isready');
    const early = await client.until(/^readyok$/);
    expect(early).toContain('info string position: the engine is thinking; send stop first.');
    if (!early.some((line) => line.includes('score mate 1'))) await client.until(/score mate 1/);
    client.send('stop');
    expect((await client.until(/^bestmove/)).at(-1)).toBe('bestmove a1a8');
    client.send('position startpos', 'go nodes 300');
    client.end();
    expect(await client.ended).toBe(0);
    expect(client.said.at(-1)).toMatch(/^bestmove/);
  });

  it('finds mates on request, and keeps to the clock', async () => {
    const client = new Client();
    client.send(`position fen ${MATE_IN_1}`, 'go mate 1');
    expect((await client.until(/^bestmove/)).at(-1)).toBe('bestmove a1a8');
    client.send('position startpos', 'go wtime 6000 btime 100 winc 0 binc 0 movestogo 20');
    const lines = await client.until(/^bestmove/);
    const seconds = Number(/emulated ([\d.]+) s/.exec(lines.at(-2)!)![1]);
    expect(seconds).toBeLessThan(1.3);
    client.send('quit');
    await client.ended;
  });

  it('writes the picture, and says once when it cannot', async () => {
    const file = join(temporaryFolder(), 'screen.png');
    const client = new Client();
    // A request for the picture overrides the dark board.
    client.send('setoption name DarkBoard value true');
    client.send(`setoption name ShowScreen value ${file}`, 'position startpos', 'go movetime 200');
    await client.until(/^bestmove/);
    const png = PNG.sync.read(readFileSync(file));
    expect(png).toMatchObject({ width: 640, height: 480 });
    expect(png.data.some((value, index) => index % 4 !== 3 && value !== 0)).toBe(true);
    client.send(`setoption name ShowScreen value ${join(file, 'below', 'a.png')}`, 'go movetime 1200');
    const lines = await client.until(/^bestmove/);
    expect(lines.filter((line) => line.includes('cannot write'))).toHaveLength(1);
    client.send('quit');
    await client.ended;
  });
});

describe('gigatron engine match', () => {
  it('plays the engine against a program and writes the games', () => {
    const folder = temporaryFolder();
    const [openings, pgn] = [join(folder, 'openings.txt'), join(folder, 'games.pgn')];
    writeFileSync(openings, '6k1/5ppp/8/8/8/8/8/R6K w - - 0 1\n');
    const opponent = `"${process.execPath}" "${STUB}" uci`;
    const words = ['--openings', openings, '--games', '2', '--depth', '2', '--opponent', opponent, '--pgn', pgn];
    // The command runs itself as the engine's process.
    const { status, stdout } = gigatronProcess('engine', 'match', ...words, '--json');
    expect(status).toBe(0);
    const report = JSON.parse(stdout) as { games: { white: string; black: string; result: string; reason: string }[] };
    expect(report.games[0]).toMatchObject({ white: 'Gigatron', black: 'Stub', result: '1-0', reason: 'checkmate' });
    expect(report.games[1]).toMatchObject({ white: 'Stub', black: 'Gigatron' });
    expect(readFileSync(pgn, 'utf8')).toContain('1. Ra8# {+1M/');
  });
});

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

  it('compares its tables with ones built from scratch on request, which takes far longer', () => {
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

/** The programs of docs/getting-started.md draw what the page says, without a fault, and the dot follows the game pad. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { gigatron } from '#test/cli/run-cli.ts';
import { temporaryFolder, SourceFolder } from '#test/source-folder.ts';
import { clientForEachTest } from '#test/debugger/fixture.ts';
import { projectText } from '#test/project.ts';

const PAGE = projectText('docs/getting-started.md');
const STEPS = [...PAGE.matchAll(/^```gtasm\n([^]*?)^```$/gm)].map(([, text = '']) => text);
const GROUND = '0,85,170';
const DOT = '255,255,0';
/** Frames after which the picture is filled, and the dot has moved. */
const FRAMES = 120;
/** The button to the right, held for a while. */
const RIGHT = [
  { frame: 80, pad: ['right'] },
  { frame: 100, pad: [] },
];

/** The picture after a run, with an input script. */
function pictureOf(program: string, input: readonly object[]): PNG {
  const folder = temporaryFolder();
  const file = (name: string): string => join(folder, name);
  writeFileSync(file('main.gtasm'), program);
  writeFileSync(file('input.json'), JSON.stringify(input));
  const run = ['run', file('main.gtasm'), '--frames', String(FRAMES), '--input', file('input.json')];
  const { status, stdout } = gigatron(...run, '--screenshot', file('picture.png'), '--json');
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ monitor: { badLines: 0, badFrames: 0 } });
  return PNG.sync.read(readFileSync(file('picture.png')));
}

function coloursOf({ data }: PNG): readonly string[] {
  const seen = new Set<string>();
  for (let at = 0; at < data.length; at += 4) seen.add(data.subarray(at, at + 3).join());
  return [...seen].sort();
}

/** The column of the dot's left edge. */
function dotOf({ data, width }: PNG): number {
  for (let at = 0; at < data.length; at += 4) if (data.subarray(at, at + 3).join() === DOT) return (at / 4) % width;
  return -1;
}

it.each([
  ['1: a program', 0, ['0,0,0']],
  ['2: a picture', 1, [GROUND]],
  ['3: something that moves', 2, [GROUND, DOT]],
  ['4: a sound', 3, [GROUND, DOT]],
])('step %s', (_, index, colours) => {
  expect(coloursOf(pictureOf(STEPS[index]!, []))).toEqual(colours);
});

it.each([
  [3, STEPS[2]!],
  [4, STEPS[3]!],
])('the dot of step %i moves to the right', (_, program) => {
  const [still, moved] = [pictureOf(program, []), pictureOf(program, RIGHT)].map(dotOf);
  expect(moved).toBeGreaterThan(still!);
});

/** "Look inside" of docs/getting-started.md in the debugger: a change, a step back, and the step again. */
describe('the debugger', () => {
  const PAGE = projectText('docs/getting-started.md');
  const PROGRAM = [...PAGE.matchAll(/^```gtasm\n([^]*?)^```$/gm)].at(-1)![1]!;
  const LINES = PROGRAM.split('\n');
  const MOVE = LINES.findIndex((line) => line.startsWith('.move:'));
  const LINE = LINES.findIndex((line, index) => index > MOVE && /st +\[column\]/.test(line)) + 1;

  const folder = new SourceFolder({ 'main.gtasm': PROGRAM });

  const client = clientForEachTest();

  it('shows a change of AC in the variable, before and after a step back, and when the program goes on', async () => {
    const path = join(folder.path, 'main.gtasm');
    const column = async (): Promise<string> => client.evaluate('column');
    await client.launchStopped({ program: path });
    await client.runTo(path, LINE);
    expect(await client.line()).toBe(LINE);
    expect(await column()).toBe('$50 (80)');
    await client.request('setExpression', { expression: 'ac', value: '20' });
    await client.move('next');
    expect(await column()).toBe('$14 (20)');
    await client.move('stepBack');
    expect([await client.line(), await column()]).toEqual([LINE, '$50 (80)']);
    await client.move('next');
    expect(await column()).toBe('$14 (20)');
    await client.runTo(path, LINE);
    expect(await column()).toBe('$14 (20)');
  });
});

/** The programs of docs/getting-started.md draw what the page says, without a fault, and the dot follows the game pad. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { gigatron, ROOT } from '#test/cli/run-cli.ts';
import { temporaryFolder } from '#test/files/temporary-folder.ts';

const PAGE = readFileSync(join(ROOT, 'docs', 'getting-started.md'), 'utf8');
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

/** The colours of a picture, in order. */
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

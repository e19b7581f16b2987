/**
 * No output of any command replaces an input or another output. The test draws options that name outputs, and other
 * names of the files.
 */
import { linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { gigatron } from '#test/cli/run-cli.ts';
import { draws, forAll } from '#test/draws.ts';
import { temporaryFolder } from '#test/source-folder.ts';

const folder = temporaryFolder();
const place = (name: string): string => join(folder, name);

const SOURCE = `        .include "part.gtasm"
        .incbin "bytes.bin"
start:  bra  start
        ld   VALUE
.test "nothing"
.run start, start + 1
.expect ac = 5
.endtest
`;
const INPUTS: Readonly<Record<string, string>> = {
  'main.gtasm': SOURCE,
  'part.gtasm': 'VALUE = 5\n',
  'bytes.bin': 'abcd',
  'image.rom': 'abcdefgh',
  'names.sym': 'start = $0000\n',
  'keys.json': '[]',
  'openings.epd': 'k7/8/1K6/8/8/8/8/7R w - - 96 60\n',
};

/** Commands, each with its inputs and its options that name outputs. */
const COMMANDS: readonly (readonly [
  words: readonly string[],
  inputs: readonly string[],
  outputs: readonly string[],
])[] = [
  [
    ['asm', 'main.gtasm'],
    ['main.gtasm', 'part.gtasm', 'bytes.bin'],
    ['-o', '--listing', '--debug', '--symbol-file', '--dependency-file'],
  ],
  [
    ['run', 'main.gtasm', '--frames', '1', '--input', 'keys.json'],
    ['main.gtasm', 'part.gtasm', 'bytes.bin', 'keys.json'],
    ['--screenshot', '--wav', '--vcd', '--lcov', '--cpuprofile'],
  ],
  [
    ['test', 'main.gtasm'],
    ['main.gtasm', 'part.gtasm', 'bytes.bin'],
    ['--junit', '--lcov'],
  ],
  [['disasm', 'image.rom', '--symbols', 'names.sym'], ['image.rom', 'names.sym'], ['-o']],
  [['engine', 'match', '--games', '2', '--openings', 'openings.epd'], ['openings.epd'], ['--pgn']],
];

/** Other names of a file. */
const NAMES = [
  (name: string) => place(name),
  (name: string) => `${folder}/./${name}`,
  (name: string) => place(`linked-${name}`),
  (name: string) => place(`hard-${name}`),
  (name: string) => join(folder, 'other', name),
];

beforeAll(() => {
  for (const [name, text] of Object.entries(INPUTS)) {
    writeFileSync(place(name), text);
    linkSync(place(name), place(`hard-${name}`));
    symlinkSync(place(name), place(`linked-${name}`));
  }
  symlinkSync(folder, place('other'));
  mkdirSync(place('results'));
});

it('no output replaces an input or another output', { timeout: 300_000 }, () => {
  const drawn = fc.constantFrom(...COMMANDS).chain(([words, inputs, outputs]) =>
    fc.record({
      words: fc.constant(words),
      first: fc.constantFrom(...outputs),
      second: fc.option(fc.constantFrom(...outputs)),
      input: fc.constantFrom(...inputs),
      name: fc.constantFrom(...NAMES),
    }),
  );
  forAll(draws(60), [drawn], ({ words, first, second, input, name }) => {
    const paths = words.map((word) => (word in INPUTS ? place(word) : word));
    const needed =
      first === '--dependency-file' || second === '--dependency-file' ? ['-o', place('results/x.rom')] : [];
    const isPair = second !== null && second !== first && ![first, second].includes('-o');
    const options = isPair
      ? [...needed, first, place('results/same'), second, join(folder, 'other/results/same')]
      : [...(first === '-o' ? [] : needed), first, name(input)];
    const { status, stderr } = gigatron(...paths, ...options);
    expect([status, stderr], stderr).toEqual([
      2,
      expect.stringMatching(/it is (?:a file that the command reads|named twice)/),
    ]);
    for (const [file, text] of Object.entries(INPUTS)) expect(readFileSync(place(file), 'utf8')).toBe(text);
  });
});

/** `--debug-info`: an image is run with the names and lines that another program, or `asm --debug`, has written of it. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gigatron } from '#test/cli/run-cli.ts';
import { temporaryFolder } from '#test/files/temporary-folder.ts';

const folder = temporaryFolder();
const SOURCE = join(folder, 'main.gtasm');
/** The product of a build lies in a folder below the source. */
const [ROM, INFO] = [join(folder, 'out', 'main.rom'), join(folder, 'out', 'main.json')];
writeFileSync(
  SOURCE,
  '.zp count\nstart:  ld   [count]\n        .break count = 4\n        adda 1\n        bne  keep\n        nop\n        ld   0\nkeep:   st   [count]\n        bra  start\n        nop\n',
);
mkdirSync(join(folder, 'out'));
gigatron('asm', SOURCE, '-o', ROM, '--debug', INFO);

function run(...words: readonly string[]): ReturnType<typeof gigatron> {
  return gigatron('run', ROM, '--debug-info', INFO, '--cycles', '1000', ...words);
}

describe('an image with debug information', () => {
  it('is run as its source is: breakpoints, labels, names of RAM, places', () => {
    for (const words of [
      ['--show', 'count'],
      ['--until', 'keep'],
      ['--json', '--ignore-breaks', '--usage'],
    ])
      expect(run(...words)).toEqual(gigatron('run', SOURCE, '--cycles', '1000', ...words));
    expect(run().stderr).toMatch(/main\.gtasm:3: stopped at \.break count = 4\n$/);
  });

  it('has the coverage and the profile of its source', () => {
    const files = ['image', 'source'].map((name) => ({
      lcov: join(folder, `${name}.info`),
      profile: join(folder, `${name}.cpuprofile`),
    }));
    const [image, source] = files.map(({ lcov, profile }) => ['--lcov', lcov, '--cpuprofile', profile]);
    run(...image!);
    gigatron('run', SOURCE, '--cycles', '1000', ...source!);
    const [ofImage, ofSource] = files.map(({ lcov, profile }) =>
      [lcov, profile].map((file) => readFileSync(file, 'utf8')),
    );
    expect(ofImage).toEqual(ofSource);
    expect(ofImage![0]).toMatch(/^SF:.*main\.gtasm$/m);
  });

  it('gives names to a page', () => {
    const page = join(folder, 'page.html');
    const { status, stderr } = gigatron('page', ROM, '--debug-info', INFO, '--debug', '-o', page);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

describe('what is not debug information of the image', () => {
  const file = (name: string, text: string | Uint8Array): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const document = (): Record<string, unknown> => JSON.parse(readFileSync(INFO, 'utf8')) as Record<string, unknown>;
  const other = join(folder, 'other.rom');
  copyFileSync(ROM, other);
  const changed = readFileSync(other);
  changed[0] = (changed[0] ?? 0) ^ 1;
  writeFileSync(other, changed);

  it.each([
    [[ROM, '--debug-info', join(folder, 'none.json')], /^gigatron: cannot read .*none\.json: there is no such file$/],
    [[ROM, '--debug-info', file('bytes.json', Uint8Array.of(0xff, 0, 0x80))], /^gigatron: .*bytes\.json/],
    [[ROM, '--debug-info', file('text.json', 'x')], /text\.json is not debug information: it is not a JSON document$/],
    [[ROM, '--debug-info', file('null.json', 'null')], /null\.json is not debug information: its "format" is not /],
    [
      [ROM, '--debug-info', file('old.json', JSON.stringify({ ...document(), version: 0 }))],
      /old\.json has version 0 of the debug information, and 1 is needed; assemble the program again$/,
    ],
    [
      [ROM, '--debug-info', file('damaged.json', JSON.stringify({ ...document(), lines: [{}] }))],
      /damaged\.json is damaged debug information: "lines\[0\]\./,
    ],
    [[other, '--debug-info', INFO], /main\.json describes another image than .*other\.rom$/],
    [
      [SOURCE, '--debug-info', INFO],
      /--debug-info needs an image: .*main\.gtasm is a source, which brings its own names$/,
    ],
    [[ROM, '--until', 'keep'], /--until needs a source, or an image with --debug-info: an image alone has no labels$/],
  ])('is refused with one sentence: %j', (words, message) => {
    const { status, stdout, stderr } = gigatron('run', ...words, '--cycles', '9');
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr.trimEnd()).toMatch(message);
    expect(stderr.trimEnd()).not.toContain('\n');
  });
});

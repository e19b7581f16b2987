/** The command line, some of it as a process: what it prints, writes and ends with. */
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { gigatron, gigatronProcess, ROOT } from '#test/cli/run-cli.ts';
import { temporaryFolder } from '#test/files/temporary-folder.ts';

const SAMPLE = 'samples/bitboards/main.gtasm';
const folder = temporaryFolder();
const rom = join(folder, 'sample.rom');

/** What a process prints that assembles the sample to all files. */
let printed = '';

beforeAll(() => {
  const files = ['-o', rom, '--listing', `${rom}.lst`, '--debug', `${rom}.json`];
  const { status, stdout, stderr } = gigatronProcess('asm', SAMPLE, ...files, '--json');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  printed = stdout;
});

describe('gigatron asm', () => {
  it('writes image, listing and debug information', () => {
    expect(readFileSync(rom)).toHaveLength(131_072);
    expect(readFileSync(`${rom}.lst`, 'utf8')).toMatch(/^\* source: main\.gtasm\n/);
    expect(JSON.parse(readFileSync(`${rom}.json`, 'utf8'))).toMatchObject({
      format: 'gigatron-debug-info',
      version: 1,
    });
  });

  it('prints one JSON document', () => {
    const document: unknown = JSON.parse(printed);
    expect(document).toMatchObject({ diagnostics: [], timing: { wrong: 0 } });
    expect(Object.keys(document as object)).toEqual([
      ...['format', 'version'],
      ...['words', 'pages', 'symbols', 'diagnostics', 'timing'],
    ]);
  });

  it('reports a mistake with its place, writes nothing and ends with 1', () => {
    const source = join(folder, 'wrong.gtasm');
    writeFileSync(source, '        nop\n        bra  nowhere\n        nop\n');
    const { status, stderr } = gigatron('asm', source, '-o', join(folder, 'wrong.rom'));
    expect(status).toBe(1);
    expect(stderr).toMatch(/wrong\.gtasm:2:14: error GT0201: .*nowhere/);
    expect(existsSync(join(folder, 'wrong.rom'))).toBe(false);
  });

  it('places a missing include at its line', () => {
    const source = join(folder, 'includes.gtasm');
    writeFileSync(source, '        nop\n        .include "gone.gtasm"\n');
    expect(gigatron('asm', source).stderr).toMatch(
      /includes\.gtasm:2:\d+: error GT0701: Cannot read "[^"]*gone\.gtasm": there is no such file\n/,
    );
  });

  it.each([
    [['asm', 'not-there.gtasm'], /cannot read not-there\.gtasm: there is no such file/],
    [['asm', SAMPLE, '-D', '1=2'], /-D 1=2: expected NAME=VALUE/],
    [['asm', SAMPLE, '-o', 'README.md/x.rom'], /cannot write README\.md/],
    [['asm'], /missing required argument/],
    [['nonsense'], /unknown command/],
    [['run', SAMPLE, '--cycles', 'many'], /expected a whole number/],
  ])('%j is wrong use: status 2 and one sentence', (words, message) => {
    const { status, stdout, stderr } = gigatronProcess(...words);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('    at ');
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  });
});

describe('a program without words', () => {
  it('is not a ROM, but can be checked', () => {
    const source = join(folder, 'nothing.gtasm');
    writeFileSync(source, 'size = 3\n');
    const image = join(folder, 'nothing.rom');
    const { status, stderr } = gigatron('asm', source, '-o', image);
    expect({ status, written: existsSync(image) }).toEqual({ status: 1, written: false });
    expect(stderr).toContain('has no words: no image is written');
    expect(gigatron('check', source)).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('GT0705') as unknown,
    });
  });
});

describe('gigatron check', () => {
  it('finds every time check of a sample exact', () => {
    const { status, stdout } = gigatron('check', SAMPLE, '--timing', '--json');
    expect(status).toBe(0);
    const { diagnostics, timing } = JSON.parse(stdout) as {
      diagnostics: unknown[];
      timing: { exact: number; wrong: number; unproven: number; checks: unknown[] };
    };
    expect(diagnostics).toEqual([]);
    expect(timing.exact).toBeGreaterThan(50);
    expect(timing).toMatchObject({ wrong: 0, unproven: 0 });
    expect(timing.checks).toHaveLength(timing.exact);
  });

  it('says first of all whether the picture of each sample is proven', () => {
    const names = readdirSync(join(ROOT, 'samples'));
    const sources = names.map((name) => `samples/${name}/main.gtasm`);
    const { status, stdout } = gigatron('check', ...sources, '--timing');
    expect(status).toBe(0);
    const said = stdout.split('\n').slice(0, names.length);
    expect(
      said.filter((line) => /: video handler: (proven – Every line takes 200|none – no time check)/.test(line)),
    ).toEqual(said);
  });

  it('makes quick fixes, and says what is left', () => {
    const source = join(folder, 'fixed.gtasm');
    writeFileSync(
      source,
      '        .headers required\n        .proc on\n        bra  on\n        nop\n        .endproc\n',
    );
    const { status, stderr } = gigatron('check', source, '--fix', 'gt0827');
    expect({ status, left: stderr.includes('GT0827') }).toEqual({ status: 0, left: false });
    expect(readFileSync(source, 'utf8')).toContain('; on:\n; Clobbers: nothing\n; Cycles:   varies\n        .proc on');
  });

  it('writes SARIF', () => {
    const source = join(folder, 'sarif.gtasm');
    writeFileSync(source, 'a:      bra  nowhere\n        nop\n');
    const { status, stdout } = gigatron('check', source, '--sarif');
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      version: '2.1.0',
      runs: [
        { results: expect.arrayContaining([expect.objectContaining({ ruleId: 'GT0201', level: 'error' })]) as unknown },
      ],
    });
  });
});

describe('gigatron disasm', () => {
  it('prints source that assembles to the same image', () => {
    const source = join(folder, 'again.gtasm');
    expect(gigatron('disasm', rom, '-o', source)).toEqual({ status: 0, stdout: '', stderr: '' });
    const again = join(folder, 'again.rom');
    gigatron('asm', source, '-o', again);
    expect(readFileSync(again).equals(readFileSync(rom))).toBe(true);
  });

  it.each([
    [1, /must be even/],
    [131_074, /no more than 131072/],
    [0, /empty/],
  ])('refuses an image of %i bytes', (size, message) => {
    const wrong = join(folder, `size-${size}.rom`);
    writeFileSync(wrong, new Uint8Array(size));
    const { status, stderr } = gigatron('disasm', wrong);
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
  });
});

describe('gigatron run', () => {
  it('prints the state after the cycles, the same with both cores', () => {
    const [fast, reference] = ['fast', 'reference'].map((core) =>
      gigatron('run', rom, '--cycles', '3000000', '--core', core, '--seed', '7', '--json'),
    );
    expect(fast).toEqual(reference);
    expect(JSON.parse(fast?.stdout ?? '')).toMatchObject({ cycle: 3_000_000, monitor: { badLines: 0, badFrames: 0 } });
  });

  it('writes the picture as PNG', () => {
    const png = join(folder, 'screen.png');
    gigatron('run', rom, '--cycles', '4000000', '--screenshot', png);
    const { width, height, data } = PNG.sync.read(readFileSync(png));
    expect({ width, height }).toEqual({ width: 640, height: 480 });
    expect(new Set(data).size).toBeGreaterThan(2);
  });

  it('writes the sound as WAV, a sample a scan line', () => {
    const file = join(folder, 'sound.wav');
    gigatron('run', rom, '--cycles', '6250000', '--wav', file);
    const bytes = readFileSync(file);
    expect(bytes.toString('latin1', 0, 4) + bytes.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ');
    expect(bytes.readUInt32LE(24)).toBe(31_250);
    expect(bytes.readUInt32LE(40)).toBe(bytes.length - 44);
    expect(bytes.length - 44).toBeGreaterThan(31_000);
    expect(bytes.length - 44).toBeLessThanOrEqual(31_250);
  });

  it('says what is wrong with an input script', () => {
    const script = join(folder, 'input.json');
    writeFileSync(script, '[{"frame": 1, "pad": ["Z"]}]');
    const { status, stderr } = gigatron('run', rom, '--cycles', '1', '--input', script);
    expect(stderr).toMatch(/input\.json: .*button.*"Z"/);
    expect(status).toBe(1);
  });
});

describe('gigatron run --load', () => {
  it('says what is wrong with a program for the loader', () => {
    const program = join(folder, 'short.gt1');
    writeFileSync(program, Uint8Array.of(2, 0, 10, 1));
    const { status, stderr } = gigatron('run', rom, '--cycles', '1', '--load', program);
    expect(stderr).toMatch(/short\.gt1: The \.gt1 file ends inside segment 1\./);
    expect(status).toBe(1);
  });
});

describe('gigatron --help', () => {
  it.each([['asm'], ['check'], ['disasm'], ['fmt'], ['run'], ['verify'], ['bench'], ['engine']])(
    '%s describes itself',
    (command) => {
      const { status, stdout } = gigatron(command, '--help');
      expect(status).toBe(0);
      expect(stdout).toContain(`gigatron ${command}`);
    },
  );

  it('is printed by a process, too', () => {
    expect(gigatronProcess('asm', '--help')).toEqual(gigatron('asm', '--help'));
  });

  it('prints the version of the package', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    expect(gigatronProcess('--version').stdout.trim()).toBe(version);
  });
});

describe('gigatron fmt', () => {
  it('finds what is not formatted, formats it once, and then finds nothing', () => {
    const source = join(folder, 'untidy.gtasm');
    writeFileSync(source, 'start: ld 5 ; five\n  bra start\n nop\n');
    expect(gigatron('fmt', '--check', source).status).toBe(1);
    expect(gigatron('fmt', source).status).toBe(0);
    expect(gigatron('fmt', '--check', source)).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(readFileSync(source, 'utf8')).toContain('; five');
  });
});

describe('the same sources', () => {
  it('give the same bytes in whatever folder they lie', () => {
    const results = ['here', 'some/where else'].map((name) => {
      const place = join(folder, name);
      cpSync(join(ROOT, 'samples/bars'), place, { recursive: true });
      const paths = ['a.rom', 'a.lst', 'a.json'].map((file) => join(place, file));
      const [image = '', listing = '', debug = ''] = paths;
      gigatron('asm', join(place, 'main.gtasm'), '-o', image, '--listing', listing, '--debug', debug);
      return paths.map((path) => readFileSync(path, 'latin1'));
    });
    expect(results[0]).toEqual(results[1]);
  });
});

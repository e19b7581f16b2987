/** The command line on a sample, partly as a process: what it writes. */
import { cpSync, readdirSync, readFileSync, appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { PNG } from 'pngjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { gigatron, gigatronProcess } from '#test/cli/run-cli.ts';
import { temporaryFolder } from '#test/source-folder.ts';
import { programPath } from '#test/programs.ts';
import { projectText, PROJECT } from '#test/project.ts';

const SAMPLE = 'samples/bitboards/main.gtasm';
const folder = temporaryFolder();
const rom = join(folder, 'sample.rom');

/** What `gigatron asm --json` prints when it writes all kinds of files. */
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
});

describe('gigatron check', () => {
  it('begins with whether the picture of each sample is proven', () => {
    const names = readdirSync(join(PROJECT, 'samples'));
    const sources = names.map((name) => `samples/${name}/main.gtasm`);
    const { status, stdout } = gigatron('check', ...sources, '--timing');
    expect(status).toBe(0);
    const said = stdout.split('\n').slice(0, names.length);
    expect(
      said.filter((line) => /: video handler: (proven – Every line takes 200|none – no time check)/.test(line)),
    ).toEqual(said);
  });
});

describe('gigatron run', () => {
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
});

describe('gigatron --help', () => {
  it('is printed by a process as well', () => {
    expect(gigatronProcess('asm', '--help')).toEqual(gigatron('asm', '--help'));
  });

  it('prints the version of the package', () => {
    const { version } = JSON.parse(projectText('package.json')) as { version: string };
    expect(gigatronProcess('--version').stdout.trim()).toBe(version);
  });
});

describe('the same sources', () => {
  it('give the same bytes in any folder', () => {
    const results = ['here', 'some/where else'].map((name) => {
      const place = join(folder, name);
      cpSync(join(PROJECT, 'samples/bars'), place, { recursive: true });
      const paths = ['a.rom', 'a.lst', 'a.json'].map((file) => join(place, file));
      const [image = '', listing = '', debug = ''] = paths;
      gigatron('asm', join(place, 'main.gtasm'), '-o', image, '--listing', listing, '--debug', debug);
      return paths.map((path) => readFileSync(path, 'latin1'));
    });
    expect(results[0]).toEqual(results[1]);
  });
});

/** cases/tests.txt has what the command prints and writes. */
describe('gigatron test --watch', () => {
  const folder = temporaryFolder();
  it('runs again when an included source changes', async () => {
    const [main, part] = [join(folder, 'watched.gtasm'), join(folder, 'part.gtasm')];
    writeFileSync(main, 'start:  bra  start\n        nop\n        .include "part.gtasm"\n');
    writeFileSync(part, '.test "a"\n.expect ac = 1\n.endtest\n');
    const process = spawn(globalThis.process.execPath, [programPath('cli'), 'test', main, '--watch'], { cwd: PROJECT });
    let text = '';
    const until = (wanted: string): Promise<void> =>
      new Promise((resolve) => {
        const look = (chunk = ''): void => {
          text += chunk;
          if (!text.includes(wanted)) return;
          process.stdout.removeListener('data', look);
          resolve();
        };
        process.stdout.setEncoding('utf8').on('data', look);
        look();
      });
    await until('0 passed, 1 failed');
    appendFileSync(part, '.test "b"\n.expect ac = 0\n.endtest\n');
    await until('1 passed, 1 failed');
    process.kill();
  });
});

/** `gigatron map` on builds in Python; skipped without Python. */
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DebugInfo } from '#assembler';
import { temporaryFolder } from '#test/source-folder.ts';
import { programPath } from '#test/programs.ts';
import { copyBuild, PYTHON } from '#test/python-build.ts';

const BUILD = ['count.asm.py', 'words.gcl'];
const folder = join(temporaryFolder(), 'the "build"');
copyBuild(folder);

function map(words: readonly string[], env: Readonly<Record<string, string>> = {}): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [programPath('cli'), 'map', ...words], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
}

const read = (name: string): Buffer => readFileSync(join(folder, name));
const infoOf = (name: string): DebugInfo => JSON.parse(read(name).toString()) as DebugInfo;
/** Writes a build of a few lines. */
const build = (...lines: readonly string[]): string[] => {
  writeFileSync(join(folder, 'small.asm.py'), ['from asm import *', ...lines, ''].join('\n'));
  return ['--', PYTHON, 'small.asm.py'];
};

describe.skipIf(PYTHON === '')('a build in Python', () => {
  let plain: Buffer;
  let mapped: SpawnSyncReturns<string>;
  beforeAll(() => {
    spawnSync(PYTHON, BUILD, { cwd: folder });
    plain = read('count.rom');
    rmSync(join(folder, 'count.rom'));
    mapped = map(['--', PYTHON, ...BUILD]);
  });

  it('writes the same ROM as without gigatron map, and its debug information', () => {
    const { status, stdout, stderr } = mapped;
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: 'count.rom: 11 words of 3 sources, 6 symbols → count.json\n',
      stderr: 'Create file count.rom\n',
    });
    expect(read('count.rom').equals(plain)).toBe(true);
  });

  it('maps each word to its line and the calls that led there, and words of GCL to lines of GCL', () => {
    const { sources, lines } = infoOf('count.json');
    const shown = lines.map(({ source, line, column, endColumn, expansion = [] }) => {
      const calls = expansion.map((call) => ` < ${call.name} ${call.line + 1}`).join('');
      return `${sources[source]?.path} ${line + 1}:${column + 1}-${endColumn + 1}${calls}`;
    });
    expect(sources.map(({ path }) => path)).toEqual(['count.asm.py', 'words.gcl', 'gcl.py']);
    expect(shown).toEqual([
      'count.asm.py 12:5-15 < increase 18',
      'count.asm.py 13:5-49 < increase 18',
      'count.asm.py 14:5-15 < increase 18',
      'count.asm.py 12:5-15 < increase 19',
      'count.asm.py 13:5-49 < increase 19',
      'count.asm.py 14:5-15 < increase 19',
      'count.asm.py 20:1-17',
      'count.asm.py 21:1-6',
      'words.gcl 1:1-3 < words.gcl 16 < putInRomTable 13 < line 25',
      'words.gcl 1:1-3 < words.gcl 16 < putInRomTable 13 < line 25',
      'words.gcl 2:1-2 < words.gcl 16 < putInRomTable 13 < line 25',
    ]);
  });

  it('maps bytes that a compiler writes for its caller to the line of the caller', () => {
    const { status } = map(
      build('import gcl', 'program = gcl.Program()', 'program.putInRomTable(1)', 'end()', "writeRomFiles('b.asm.py')"),
    );
    const { lines, sources } = infoOf('b.json');
    expect([status, lines.map(({ source, line }) => `${sources[source]?.path} ${line + 1}`)]).toEqual([
      0,
      ['small.asm.py 4'],
    ]);
  });

  it('has labels, constants and zero-page names', () => {
    expect(infoOf('count.json').symbols.map(({ name, kind, value, line }) => [name, kind, value, line + 1])).toEqual([
      ['STEP', 'constant', 3, 8],
      ['start', 'label', 0, 17],
      ['data', 'label', 8, 22],
      ['count', 'zero-page', 1, 6],
      ['total', 'zero-page', 2, 7],
      ['limit', 'zero-page', 2, 7],
    ]);
  });

  it("still runs the user's own sitecustomize, and finds what PYTHONPATH names", () => {
    const own = join(folder, 'own');
    mkdirSync(own);
    writeFileSync(join(own, 'sitecustomize.py'), 'print("mine")\n');
    writeFileSync(join(own, 'more.py'), 'from asm import *\nnop()\n');
    const words = build('import more', 'end()', "writeRomFiles('small.asm.py')");
    const { status, stderr } = map(words, { PYTHONPATH: [own, ''].join(delimiter) });
    expect({ status, stderr }).toEqual({ status: 0, stderr: 'mine\nCreate file small.rom\n' });
    expect(infoOf('small.json').sources.map(({ path }) => path)).toEqual(['small.asm.py', 'own/more.py']);
  });

  it.skipIf(process.platform === 'win32')('may set PYTHONPATH itself, as Makefiles do', () => {
    const words = build('nop()', 'end()', "writeRomFiles('small.asm.py')");
    const { status, stdout } = map(['--', 'sh', '-c', `PYTHONPATH=elsewhere ${words.slice(1).join(' ')}`]);
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: 'small.rom: 1 words of 1 sources, 0 symbols → small.json\n',
    });
  });

  it('may write several images', () => {
    const words = build('nop()', 'end()', "writeRomFiles('one.asm.py')", 'nop()', "writeRomFiles('two.asm.py')");
    expect(map(words).stdout.split('\n')).toEqual([
      expect.stringMatching(/^one\.rom: 1 words/),
      expect.stringMatching(/^two\.rom: 2 words/),
      '',
    ]);
    expect([infoOf('one.json').lines.length, infoOf('two.json').lines.length]).toEqual([1, 2]);
    expect(map(['-o', 'x.json', ...words])).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/the build has written 2 ROMs; leave out -o\n$/) as unknown,
    });
  });
});

describe.skipIf(PYTHON === '')('a failed build has its own output and one sentence', () => {
  it.each<[string, () => readonly string[], number, RegExp]>([
    [
      'ends with an error',
      () => build('raise Exception("of its own")'),
      1,
      /of its own\ngigatron: the build failed with status 1\n$/,
    ],
    [
      'is killed',
      () => build('import os', 'os.kill(os.getpid(), 9)'),
      1,
      /^gigatron: the build was killed by SIGKILL\n$/,
    ],
    [
      'writes no ROM',
      () => build('nop()', 'print("done")'),
      1,
      /^done\ngigatron: the build has written no ROM with asm\.py; /,
    ],
    ['cannot be started', () => ['--', './not-there'], 2, /^gigatron: cannot start \.\/not-there: .*\n$/],
    [
      'changes the ROM afterwards',
      () => build('nop()', 'end()', "writeRomFiles('a.asm.py')", "open('a.rom', 'r+b').write(b'zz')"),
      1,
      /gigatron: a\.rom differs at word 0 from what asm\.py has written\n$/,
    ],
    [
      'removes the ROM afterwards',
      () => build('import os', 'nop()', 'end()', "writeRomFiles('a.asm.py')", "os.remove('a.rom')"),
      2,
      /gigatron: cannot read .*a\.rom: there is no such file\n$/,
    ],
    [
      'would be overwritten',
      () => ['-o', 'small.asm.py', ...build('nop()', 'end()', "writeRomFiles('small.asm.py')")],
      2,
      /cannot write small\.asm\.py: it is a file that the command reads\n$/,
    ],
  ])('when it %s', (_, words, status, message) => {
    const result = map(words());
    expect({ status: result.status, stdout: result.stdout }).toEqual({ status, stdout: '' });
    expect(result.stderr).toMatch(message);
    expect(existsSync(join(folder, 'a.json'))).toBe(false);
  });

  it('when it cannot be observed', () => {
    const { status, stderr } = map(build('nop()'), { TMPDIR: join(folder, 'none'), TEMP: join(folder, 'none') });
    expect(status).toBe(2);
    expect(stderr).toMatch(/^gigatron: cannot write into .*none, where [^\n]*\n$/);
  });

  it('when there is none', () => {
    expect(map(['--', ''])).toMatchObject({ status: 2, stderr: 'gigatron: there is no command to build with\n' });
    expect(map([])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("missing required argument 'command'") as unknown,
    });
  });
});

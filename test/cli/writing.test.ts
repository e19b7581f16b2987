/** Unfinished writes: the old file stays intact, and the failure is one sentence. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { linkSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, beforeAll } from 'vitest';
import { programPath } from '#test/programs.ts';
import { gigatron, type CliResult } from '#test/cli/run-cli.ts';
import { temporaryFolder } from '#test/source-folder.ts';

const POSIX = process.platform !== 'win32';
/** Unformatted, and larger than the limit below. */
const SOURCE = `start: nop\n${'nop ; a comment that makes the source longer\n'.repeat(200)}`;

let folder = '';
const place = (name: string): string => join(folder, name);

beforeEach(() => {
  folder = temporaryFolder();
  writeFileSync(place('main.gtasm'), SOURCE);
  writeFileSync(place('main.rom'), 'old');
});

/** Runs a command in the test's folder, after something that a shell has to prepare. */
function inShell(preparation: string, ...words: readonly string[]): CliResult {
  const script = ['-c', `${preparation} && exec "$@"`, 'sh', process.execPath, programPath('cli'), ...words];
  const { status, stdout, stderr } = spawnSync('sh', script, { cwd: folder, encoding: 'utf8' });
  return { status, stdout, stderr };
}

describe.skipIf(!POSIX)('a file that may not grow', () => {
  // One block of 512 bytes, or of 1,024 in some shells.
  const limited = (...words: readonly string[]): CliResult => inShell('ulimit -f 1', ...words);
  const TOO_LARGE = 'it would be larger than the system lets a file be';

  it.each([
    ['main.gtasm', ['fmt', 'main.gtasm']],
    ['overlap.gtasm', ['check', '--fix', 'GT0501', 'overlap.gtasm']],
    ['main.rom', ['asm', 'main.gtasm', '-o', 'main.rom']],
    ['main.rom', ['asm', 'main.gtasm', '--debug', 'main.json', '-o', 'main.rom']],
    ['main.rom', ['run', 'image.rom', '--cycles', '10', '--screenshot', 'main.rom']],
    ['main.rom', ['disasm', 'image.rom', '-o', 'main.rom']],
  ])('keeps %s after %j', (name, words) => {
    writeFileSync(
      place('image.rom'),
      Uint8Array.from({ length: 4096 }, (_, i) => i * 7),
    );
    writeFileSync(place('overlap.gtasm'), `.zp one at $30\n.zp two at $30\n${SOURCE}`);
    const before = readdirSync(folder);
    const old = readFileSync(place(name));
    const { status, stderr } = limited(...words);
    expect([status, stderr]).toEqual([2, expect.stringContaining(`cannot write `)]);
    expect(stderr).toContain(TOO_LARGE);
    expect(readFileSync(place(name)).equals(old)).toBe(true);
    expect(readdirSync(folder)).toEqual(before);
  });

  it('gets its old content back if it is written in place', () => {
    linkSync(place('main.gtasm'), place('same.gtasm'));
    expect(limited('fmt', 'main.gtasm').stderr).toContain(TOO_LARGE);
    expect(readFileSync(place('same.gtasm'), 'utf8')).toBe(SOURCE);
  });
});

describe.skipIf(process.platform !== 'linux' || process.geteuid?.() !== 0)('a full disk', () => {
  it('keeps sources and images', ({ skip }) => {
    const disk = temporaryFolder();
    // Some containers do not allow mounting.
    skip(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'none', disk]).status !== 0);
    try {
      const [source, image] = [join(disk, 'main.gtasm'), join(disk, 'main.rom')];
      writeFileSync(source, SOURCE);
      writeFileSync(image, 'old');
      writeFileSync(join(disk, 'rest'), new Uint8Array(40 << 10));
      for (const words of [['fmt'], ['asm', '-o', image]]) {
        const { status, stderr } = gigatron(...words, source);
        expect([status, stderr]).toEqual([2, expect.stringContaining('the disk is full')]);
      }
      expect([readFileSync(source, 'utf8'), readFileSync(image, 'utf8')]).toEqual([SOURCE, 'old']);
      expect(readdirSync(disk).sort()).toEqual(['main.gtasm', 'main.rom', 'rest']);
    } finally {
      spawnSync('umount', [disk]);
    }
  });
});

describe.skipIf(!POSIX)('a signal', () => {
  it.each(['SIGKILL', 'SIGTERM'] as const)('%s leaves every file old or new', async (signal) => {
    const names = Array.from({ length: 50 }, (_, i) => place(`${i}.gtasm`));
    for (const name of names) writeFileSync(name, SOURCE);
    const command = spawn(process.execPath, [programPath('cli'), 'fmt', ...names]);
    command.stdout.once('data', () => command.kill(signal));
    await once(command, 'close');
    const contents = new Set(names.map((name) => readFileSync(name, 'utf8')));
    contents.delete(SOURCE);
    expect(contents.size).toBe(1);
    expect([...contents][0]!.split('\n')).toHaveLength(SOURCE.split('\n').length);
  });
});

describe('a hard link to a source', () => {
  it('is the source', () => {
    linkSync(place('main.gtasm'), place('linked.rom'));
    for (const option of ['-o', '--listing', '--debug']) {
      const { status, stderr } = gigatron('asm', place('main.gtasm'), option, place('linked.rom'));
      expect([status, stderr]).toEqual([2, expect.stringContaining('it is a file that the command reads')]);
    }
    expect(readFileSync(place('main.gtasm'), 'utf8')).toBe(SOURCE);
  });

  it('is formatted with it', () => {
    linkSync(place('main.gtasm'), place('linked.gtasm'));
    expect(gigatron('fmt', place('main.gtasm')).status).toBe(0);
    expect(readFileSync(place('linked.gtasm'), 'utf8')).not.toBe(SOURCE);
    expect(statSync(place('main.gtasm')).nlink).toBe(2);
  });
});

describe('standard output', () => {
  const folder = temporaryFolder();
  const place = (name: string): string => join(folder, name);
  const GONE = place('gone.gtasm');
  const GOOD = place('good.gtasm');
  const WRONG = place('wrong.gtasm');

  beforeAll(() => {
    writeFileSync(GOOD, 'start:  bra  start\n        nop\n');
    writeFileSync(WRONG, '        bra  nowhere\n        nop\n');
  });

  describe.skipIf(process.platform !== 'linux')('a standard output that is full or closed', () => {
    const IMAGE = place('good.rom');
    const run = (script: string, words: readonly string[], input = '') =>
      spawnSync('sh', ['-c', script, 'sh', process.execPath, programPath('cli'), ...words], {
        encoding: 'utf8',
        input,
      });

    beforeAll(() => expect(gigatron('asm', GOOD, '-o', IMAGE).status).toBe(0));

    // Every command that prints anything.
    it.each([
      ['check', GOOD],
      ['check', GOOD, '--timing', '--sarif'],
      ['asm', GOOD, '-o', place('again.rom')],
      ['asm', GOOD, '--json'],
      ['disasm', IMAGE],
      ['run', IMAGE, '--cycles', '9'],
      ['bench', GONE, '--json'],
      ['engine', 'match', '--help'],
      ['--version'],
    ])('is one sentence, and silence where nobody reads on: %j', (...words) => {
      const full = run('exec "$@" > /dev/full', words);
      expect([full.status, full.stderr.split('\n').slice(-2)]).toEqual([
        2,
        ['gigatron: cannot write the output: the disk is full', ''],
      ]);
      const status = words.includes(GONE) ? /^gigatron: cannot read .*\n2\n$/ : /^0\n$/;
      expect(run('{ "$@"; echo $? >&2; } | true', words).stderr).toMatch(status);
    });

    it('is one sentence from an engine that has to answer', () => {
      const { status, stderr } = run('exec "$@" > /dev/full', ['engine', 'uci'], 'uci\nquit\n');
      expect([status, stderr]).toEqual([2, 'gigatron: cannot write the output: the disk is full\n']);
    });

    it('is nothing to a command that prints nothing', () => {
      expect(run('exec "$@" > /dev/full', ['fmt', GOOD])).toMatchObject({ status: 0, stderr: '' });
    });

    it('is not a trace when it is closed', () => {
      expect(run('exec "$@" >&-', ['check', GOOD])).toMatchObject({ status: 0, stderr: '' });
    });
  });
});

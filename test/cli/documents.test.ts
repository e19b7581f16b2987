/** A full standard output gives one sentence, a closed one none; cases/refusals.txt has documents of failures. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { gigatron } from '#test/cli/run-cli.ts';
import { temporaryFolder } from '#test/files/temporary-folder.ts';
import { programPath } from '#test/programs.ts';

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
    spawnSync('sh', ['-c', script, 'sh', process.execPath, programPath('cli'), ...words], { encoding: 'utf8', input });

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

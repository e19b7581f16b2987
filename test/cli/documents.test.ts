/** `--json` and `--sarif` print one document whatever fails; a full standard output gives one sentence. */
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

describe('a command that fails', () => {
  it.each([
    [['asm', GONE], 2, [/cannot read .*gone\.gtasm: there is no such file/]],
    [['asm'], 2, [/missing required argument/]],
    [['asm', GOOD, '-D', '='], 2, [/-D =: expected NAME=VALUE/]],
    [['asm', GOOD, '-o', GOOD], 2, [/it is a file that the command reads/]],
    [['asm', GOOD, '-o', folder], 2, [/it is a folder/]],
    [['check', GONE, GOOD], 2, [/cannot read .*gone\.gtasm/]],
    [['check', GONE, place('also-gone.gtasm')], 2, [/cannot read .*gone\.gtasm/, /cannot read .*also-gone\.gtasm/]],
    [['check', GOOD, '--fix', 'GT9999'], 2, [/unknown code "GT9999"/]],
    [['run', GONE, '--cycles', '5'], 2, [/cannot read .*gone\.gtasm/]],
    [['run', WRONG, '--cycles', '5'], 1, [/has errors/]],
    [['run', GOOD, '--cycles', '5', '--screenshot', folder], 2, [/it is a folder/]],
    [['bench', GONE], 2, [/cannot read .*gone\.gtasm/]],
    [['bench', WRONG], 1, [/has errors/]],
    [['engine', 'perft'], 2, [/give either a depth or --suite/]],
    [['engine', 'perft', '1', '--fen', 'x'], 1, [/./]],
    [['engine', 'perft', '--suite', GONE], 2, [/cannot read .*gone\.gtasm/]],
    [['nothing'], 2, [/unknown command/]],
  ])('%j has its sentences in the document', (words, status, sentences) => {
    const result = gigatron(...words, '--json');
    const { failures } = JSON.parse(result.stdout) as { failures: string[] };
    expect([result.status, failures]).toEqual([
      status,
      sentences.map((text) => expect.stringMatching(text) as unknown),
    ]);
    for (const failure of failures) expect(result.stderr).toContain(failure);
  });

  it('has what it could find out beside its failures', () => {
    expect(JSON.parse(gigatron('check', GONE, WRONG, '--json').stdout)).toMatchObject({
      diagnostics: [{ line: 1, severity: 'error' }],
      failures: [expect.stringContaining('gone.gtasm')],
    });
    expect(JSON.parse(gigatron('asm', GOOD, '-o', folder, '--json').stdout)).toMatchObject({ words: 2 });
  });

  it.each([
    [['check', GONE], 'there is no such file'],
    [['check', GOOD, '--define', '='], 'expected NAME=VALUE'],
    [['check'], 'missing required argument'],
  ])('%j is a notification in a SARIF log', (words, text) => {
    const { status, stdout } = gigatron(...words, '--sarif');
    expect(status).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      version: '2.1.0',
      runs: [
        {
          results: [],
          invocations: [
            {
              executionSuccessful: false,
              toolExecutionNotifications: [
                { level: 'error', message: { text: expect.stringContaining(text) as unknown } },
              ],
            },
          ],
        },
      ],
    });
  });

  it('has no failures in a document of success', () => {
    expect(JSON.parse(gigatron('check', GOOD, '--json').stdout)).not.toHaveProperty('failures');
    expect(JSON.parse(gigatron('check', GOOD, '--sarif').stdout)).toMatchObject({
      runs: [{ invocations: [{ executionSuccessful: true, toolExecutionNotifications: [] }] }],
    });
  });
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

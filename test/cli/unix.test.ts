/** JSON documents, completions and the manual; cases/unix.txt and cases/shell.txt have other Unix conventions. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { gigatron, gigatronProcess, type CliResult } from '#test/cli/run-cli.ts';
import { SourceFolder } from '#test/source-folder.ts';
import { projectText, PROJECT } from '#test/project.ts';

const folder = new SourceFolder({
  'main.gtasm': 'start:  ld   5\n.loop:  bra  .loop\n        st   [$30]\nunused: nop\n',
});

/** Runs a command; bare names of files are those in the folder. */
function inFolder(...words: readonly string[]): CliResult {
  return gigatron(...words.map((word) => (/^\w+\.\w+$/.test(word) ? folder.place(word) : word)));
}

describe('documents of --json', () => {
  const schema = JSON.parse(projectText('docs/command-line.schema.json')) as object;
  const validate = new Ajv({ allowUnionTypes: true }).compile(schema);

  it.each([
    [['asm', 'main.gtasm']],
    [['asm', 'gone.gtasm']],
    [['check', 'main.gtasm', '--timing']],
    [['check', join(PROJECT, 'samples/time-check/main.gtasm')]],
    [['run', join(PROJECT, 'samples/hello/main.gtasm'), '--frames', '2', '--usage', '--show', '$30']],
    [['test', join(PROJECT, 'samples/subroutines/main.gtasm')]],
    [['engine', 'perft', '1']],
    [['engine', 'bestmove', '--depth', '1']],
    [['octad', 'perft', '1']],
    [['engine', 'epd', 'gone.epd']],
  ])('of %j fit their schema', (words) => {
    const document: unknown = JSON.parse(inFolder(...words, '--json').stdout);
    expect(validate(document), JSON.stringify(validate.errors, null, 2)).toBe(true);
    expect(document).toMatchObject({
      format: `gigatron ${words.slice(0, /engine|octad/.test(words[0]!) ? 2 : 1).join(' ')}`,
    });
  });
});

describe('shells', () => {
  const commands = [...gigatron('--help').stdout.matchAll(/^ {2}(\w+) [[<]/gm)].map(([, name]) => name!);

  it.each(['bash', 'zsh', 'fish'])('know each command in %s', (shell) => {
    const { stdout } = gigatron('completions', shell);
    expect(commands.length).toBeGreaterThan(10);
    for (const command of commands) expect(stdout).toContain(command);
    expect(stdout).toMatch(/symbol-file/);
  });

  const hasShell = (name: string): boolean => spawnSync(name, ['--version']).status === 0;

  it.skipIf(!hasShell('zsh'))('complete commands, options, values and files in zsh', () => {
    const completions = new SourceFolder({ _gigatron: gigatron('completions', 'zsh').stdout });
    const script = `
      compadd() { shift; print -r -- $words[-1]: $@ }
      _files() { print -r -- $words[-1]: files }
      _message() { print -r -- $words[-1]: $1 }
      ask() { local words=(gigatron "$@"); local CURRENT=$#words PREFIX=$words[-1]; . ./_gigatron }
      ask e; ask engine p; ask asm --s; ask asm --format h; ask run --cycles 5; ask page -o x; ask check m
      ask completions z`;
    const { stdout, stderr } = spawnSync('zsh', ['-f', '-c', script], { cwd: completions.path, encoding: 'utf8' });
    expect(stderr).toBe('');
    const lines = stdout.trim().split('\n');
    expect(lines[0]).toMatch(/^e: asm check .* engine /);
    expect(lines[1]).toMatch(/^p: perft bestmove /);
    expect(lines[2]).toMatch(/^--s: .* --symbol-file /);
    expect(lines.slice(3)).toEqual([
      'h: rom swapped halves',
      '5: value',
      'x: files',
      'm: files',
      'z: bash zsh fish -h --help',
    ]);
  });

  it.skipIf(!hasShell('fish'))('complete commands, options and values in fish', () => {
    const completions = new SourceFolder({ 'gigatron.fish': gigatron('completions', 'fish').stdout });
    const asked = ['che', 'engine p', 'asm --sy', 'asm --format h', 'completions z'].map(
      (words) => `complete -C'gigatron ${words}'`,
    );
    const script = ['source gigatron.fish', ...asked].join('\n');
    const { stdout } = spawnSync('fish', ['-N', '-c', script], { cwd: completions.path, encoding: 'utf8' });
    expect(stdout.split(/\t.*\n|\n/)).toEqual(['check', 'perft', '--symbol-file', 'halves', 'zsh', '']);
  });

  it('have a manual page with each command and option', () => {
    const { stdout } = gigatron('man');
    for (const command of commands.filter((name) => !['engine', 'octad', 'help'].includes(name)))
      expect(stdout).toContain(`.SS gigatron ${command} `);
    expect(stdout).toContain('.B \\-s, \\-\\-symbol\\-file <file>');
    expect(stdout).toContain('(choices: "rom", "swapped", "halves", default: "rom").');
    expect(stdout).toContain('&"error": warnings');
    expect(gigatronProcess('man').stdout).toBe(stdout);
  });
});

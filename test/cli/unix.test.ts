/** JSON documents, completions and the manual; cases/unix.txt and cases/shell.txt have other Unix conventions. */
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

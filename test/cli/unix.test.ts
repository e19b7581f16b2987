/** Standard streams, dependency files, JSON documents and shells; cases/unix.txt has other Unix conventions. */
import { spawnSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { gigatron, gigatronProcess, type CliResult } from '#test/cli/run-cli.ts';
import { temporaryFolder, SourceFolder } from '#test/source-folder.ts';
import { programPath } from '#test/programs.ts';
import { projectText, PROJECT } from '#test/project.ts';

const SOURCE = `        .include "part.gtasm"
        .incbin "bytes.bin"
start:  ld   VALUE
.loop:  bra  .loop
        st   [cell]
unused: nop
`;

const folder = new SourceFolder({
  'main.gtasm': SOURCE,
  'part.gtasm': 'VALUE = 5\n.zp cell at $30\n',
  'bytes.bin': 'abcd',
  'far.gtasm': '        .include "far-part.gtasm"\n        .incbin "far.bin"\nstart:  ld   FAR\n',
  'folder of parts/far-part.gtasm': 'FAR = 7\n',
  'folder of parts/far.bin': 'ab',
});
const place = (name: string): string => folder.place(name);

/** Runs a command as a process in the folder, with `input` on its standard input. */
function piped(
  input: string | Uint8Array,
  ...words: readonly string[]
): { status: number | null; stdout: Buffer; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [programPath('cli'), ...words], {
    cwd: folder.path,
    input,
  });
  return { status, stdout, stderr: stderr.toString() };
}

/** Runs a command without standard input, and without a process; bare names of files are those in the folder. */
function inFolder(...words: readonly string[]): CliResult {
  return gigatron(...words.map((word) => (/^\w+\.\w+$/.test(word) ? place(word) : word)));
}

describe('standard streams', () => {
  it('carry only the image; messages go to standard error', () => {
    const written = gigatron('asm', place('main.gtasm'), '-o', place('main.rom'));
    expect(written).toMatchObject({ status: 0, stdout: expect.stringMatching(/6 words/) as string });
    const image = readFileSync(place('main.rom'));
    for (const target of ['-', '/dev/stdout']) {
      const { status, stdout, stderr } = piped(SOURCE, 'asm', '-', '-o', target);
      expect(status).toBe(0);
      expect(stdout.equals(image)).toBe(true);
      expect(stderr).toMatch(/^<stdin>:6:1: hint GT0913: .*\n[^]*6 words/m);
    }
  });

  it('make fmt a filter', () => {
    const { status, stdout, stderr } = piped('start: nop\n', 'fmt', '-');
    expect([status, stdout.toString(), stderr]).toEqual([0, 'start:  nop\n', '']);
    expect(piped('start: nop\n', 'fmt', '--check', '-')).toMatchObject({ status: 1 });
  });

  it('give sources and images to check, run and disasm', () => {
    expect(piped(' bra nowhere\n nop\n', 'check', '-')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('<stdin>:1:6: error GT0201') as string,
    });
    const disassembled = piped(readFileSync(place('main.rom')), 'disasm', '-');
    expect(disassembled.stdout.toString()).toContain('; Disassembled.');
    expect(piped(disassembled.stdout, 'asm', '-', '-o', '-').stdout.equals(readFileSync(place('main.rom')))).toBe(true);
    expect(piped(SOURCE, 'run', '-', '--cycles', '3').stdout.toString()).toMatch(/^cycle 3,/);
  });

  it.each([
    [['asm', '-', '-o', '-', '--listing', '-'], 'it is named twice'],
    [['asm', '-', '-o', '-', '--json'], 'it is where --json prints its document'],
    [['asm', '-', '-o', '-', '--format', 'halves'], 'writes two files'],
    [['asm', '-', '--watch'], '--watch needs a file'],
    [['asm', '-', '-MD'], 'give -o FILE'],
  ])('are refused for %j', (words, sentence) => {
    expect(piped(SOURCE, ...words)).toMatchObject({ status: 2, stderr: expect.stringContaining(sentence) as string });
  });
});

describe('gigatron asm', () => {
  it('writes the dependencies of the image for make', () => {
    const { status } = piped('', 'asm', 'main.gtasm', '-o', 'main.rom', '-l', 'main.lst', '-MD');
    expect(status).toBe(0);
    expect(readFileSync(place('main.d'), 'utf8')).toBe(
      'main.rom main.lst: main.gtasm part.gtasm bytes.bin\n\npart.gtasm:\n\nbytes.bin:\n',
    );
    const far = piped('', 'asm', 'far.gtasm', '-o', 'main.rom', '-I', 'folder of parts', '-MF', 'far.d');
    expect(far.status).toBe(0);
    expect(readFileSync(place('far.d'), 'utf8')).toMatch(
      /^main\.rom: far\.gtasm folder\\ of\\ parts\/far-part\.gtasm /,
    );
  });
});

it('names a file on one line, whatever its name', () => {
  const { stderr } = gigatron('check', place('a\nb\u001b[2J\u202e.gtasm'));
  expect(stderr).toMatch(/^gigatron: cannot read ".*a\\nb\\u001b\[2J\\u202e\.gtasm": there is no such file\n$/);
});

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

  it('complete commands, options and values', () => {
    const script = `${gigatron('completions', 'bash').stdout}
      ask() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _gigatron; echo "\${COMPREPLY[*]}"; }
      ask gigatron a; ask gigatron engine p; ask gigatron asm --sy
      ask gigatron asm --format h; ask gigatron run --core ''`;
    const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
    expect([stdout, stderr]).toEqual(['asm\nperft\n--symbol-file\nhalves\nfast reference\n', '']);
  });

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
    expect(gigatronProcess('man').stdout).toBe(stdout);
  });
});

it('ends normally when nobody reads its output any more', async () => {
  // Some megabytes of text, of which only the first part is read.
  const rom = join(temporaryFolder(), 'dense.rom');
  writeFileSync(
    rom,
    Uint8Array.from({ length: 0x20000 }, (_, i) => (i * 7 + (i >> 8)) & 0xff),
  );
  const command = spawn(process.execPath, [programPath('cli'), 'disasm', rom]);
  let complaints = '';
  command.stderr.on('data', (data: Buffer) => (complaints += data.toString()));
  command.stdout.once('data', () => command.stdout.destroy());
  const status = await new Promise((resolve) => command.on('close', resolve));
  expect([status, complaints]).toEqual([0, '']);
});

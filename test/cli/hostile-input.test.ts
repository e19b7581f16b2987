/**
 * Input that is not a program, and outputs that cannot be written: one sentence with the reason, the right status,
 * nothing lost.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { programPath } from '#test/programs.ts';
import { gigatron, type CliResult } from '#test/cli/run-cli.ts';
import { temporaryFolder } from '#test/files/temporary-folder.ts';

const folder = temporaryFolder();
const place = (name: string): string => join(folder, name);
const LINE = '        nop\n';

/** Runs a command and expects one sentence for the user, not a trace of the program. */
function refused(...words: readonly string[]): CliResult {
  const result = gigatron(...words);
  expect(result.stderr).not.toMatch(/\n\s+at /);
  expect(result.status).toBe(2);
  return result;
}

beforeAll(() => {
  mkdirSync(place('folder'));
  writeFileSync(place('ok.gtasm'), LINE);
  writeFileSync(place('utf16.gtasm'), Uint8Array.from([0xff, 0xfe, 0x6e, 0, 0x6f, 0]));
  writeFileSync(place('latin1.gtasm'), Buffer.from(`${LINE}; caf\xe9\n`, 'latin1'));
  writeFileSync(
    place('image.rom'),
    Uint8Array.from({ length: 1024 }, (_, i) => i & 0x7f),
  );
  writeFileSync(place('huge.gtasm'), new Uint8Array(17 << 20).fill(0x20));
});

describe('a source that cannot be read', () => {
  it.each([
    ['folder', /cannot read .*folder: it is a folder/],
    ['utf16.gtasm', /cannot read .*utf16\.gtasm: it is UTF-16 text; save it as UTF-8/],
    ['latin1.gtasm', /cannot read .*latin1\.gtasm: line 2 is not UTF-8 text \(byte \$e9\)/],
    ['huge.gtasm', /cannot read .*huge\.gtasm: it is larger than 16 MiB/],
  ])('%s', (name, message) => {
    for (const command of ['asm', 'check', 'fmt']) {
      const before = name === 'folder' ? undefined : readFileSync(place(name));
      expect(refused(command, place(name)).stderr).toMatch(message);
      if (before !== undefined) expect(readFileSync(place(name)).equals(before)).toBe(true);
    }
  });

  it('has no name', () => {
    expect(refused('asm', '').stderr).toMatch(/cannot read the file: the name is empty/);
  });

  it.skipIf(process.platform === 'win32')('is a link to itself, or a device without an end', () => {
    symlinkSync('circle.gtasm', place('circle.gtasm'));
    expect(refused('check', place('circle.gtasm')).stderr).toMatch(/its links lead in a circle/);
    expect(refused('check', '/dev/zero').stderr).toMatch(/it is larger than 16 MiB/);
  });

  it.skipIf(process.platform === 'win32')('is an include that would never end', () => {
    spawnSync('mkfifo', [place('pipe.gtasm')]);
    symlinkSync('/dev/zero', place('device.bin'));
    const lines = ['"pipe.gtasm"', '"folder"', '"utf16.gtasm"'].map((name) => `        .include ${name}\n`);
    writeFileSync(place('includes.gtasm'), `${lines.join('')}        .incbin "device.bin"\n        nop\n`);
    const { status, stderr } = gigatron('check', place('includes.gtasm'));
    expect(status).toBe(1);
    expect(
      [...stderr.matchAll(/:(\d):\d+: error GT0701: Cannot read "[^"]*": (.*)/g)].map(([, line, why]) => [line, why]),
    ).toEqual([
      ['1', 'it is a pipe or a device'],
      ['2', 'it is a folder'],
      ['3', 'it is UTF-16 text; save it as UTF-8'],
      ['4', 'it is a pipe or a device'],
    ]);
  });

  it('does not stop the others', () => {
    writeFileSync(place('second.gtasm'), 'nop\n');
    const { stdout } = refused('fmt', place('gone.gtasm'), place('second.gtasm'));
    expect(stdout).toContain('second.gtasm formatted');
    expect(refused('check', place('gone.gtasm'), place('ok.gtasm'), '--json').stdout).toContain('"diagnostics": []');
  });
});

describe('gigatron fmt', () => {
  it('leaves files that are not sources alone', () => {
    const before = readFileSync(place('image.rom'));
    expect(refused('fmt', place('image.rom')).stderr).toMatch(/cannot format .*image\.rom: it is not text/);
    expect(readFileSync(place('image.rom')).equals(before)).toBe(true);
  });

  it('formats sources with other line ends and a byte order mark', () => {
    writeFileSync(place('dos.gtasm'), '\ufeffa: nop\r\n nop ; é\r\n');
    expect(gigatron('fmt', place('dos.gtasm')).status).toBe(0);
    expect(readFileSync(place('dos.gtasm'), 'utf8')).toBe('a:      nop\n        nop                     ; é\n');
    expect(gigatron('fmt', '--check', place('dos.gtasm'))).toEqual({ status: 0, stdout: '', stderr: '' });
  });
});

describe('gigatron disasm', () => {
  it('does not write over the image', () => {
    const before = readFileSync(place('image.rom'));
    expect(refused('disasm', place('image.rom'), '-o', place('image.rom')).stderr).toMatch(
      /it is a file that the command reads/,
    );
    expect(readFileSync(place('image.rom')).equals(before)).toBe(true);
  });
});

describe('gigatron asm', () => {
  it.each([
    ['--output', 'folder', /cannot write .*folder: it is a folder/],
    ['--output', 'ok.gtasm', /cannot write .*ok\.gtasm: it is a file that the command reads/],
    ['--listing', 'ok.gtasm/a.lst', /cannot write .*a\.lst: a file is where a folder has to be/],
    ['--debug', 'ok.gtasm/a/b.json', /cannot write .*b\.json: a file is where a folder has to be/],
  ])('%s %s is not written', (option, name, message) => {
    expect(refused('asm', place('ok.gtasm'), option, place(name)).stderr).toMatch(message);
    expect(readFileSync(place('ok.gtasm'), 'utf8')).toBe(LINE);
  });

  it.skipIf(process.platform === 'win32')('does not write over a source by another name', () => {
    symlinkSync('ok.gtasm', place('other-name.rom'));
    expect(refused('asm', place('ok.gtasm'), '-o', place('other-name.rom')).stderr).toMatch(
      /it is a file that the command reads/,
    );
    expect(readFileSync(place('ok.gtasm'), 'utf8')).toBe(LINE);
  });

  it('does not write over bytes that a source takes in', () => {
    writeFileSync(place('picture.bin'), 'data');
    writeFileSync(place('picture.gtasm'), ' .incbin "picture.bin"\n');
    expect(refused('asm', place('picture.gtasm'), '-o', place('picture.bin')).stderr).toMatch(
      /cannot write .*picture\.bin: it is a file that the command reads/,
    );
    expect(readFileSync(place('picture.bin'), 'utf8')).toBe('data');
  });

  it('does not write two results into one file, nor one without a name', () => {
    const same = refused('asm', place('ok.gtasm'), '-o', place('a.rom'), '--listing', place('a.rom'));
    expect(same.stderr).toMatch(/a\.rom: it is named twice/);
    expect(refused('asm', place('ok.gtasm'), '-o', '').stderr).toMatch(/the name is empty/);
  });

  it.skipIf(process.platform === 'win32')('gives up making a folder that cannot be made', () => {
    expect(refused('asm', place('ok.gtasm'), '-o', '/proc/none/a.rom').stderr).toMatch(/cannot write .*a\.rom: /);
  });

  it('prints its document also where there are no words', () => {
    writeFileSync(place('constants.gtasm'), 'size = 3\n');
    const { status, stdout } = gigatron('asm', place('constants.gtasm'), '-o', place('none.rom'), '--json');
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ words: 0, diagnostics: [{ code: 'GT0705' }] });
  });

  it.each([
    ['A=99999999999', /a number of at most 32 bits/],
    ['A=', /expected NAME=VALUE/],
    ['ac=1', /"ac" is a register/],
  ])('-D %s is wrong', (define, message) => {
    expect(refused('asm', place('ok.gtasm'), '-D', define).stderr).toMatch(message);
  });

  it.each([
    ['A=$1_0', 16],
    ['A=-0b11', 253],
    ['A', 1],
    ['__proto__=5', 5],
  ])('-D %s defines a constant', (define, byte) => {
    const [name = ''] = define.split('=');
    writeFileSync(place('defined.gtasm'), `        ld   ${name}\n`);
    expect(gigatron('asm', place('defined.gtasm'), '-D', define, '-o', place('defined.rom')).status).toBe(0);
    expect(readFileSync(place('defined.rom'))[1]).toBe(byte);
  });

  it('lists the pages', () => {
    writeFileSync(place('pages.gtasm'), 'a:      bra  a\n        nop\n        .page\nb:      bra  b\n        nop\n');
    const { stdout } = gigatron('asm', place('pages.gtasm'), '--pages');
    expect(stdout).toContain('$0000    2 used 254 free  a\n$0100    2 used 254 free  b\n4 words in 2 pages');
  });

  it('lists the pages also where there are errors', () => {
    writeFileSync(place('full.gtasm'), 'a:      bra  nowhere\n        nop\n');
    const { status, stdout } = gigatron('asm', place('full.gtasm'), '--pages');
    expect([status, stdout]).toEqual([1, '$0000    2 used 254 free  a\n']);
  });

  it('writes an image with wrong timing if that is allowed, but not with any other error', () => {
    const rom = place('wrong-timing.rom');
    writeFileSync(place('slow.gtasm'), 'a:      bra  a\n        nop\n        .exact a, a, 3\n');
    expect(gigatron('asm', place('slow.gtasm'), '-o', rom).status).toBe(1);
    expect(existsSync(rom)).toBe(false);
    const { status, stderr } = gigatron('asm', place('slow.gtasm'), '-o', rom, '--allow-wrong-timing');
    expect([status, existsSync(rom)]).toEqual([0, true]);
    expect(stderr).toContain('GT0810');
    expect(gigatron('asm', place('full.gtasm'), '-o', rom, '--allow-wrong-timing').status).toBe(1);
  });
});

describe('gigatron check', () => {
  it('refuses codes that it does not know, and two kinds of document', () => {
    expect(refused('check', place('ok.gtasm'), '--fix', 'GT0901,GT9999').stderr).toMatch(/unknown code "GT9999"/);
    expect(refused('check', place('ok.gtasm'), '--json', '--sarif').stderr).toMatch(/cannot be used with/);
  });

  it('says that the timing is not proven while there are other errors', () => {
    writeFileSync(place('unknown.gtasm'), 'a:      bra  nowhere\n        nop\n        .exact a, a, 2\n');
    const { status, stdout } = gigatron('check', place('unknown.gtasm'), '--timing');
    expect(status).toBe(1);
    expect(stdout).toMatch(/unknown\.gtasm: the timing is proven when the program has no other errors/);
  });

  it('gives the related places and the edits of quick fixes in both documents', () => {
    writeFileSync(place('a file.gtasm'), '.zp one at $30\n.zp two at $30\n');
    const { stdout } = gigatron('check', place('a file.gtasm'), '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      diagnostics: [
        {
          code: 'GT0501',
          line: 2,
          related: [{ line: 1, column: 5, message: expect.stringContaining('"one"') as unknown }],
          fixes: [{ edits: [{ line: 2, column: 12, endColumn: 15, newText: '$01' }] }],
        },
      ],
    });
    const sarif = gigatron('check', place('a file.gtasm'), '--sarif').stdout;
    expect(sarif).toContain('a%20file.gtasm');
    expect(JSON.parse(sarif)).toMatchObject({
      runs: [
        {
          tool: { driver: { rules: [{ id: 'GT0501', shortDescription: { text: 'Overlap in RAM' } }] } },
          results: [{ fixes: [{ artifactChanges: [{ replacements: [{ insertedContent: { text: '$01' } }] }] }] }],
        },
      ],
    });
  });

  it.skipIf(process.platform === 'win32')('reads a program from a pipe', () => {
    writeFileSync(place('piped.gtasm'), '        bra  *\n        nop\n');
    const command = 'cat "$1" | "$2" "$3" check /dev/stdin';
    const words = ['-c', command, 'sh', place('piped.gtasm'), process.execPath, programPath('cli')];
    expect(spawnSync('sh', words, { encoding: 'utf8' })).toMatchObject({ status: 0, stdout: 'no findings\n' });
  });
});

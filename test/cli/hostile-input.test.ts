/** Links, pipes and devices as sources and outputs: one sentence, no file lost; cases/refusals.txt has the rest. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { HAS_PIPES, linkEndlessDevice, makePipe } from '#test/files/awkward-files.ts';
import { programPath } from '#test/programs.ts';
import { gigatron, type CliResult } from '#test/cli/run-cli.ts';
import { temporaryFolder } from '#test/source-folder.ts';

const folder = temporaryFolder();
const place = (name: string): string => join(folder, name);
const LINE = '        nop\n';

/** Runs a command and expects a sentence for the user, not a stack trace. */
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
});

describe('a source that cannot be read', () => {
  it.runIf(HAS_PIPES)('is a link to itself or an endless device', () => {
    symlinkSync('circle.gtasm', place('circle.gtasm'));
    expect(refused('check', place('circle.gtasm')).stderr).toMatch(/its links lead in a circle/);
    expect(refused('check', '/dev/zero').stderr).toMatch(/it is larger than 16 MiB/);
  });

  it.runIf(HAS_PIPES)('is an include that would never end', () => {
    makePipe(folder, 'pipe.gtasm');
    linkEndlessDevice(folder, 'device.bin');
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
});

describe('gigatron asm', () => {
  it.runIf(HAS_PIPES)('does not write over a source by another name', () => {
    symlinkSync('ok.gtasm', place('other-name.rom'));
    expect(refused('asm', place('ok.gtasm'), '-o', place('other-name.rom')).stderr).toMatch(
      /it is a file that the command reads/,
    );
    expect(readFileSync(place('ok.gtasm'), 'utf8')).toBe(LINE);
  });

  it.runIf(HAS_PIPES)('refuses an output in a folder that cannot be made', () => {
    expect(refused('asm', place('ok.gtasm'), '-o', '/proc/none/a.rom').stderr).toMatch(/cannot write .*a\.rom: /);
  });
});

describe('gigatron check', () => {
  it.runIf(HAS_PIPES)('reads a program from a pipe', () => {
    writeFileSync(place('piped.gtasm'), '        bra  *\n        nop\n');
    const command = 'cat "$1" | "$2" "$3" check /dev/stdin';
    const words = ['-c', command, 'sh', place('piped.gtasm'), process.execPath, programPath('cli')];
    expect(spawnSync('sh', words, { encoding: 'utf8' })).toMatchObject({ status: 0, stdout: 'no findings\n' });
  });
});

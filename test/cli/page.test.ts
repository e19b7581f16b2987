/** `gigatron page`: what a page contains; cases/refusals.txt has when none is made. */
import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { isFailure } from '#basics';
import { readState } from '#emulator';
import { CYCLES_PER_FRAME } from '#isa';
import { PROGRAM_ELEMENT, unpackPage, type PackedPage } from '#page';
import { gigatron } from '#test/cli/run-cli.ts';
import { SourceFolder } from '#test/source-folder.ts';

const folder = new SourceFolder();
const SAMPLE = 'samples/keyboard/main.gtasm';

/** Makes a page and unpacks it. */
function made(...words: readonly string[]): PackedPage {
  const page = folder.place('made.html');
  const { status, stderr } = gigatron('page', ...words, '-o', page);
  expect([status, stderr]).toEqual([0, '']);
  const [, packed = ''] = new RegExp(`id="${PROGRAM_ELEMENT}">([^<]*)`).exec(readFileSync(page, 'utf8')) ?? [];
  return unpackPage(new Uint8Array(inflateSync(Buffer.from(packed, 'base64'))));
}

/** The cycle at which a page starts. */
function cycleOf({ program }: PackedPage): number {
  const state = readState(program.state);
  return isFailure(state) ? NaN : state.snapshot.cpu.cycle;
}

describe('a page', () => {
  it('has the image, the name of the program, and the script of the machine', () => {
    const rom = folder.place('keyboard.rom');
    gigatron('asm', SAMPLE, '-o', rom);
    const { program, script } = made(SAMPLE);
    expect(Buffer.from(program.rom).equals(readFileSync(rom))).toBe(true);
    expect({ ...program, rom: null }).toEqual({
      title: 'keyboard',
      keys: 'pad',
      ramKib: 32,
      declarations: null,
      names: null,
      state: '',
      rom: null,
    });
    expect(script).toContain('WebAssembly');
    expect(made(rom).program.rom).toEqual(program.rom);
  });

  it('starts after some frames with what was pressed in them', () => {
    const input = folder.write('input.json', '[{"frame": 10, "key": "a"}]');
    const page = made(SAMPLE, '--start', '30', '--input', input, '--ram', '64', '--keys', 'typed', '--title', 'Keys');
    expect(cycleOf(page)).toBe(30 * CYCLES_PER_FRAME);
    expect(page.program).toMatchObject({ title: 'Keys', keys: 'typed', ramKib: 64 });
  });

  it('has the RAM that the source needs, unless another size is asked for', () => {
    const source = folder.write('upper.gtasm', '.ram 64\nnop\nstart: bra start\nnop\n');
    expect(made(source).program.ramKib).toBe(64);
    expect(made(source, '--ram', '128').program.ramKib).toBe(128);
  });

  it('starts with a program that is sent to the loader, or with a random state', () => {
    const gt1 = folder.write('one.gt1', Uint8Array.from([0x02, 0x00, 1, 0x55, 0, 0x02, 0x00]));
    expect(cycleOf(made(SAMPLE, '--load', gt1))).toBe(0);
    expect(cycleOf(made(SAMPLE, '--seed', '3'))).toBe(0);
  });

  it('declares the board of a program that has one, and its names on request', () => {
    const { declarations, names } = made('samples/octad/main.gtasm').program;
    expect(declarations?.tables.map(({ name }) => name)).toContain('octad');
    expect(names).toBeNull();
    const inside = made(SAMPLE, '--debug').program.names;
    expect(inside?.variables.length).toBeGreaterThan(3);
    expect(inside?.sources).toContain('main.gtasm');
  });

  it('can go to standard output', () => {
    const { stdout, stderr } = gigatron('page', SAMPLE, '-o', '-');
    expect(stdout).toMatch(/^<!DOCTYPE html>[^]*<\/html>\n$/);
    expect(stderr).toMatch(/KiB → /);
  });
});

/**
 * Released system ROMs: on each core, compared with states that were measured elsewhere; and disassembled and assembled
 * again, which gives the same image, without findings, with the vCPU recognised.
 *
 * The images are not part of this project. The folder `.cache/roms` may hold them as NAME.rom, their listings as
 * NAME.lst, and the states as `golden-runs.json` (`idle` and `scripted` runs with checkpoints). Without them, the tests
 * compare nothing.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { disassemble, findInterpreter, readSymbols } from '#assembler';
import { createMachine, type InputEvent } from '#emulator';
import { loadRom } from '#isa';
import { assembleText } from '#test/assembler/assembled-text.ts';
import { draws } from '#test/draws.ts';
import { good } from '#test/good.ts';

interface Checkpoint {
  readonly cycles: number;
  readonly AC: string;
  readonly X: string;
  readonly Y: string;
  readonly OUT: string;
  readonly XOUT: string;
  readonly ram_fnv1a64: string;
  readonly out_fnv64: string;
  readonly vsync_falls: number;
  readonly hsync_rises: number;
}
interface Run {
  readonly rom?: string;
  readonly rom_sha256?: string;
  readonly input?: readonly (readonly [number, string])[];
  readonly checkpoints: readonly Checkpoint[];
}

const FOLDER = join(import.meta.dirname, '../../.cache/roms');
const FILE = join(FOLDER, 'golden-runs.json');
/** The longest run. */
const MOST_CYCLES = draws(100_000_000);
const available = existsSync(FILE);
const golden = available
  ? (JSON.parse(readFileSync(FILE, 'utf8')) as { idle: Record<string, Run>; scripted: Record<string, Run> })
  : { idle: {}, scripted: {} };
const runs = [...Object.entries(golden.idle), ...Object.entries(golden.scripted)];

describe('released ROMs', () => {
  it('are compared if they are there', () => expect(runs.length > 0).toBe(available));

  it.each(runs.flatMap(([name, run]) => (['fast', 'reference'] as const).map((core) => ({ name, run, core }))))(
    '$name on the $core core',
    ({ name, run, core }) => {
      const image = readFileSync(join(FOLDER, `${run.rom ?? name}.rom`));
      if (run.rom_sha256 !== undefined) expect(createHash('sha256').update(image).digest('hex')).toBe(run.rom_sha256);
      const machine = createMachine(good(loadRom(image)).rom, { core });
      const events = (run.input ?? []).map(([cycle, byte]): InputEvent => {
        return { moment: { cycle }, action: { kind: 'in', byte: parseInt(byte, 16) } };
      });
      machine.input.play(events);
      for (const checkpoint of run.checkpoints.filter(({ cycles }) => cycles <= MOST_CYCLES)) {
        machine.run(checkpoint.cycles - machine.cycle);
        const hex = (value: number): string => value.toString(16).padStart(2, '0');
        const { ac, x, y, out, outx } = machine.registers;
        expect({
          cycles: machine.cycle,
          AC: hex(ac),
          X: hex(x),
          Y: hex(y),
          OUT: hex(out),
          XOUT: hex(outx),
          ram_fnv1a64: machine.ramHash,
          out_fnv64: machine.outHash,
          vsync_falls: machine.monitor.frames,
          hsync_rises: machine.monitor.lines,
        }).toEqual(checkpoint);
      }
    },
  );
});

const images = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith('.rom')) : [];

describe('released ROMs, disassembled', () => {
  it('are read if they are there', () => expect(images.length > 0).toBe(existsSync(FOLDER)));

  it.each(images)('%s', (name) => {
    const path = join(FOLDER, name);
    const image = good(loadRom(readFileSync(path))).rom;
    const listing = path.replace(/rom$/, 'lst');
    const texts = existsSync(listing) ? [{ name: listing, text: readFileSync(listing, 'utf8') }] : [];
    const names = good(readSymbols(texts));
    const text = disassemble(image, { name: (address) => names.labels.get(address) });
    const assembly = assembleText(text);
    expect(assembly.diagnostics).toEqual([]);
    expect(Buffer.from(assembly.image.buffer).equals(Buffer.from(image.buffer))).toBe(true);
    expect(findInterpreter(image)).toMatchObject({ dispatch: 0x0309, page: 3 });
  });
});

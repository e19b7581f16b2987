/**
 * Small ROMs that touch one thing each: faults of the picture, sound, the input line, sizes of RAM.
 *
 * What can be worked out by hand is here; the golden files keep the rest of each end state.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isFailure } from '#basics';
import { createMachine, parseInputScript, type Machine, type MachineOptions, type RamSize } from '#emulator';
import { loadRom } from '#isa';
import { temporaryFolder } from '#test/files/temporary-folder.ts';
import { GoldenFolder } from '#test/golden/golden.ts';
import { assembleRom, GOLDEN, Runner, type GoldenRun } from '#test/golden/golden-run.ts';

const golden = new GoldenFolder(
  join(GOLDEN, 'expected/roms'),
  ['faults', 'sound', 'pad-presses', 'typed-keys', 'raw-bytes', 'ram'].map((name) => `${name}.json`),
);

const folder = temporaryFolder();

/** Assembles one of the ROMs once. */
function rom(name: string): string {
  const path = join(folder, `${name}.rom`);
  assembleRom(join('test/golden/roms', `${name}.gtasm`), path);
  return path;
}

/** A machine with one of the ROMs, for inspection. */
function machineWith(path: string, options: MachineOptions = {}): Machine {
  const image = loadRom(readFileSync(path));
  if (isFailure(image)) throw new Error(image.message);
  return createMachine(image.rom, options);
}

it('faults: every bad line and frame is counted once', () => {
  const cyclesOfAll = (7 * 521 - 1) * 200 + 1;
  const run = new Runner(rom('faults'), folder).runOnBoth(`--cycles ${3 * cyclesOfAll}`);
  expect(run.state.monitor).toEqual({ badLines: 3 * 2, badFrames: 3 * 2, frames: 3 * 7 });
  golden.compareJson('faults.json', run);
});

it('sound: XOUT counts lines', () => {
  const runner = new Runner(rom('sound'), folder);
  const runs = ['--cycles 3000000', '--cycles 3000000 --seed 5'].map((options) => runner.runOnBoth(options));
  for (const { state } of runs) {
    expect(state.monitor).toMatchObject({ badLines: 0, badFrames: 0 });
    // As many lines as 3,000,000 cycles have, $11 each; the ROM takes two cycles to start.
    expect(state.outx).toBe((Math.floor((3_000_000 - 2 - 25) / 200) + 1) * 0x11 & 0xff);
  }
  expect(runs[0]!.sound).toBe(runs[1]!.sound);
  golden.compareJson('sound.json', runs);
});

/**
 * What IN shows after the ninth rise of hSync, frame by frame from the first on: bytes, and how many frames each lasts.
 * Frame k begins at cycle 1,203 + 104,200 (k - 1), when pad and keys are latched, and is read 1,625 cycles later.
 */
const SEEN: Readonly<Record<string, readonly (readonly [byte: number, frames: number])[]>> = {
  'pad-presses': [[0xff, 2], [0x7f, 2], [0x8f, 2], [0xf0, 2], [0xff, 4], [0xfe, 4]],
  'typed-keys': [[0xff, 1], [0x61, 3], [0xff, 2], [0x61, 3], [0xff, 4], [10, 3], [0xff, 3], [0xfd, 3], [0xff, 3], [3, 3]],
  'raw-bytes': [[0xff, 3], [0, 2], [0xa5, 5], [60, 5], [0xff, 4]],
};

describe('input', () => {
  const path = rom('input');

  it.each(Object.entries(SEEN))('%s arrive in their frames', (name, seen) => {
    const script = parseInputScript(readFileSync(join(GOLDEN, 'input', `${name}.json`), 'utf8'));
    if (isFailure(script)) throw new Error(script.message);
    const machine = machineWith(path);
    machine.input.play(script.events);
    machine.run(3_000_000);
    const expected = seen.flatMap(([byte, frames]) => Array.from({ length: frames }, () => byte));
    expect([...machine.ram.subarray(0x1000, 0x1000 + expected.length)]).toEqual(expected);
  });

  it.each(['pad-presses', 'typed-keys', 'raw-bytes'])('%s', (name) => {
    const runner = new Runner(path, folder, join(GOLDEN, 'input', `${name}.json`));
    const runs = [runner.runOnBoth('--cycles 3000000'), runner.runOnBoth('--cycles 3000000 --seed 9')];
    for (const { state } of runs) expect(state.monitor).toMatchObject({ badLines: 0, badFrames: 0 });
    golden.compareJson(`${name}.json`, runs);
  });
});

/** What `ram.gtasm` notes for the windows, by size of RAM. */
const WINDOWS: Readonly<Record<RamSize, readonly number[]>> = {
  32: [0x53, 0x53, 0x53, 0x53, 0x53, 0x00],
  64: [0x53, 0x53, 0x53, 0x53, 0x00, 0x00],
  128: [0x50, 0x51, 0x52, 0x53, 0x50, 0xa0],
};

describe('ram', () => {
  const path = rom('ram');
  const sizes = [32, 64, 128] as const;

  it.each(sizes)('%i KiB: windows and ctrl', (ramKib) => {
    const machine = machineWith(path, { ramKib });
    machine.run(1000);
    expect([...machine.ram.subarray(0x10, 0x16)]).toEqual(WINDOWS[ramKib]);
    const spoilt = ramKib === 128 ? 0xa0 : 0;
    expect([...machine.ram.subarray(0x18, 0x1c)]).toEqual([spoilt, spoilt, spoilt, spoilt]);
    expect(machine.notices.map(({ code }) => code)).toEqual(ramKib === 128 ? [] : ['ctrl-without-expander']);
  });

  it('end states of all sizes', () => {
    const runner = new Runner(path, folder);
    const runs: GoldenRun[] = [];
    for (const ram of sizes) {
      for (const seed of ['', ' --seed 4']) runs.push(runner.runOnBoth(`--cycles 1000 --ram ${ram}${seed}`));
    }
    expect(new Set(runs.map(({ state }) => state.ramHash)).size).toBe(runs.length);
    golden.compareJson('ram.json', runs);
  });
});

it('has no golden file without a case', () => golden.expectNoOthers());

/**
 * Small ROMs for one thing each: faults of the picture, sound, the input line, sizes of RAM, the serial loader.
 *
 * The tests state what can be worked out by hand; golden files keep the rest of each end state.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMachine, loaderFrames, parseInputScript } from '#emulator';
import type { Machine, MachineOptions } from '#emulator';
import { CYCLES_PER_FRAME, loadRom, parseGt1, type RamKib } from '#isa';
import { assemble } from '#assembler';
import { folderHost } from '#test/assembler/hosts.ts';
import { temporaryFolder } from '#test/source-folder.ts';
import { GoldenFolder, assembleRom, GOLDEN, Runner, type GoldenRun } from '#test/golden/golden.ts';
import { good } from '#test/good.ts';

const golden = new GoldenFolder(
  join(GOLDEN, 'expected/roms'),
  ['faults', 'sound', 'pad-presses', 'typed-keys', 'raw-bytes', 'ram'].map((name) => `${name}.json`),
);

const folder = temporaryFolder();

/** Assembles one of the ROMs. @returns its path */
function rom(name: string): string {
  const path = join(folder, `${name}.rom`);
  assembleRom(join('test/golden/roms', `${name}.gtasm`), path);
  return path;
}

function machineWith(path: string, options: MachineOptions = {}): Machine {
  return createMachine(good(loadRom(readFileSync(path))).rom, options);
}

it('faults: every bad line and frame is counted once', async () => {
  const cyclesOfAll = (7 * 521 - 1) * 200 + 1;
  const run = new Runner(rom('faults'), folder).runOnBoth(`--cycles ${3 * cyclesOfAll}`);
  expect(run.state.monitor).toEqual({ badLines: 3 * 2, badFrames: 3 * 2, frames: 3 * 7 });
  await golden.compareJson('faults.json', run);
});

it('sound: XOUT counts lines', async () => {
  const runner = new Runner(rom('sound'), folder);
  const runs = ['--cycles 3000000', '--cycles 3000000 --seed 5'].map((options) => runner.runOnBoth(options));
  for (const { state } of runs) {
    expect(state.monitor).toMatchObject({ badLines: 0, badFrames: 0 });
    // $11 for each line of 3,000,000 cycles; the ROM takes two cycles to start.
    expect(state.outx).toBe((Math.floor((3_000_000 - 2 - 25) / 200) + 1) * 0x11 & 0xff);
  }
  expect(runs[0]!.sound).toBe(runs[1]!.sound);
  await golden.compareJson('sound.json', runs);
});

/**
 * What IN shows after the ninth rise of hSync in each frame: bytes, and for how many frames.
 * Frame k begins at cycle 1,203 + 104,200 (k - 1), when pad and keys are latched, and is read 1,625 cycles later.
 */
const SEEN: Readonly<Record<string, readonly (readonly [byte: number, frames: number])[]>> = {
  'pad-presses': [[0xff, 2], [0x7f, 2], [0x8f, 2], [0xf0, 2], [0xff, 4], [0xfe, 4]],
  'typed-keys': [
    ...([[0xff, 1], [0x61, 3], [0xff, 2], [0x61, 3], [0xff, 4]] as const),
    ...([[10, 3], [0xff, 3], [0xfd, 3], [0xff, 3], [3, 3]] as const),
  ],
  'raw-bytes': [[0xff, 3], [0, 2], [0xa5, 5], [60, 5], [0xff, 4]],
};

describe('input', () => {
  const path = rom('input');

  it.each(Object.entries(SEEN))('%s arrive in their frames', (name, seen) => {
    const script = good(parseInputScript(readFileSync(join(GOLDEN, 'input', `${name}.json`), 'utf8')));
    const machine = machineWith(path);
    machine.input.play(script.events);
    machine.run(3_000_000);
    const expected = seen.flatMap(([byte, frames]) => Array.from({ length: frames }, () => byte));
    expect([...machine.ram.subarray(0x1000, 0x1000 + expected.length)]).toEqual(expected);
  });

  it.each(['pad-presses', 'typed-keys', 'raw-bytes'])('%s', async (name) => {
    const runner = new Runner(path, folder, join(GOLDEN, 'input', `${name}.json`));
    const runs = [runner.runOnBoth('--cycles 3000000'), runner.runOnBoth('--cycles 3000000 --seed 9')];
    for (const { state } of runs) expect(state.monitor).toMatchObject({ badLines: 0, badFrames: 0 });
    await golden.compareJson(`${name}.json`, runs);
  });
});

/** What `ram.gtasm` finds in the windows, by size of RAM. */
const WINDOWS: Readonly<Record<RamKib, readonly number[]>> = {
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

  it('end states of all sizes', async () => {
    const runner = new Runner(path, folder);
    const runs: GoldenRun[] = [];
    for (const ram of sizes) {
      for (const seed of ['', ' --seed 4']) runs.push(runner.runOnBoth(`--cycles 1000 --ram ${ram}${seed}`));
    }
    expect(new Set(runs.map(({ state }) => state.ramHash)).size).toBe(runs.length);
    await golden.compareJson('ram.json', runs);
  });
});

/** The ROM that receives the serial loader's packets. */
const { image } = assemble('loader.gtasm', folderHost('test/golden/roms'), { check: false });

/** Segments of one byte, a full packet, one byte more, and a whole page. */
const SEGMENTS = [
  { address: 0x0300, data: bytes(1, 1) },
  { address: 0x0410, data: bytes(60, 2) },
  { address: 0x0520, data: bytes(61, 3) },
  { address: 0x7f00, data: bytes(256, 4) },
] as const;
const START = 0x1234;

/** Bytes in which a shift by a few bits would show. */
function bytes(count: number, seed: number): Uint8Array {
  return Uint8Array.from({ length: count }, (_, i) => (i * i * 7 + i * 13 + seed * 101) & 0xff);
}

function gt1(): Uint8Array {
  const parts = SEGMENTS.flatMap(({ address, data }) => [address >> 8, address & 0xff, data.length & 0xff, ...data]);
  return Uint8Array.from([...parts, 0, START >> 8, START & 0xff]);
}

function load(core: 'fast' | 'reference', seed?: number): { machine: Machine; frames: number } {
  const machine = createMachine(image, { core, ...(seed === undefined ? {} : { seed }) });
  machine.run(3 * CYCLES_PER_FRAME);
  const result = good(machine.input.loadGt1(gt1(), false));
  machine.run((result.frames + 3) * CYCLES_PER_FRAME);
  return { machine, frames: result.frames };
}

describe.each(['fast', 'reference'] as const)('loader on the %s core', (core) => {
  const { machine } = load(core, 6);

  it('stores every segment', () => {
    for (const { address, data } of SEGMENTS) {
      expect([...machine.ram.subarray(address, address + data.length)], address.toString(16)).toEqual([...data]);
    }
  });

  it('counts every packet as good and gets the start address', () => {
    const program = good(parseGt1(gt1()));
    const packets = loaderFrames(program).filter((frame) => frame !== undefined).length;
    expect(packets).toBe(1 + 1 + 2 + 5 + 1);
    expect(machine.ram[0x40]).toBe(packets);
    expect(machine.leds).toBe(packets & 0x0f);
    expect(machine.ram[0x41]! | (machine.ram[0x42]! << 8)).toBe(START);
  });

  it('keeps the picture', () => expect(machine.monitor).toMatchObject({ badLines: 0, badFrames: 0 }));
});

it('loader leaves the same RAM as before', async () => {
  const { machine } = load('fast');
  const ram = new GoldenFolder(join(GOLDEN, 'expected/loader'), ['ram.json']);
  await ram.compareJson('ram.json', { cycle: machine.cycle, ramHash: machine.ramHash, outHash: machine.outHash });
  ram.expectNoOthers();
});

it('has no golden file without a case', () => golden.expectNoOthers());

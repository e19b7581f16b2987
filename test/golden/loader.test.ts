/** The serial loader's packets as one of our own programs receives them: every byte where the `.gt1` file says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isFailure } from '#basics';
import { assemble } from '#assembler';
import { createMachine, loaderFrames, type Machine } from '#emulator';
import { CYCLES_PER_FRAME, parseGt1 } from '#isa';
import { GoldenFolder } from '#test/golden/golden.ts';
import { GOLDEN } from '#test/golden/golden-run.ts';

const golden = new GoldenFolder(join(GOLDEN, 'expected/loader'), ['ram.json']);

const { image } = assemble('loader.gtasm', {
  read: (path) => ({ text: readFileSync(join(GOLDEN, 'roms', path), 'utf8') }),
});

/** Segments of all lengths that matter: one byte, a full packet, one more, a whole page. */
const SEGMENTS = [
  { address: 0x0300, data: bytes(1, 1) },
  { address: 0x0410, data: bytes(60, 2) },
  { address: 0x0520, data: bytes(61, 3) },
  { address: 0x7f00, data: bytes(256, 4) },
] as const;
const START = 0x1234;

/** Bytes without a pattern that would survive a shift by a few bits. */
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
  const result = machine.input.loadGt1(gt1(), false);
  if (isFailure(result)) throw new Error(result.message);
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
    const program = parseGt1(gt1());
    if (isFailure(program)) throw new Error(program.message);
    const packets = loaderFrames(program).filter((frame) => frame !== undefined).length;
    expect(packets).toBe(1 + 1 + 2 + 5 + 1);
    expect(machine.ram[0x40]).toBe(packets);
    expect(machine.leds).toBe(packets & 0x0f);
    expect(machine.ram[0x41]! | (machine.ram[0x42]! << 8)).toBe(START);
  });

  it('keeps the picture', () => {
    expect(machine.monitor).toMatchObject({ badLines: 0, badFrames: 0 });
  });
});

it('leaves the same RAM as before', () => {
  const { machine } = load('fast');
  golden.compareJson('ram.json', { cycle: machine.cycle, ramHash: machine.ramHash, outHash: machine.outHash });
  golden.expectNoOthers();
});

import { describe, expect, it } from 'vitest';
import { breakpointsAt } from './core/stops.ts';
import { SdCard } from './devices/sd-card.ts';
import { createMachine, type MachineOptions } from './machine.ts';
import { program } from '#test/emulator/program.ts';

const reference: MachineOptions = { core: 'reference' };

describe('power-on', () => {
  it('executes the word at 0 once before cycle 0, and once in it', () => {
    const machine = createMachine(program(['adda $01']), reference);
    expect(machine.cycle).toBe(0);
    expect(machine.registers.ac).toBe(1);
    machine.step();
    expect([machine.registers.ac, machine.address, machine.cycle]).toEqual([2, 1, 1]);
  });

  it('goes on where a jump at 0 leads', () => {
    const machine = createMachine(program(['bra $80']), reference);
    expect([machine.address, machine.nextAddress]).toEqual([0, 0x80]);
  });

  it('holds zeros, or what the seed says', () => {
    const rom = program(['nop']);
    expect(createMachine(rom, reference).ram.every((byte) => byte === 0)).toBe(true);
    const [one, same, other] = [7, 7, 8].map((seed) => createMachine(rom, { ...reference, seed }));
    expect(one!.ramHash).toBe(same!.ramHash);
    expect(one!.ramHash).not.toBe(other!.ramHash);
    expect(new Set(one!.ram).size).toBe(256);
  });

  it('refuses a ROM of another size, which is a mistake of the caller', () => {
    expect(() => createMachine(new Uint16Array(10))).toThrow('65536');
  });
});

describe('RAM', () => {
  const write = ['ld $90,y', 'ld $07', 'st [y,$05]'];

  it.each([
    [32, 0x1005],
    [64, 0x9005],
    [128, 0x9005],
  ] as const)('of %i KiB finds $9005 at index %i', (ramKib, index) => {
    const machine = createMachine(program(write), { ...reference, ramKib });
    machine.run(3);
    expect(machine.ram[index]).toBe(7);
    expect(machine.ramIndex(0x9005)).toBe(index);
  });

  it.each(['fast', 'reference'] as const)('shows the banks of the expander (%s core)', (core) => {
    const banks = [0x3c, 0x7c, 0xbc, 0xfc].flatMap((word) => [
      `ctrl $${word.toString(16)}`,
      'ld [$00]',
      `ld $${word.toString(16)}`,
      'st [y,$05]',
    ]);
    const rom = program(['ld $90,y', ...banks, 'ctrl $bc', 'ld [$00]', 'ld [y,$05]']);
    const machine = createMachine(rom, { core, ramKib: 128, translateAfter: 0 });
    machine.run(20);
    expect([0x1005, 0x9005, 0x11005, 0x19005].map((index) => machine.ram[index])).toEqual([0x3c, 0x7c, 0xbc, 0xfc]);
    expect(machine.registers.ac).toBe(0xbc);
    expect(machine.control).toBe(0xbc);
    expect([undefined, 1, 2, 3].map((bank) => machine.readRam(0x9005, bank))).toEqual([0xbc, 0x7c, 0xbc, 0xfc]);
    machine.writeRam(0x9005, 5, 3);
    expect([machine.ram[0x19005], machine.readRam(0x9005), machine.readRam(0x1005, 3)]).toEqual([5, 0xbc, 0x3c]);
  });

  it('stores 0 at a ctrl without an expander and says so once', () => {
    const machine = createMachine(program(['ld $55', 'st [$7c]', 'ctrl $7c', 'ctrl $7f', 'bra $02', 'nop']), reference);
    machine.run(1000);
    expect(machine.ram[0x7c]).toBe(0);
    expect(machine.notices).toEqual([expect.objectContaining({ code: 'ctrl-without-expander', cycle: 2, address: 2 })]);
  });

  it('reads nothing from the serial port of the expander, resets it, and leaves extended words alone', () => {
    const rom = program(['st [$00]', 'ctrl $bd', 'ld [$00]', 'ctrl $f0', 'ctrl $ff'], {});
    const machine = createMachine(rom, { ...reference, ramKib: 128, seed: 1 });
    machine.run(3);
    expect([machine.control, machine.registers.ac]).toEqual([0xbd, 0]);
    machine.run(1);
    expect(machine.control).toBe(0xbd);
    machine.run(1);
    expect(machine.control).toBe(0x7c);
    expect(machine.notices.map(({ code }) => code)).toEqual(['spi-read', 'extended-ctrl']);
    expect(machine.notices[1]?.message).toBe(
      'this program uses banks of 512 KiB of RAM, which a machine with 128 KiB of RAM does not have',
    );
  });

  /** Sends bits to the card in port 0, and puts the last eight that come back into $20. */
  const serial = (...bytes: readonly number[]): string[] =>
    bytes.flatMap((byte) =>
      Array.from({ length: 8 }, (_, bit) => ((byte << bit) & 0x80) >> 7).flatMap((bit) => [
        `ld $${bit === 1 ? '80' : '00'},y`,
        ...['ctrl y,$79', 'ld [$00]', 'st [$21]', 'ctrl y,$78'],
        ...['ld [$20]', 'adda ac', 'adda [$21]', 'st [$20]'],
      ]),
    );

  it.each(['fast', 'reference'] as const)('has a card in the serial port of the expander (%s core)', (core) => {
    const reset = ['ctrl $78', 'ld [$00]', ...serial(0x40, 0, 0, 0, 0, 0x95, 0xff, 0xff)];
    const cardOf = (): SdCard => new SdCard({ blocks: 1, read: () => new Uint8Array(512) });
    const machine = createMachine(program(reset), { core, ramKib: 128, card: cardOf(), translateAfter: 0 });
    machine.run(300);
    const half = machine.snapshot();
    machine.run(reset.length - 300);
    expect([machine.readRam(0x20), machine.notices]).toEqual([1, []]);
    const other = createMachine(program(reset), { core, ramKib: 128, card: cardOf() });
    expect(other.restore(half)).toBeUndefined();
    other.run(reset.length - 300);
    expect(other.readRam(0x20)).toBe(1);
    const without = createMachine(program(reset), { core, ramKib: 128 });
    expect(without.restore(half)).toMatchObject({ message: 'The snapshot has an SD card; the machine has none.' });
  });
});

describe('stops', () => {
  const counter = program(['ld [$10]', 'adda $01', 'st [$10]', 'bra $00', 'nop']);

  it.each(['fast', 'reference'] as const)('are hit in the same cycles, over and over (%s core)', (core) => {
    const machine = createMachine(counter, { core, translateAfter: 1 });
    const cycles: number[] = [];
    for (let i = 0; i < 200; i++) {
      expect(machine.run(1000, { breakpoints: breakpointsAt(2) })).toEqual({ kind: 'breakpoint', address: 2 });
      cycles.push(machine.cycle);
    }
    expect(cycles).toEqual(Array.from({ length: 200 }, (_, turn) => 2 + 5 * turn));
  });

  it('are not tested at the instruction that a run begins with', () => {
    const machine = createMachine(counter, reference);
    expect(machine.run(3, { breakpoints: breakpointsAt(0) })).toEqual({ kind: 'cycles' });
  });

  it('report what a watched access did', () => {
    const machine = createMachine(counter, reference);
    const watch = { address: 0x08, length: 16, access: ['change'] } as const;
    machine.run(1000, { watches: [watch] });
    const hit = { kind: 'watch', watch, access: 'change', address: 0x10, before: 1, after: 2, instruction: 2 };
    expect(machine.run(1000, { watches: [watch] })).toEqual(hit);
  });

  it('evaluate a condition after every cycle', () => {
    const machine = createMachine(counter, reference);
    expect(machine.run(1e6, { until: () => machine.ram[0x10] === 77 })).toEqual({ kind: 'until' });
    expect(machine.cycle).toBe(5 * 76 + 3);
  });
});

describe('snapshots', () => {
  it('refuse another version and another size of RAM with a sentence', () => {
    const machine = createMachine(program(['nop']), reference);
    const snapshot = machine.snapshot();
    expect(machine.restore({ ...snapshot, version: 99 })).toMatchObject({
      message: expect.stringContaining('version 99'),
    });
    expect(machine.restore({ ...snapshot, ram: new Uint8Array(65536) })).toMatchObject({
      message: expect.stringContaining('65536 bytes'),
    });
    expect(machine.restore(snapshot)).toBeUndefined();
  });
});

/** State files: what was written is read back completely, and everything else is refused with a clause. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fnv1a64, isFailure, type Result } from '#basics';
import { imageHash } from '#isa';
import { program } from '#test/emulator/program.ts';
import { History } from './history.ts';
import { createMachine, type Machine } from './machine.ts';
import { readState, writeState, type SavedState } from './state-file.ts';
import { good } from '#test/good.ts';
import { forAll } from '#test/draws.ts';

/** Counts at [$10], copies IN to [$11], and sends the count to OUT, sync bits included. */
const COUNTER = program(['ld $00,y', 'ld [$10]', 'adda $01', 'st [$10]', 'st in,[$11]', 'ld [$10],out', 'bra $01']);

function savedAfter(cycles: number, seed: number, act: (machine: Machine) => void = () => undefined): SavedState {
  const machine = createMachine(COUNTER, { seed, ramKib: 64 });
  act(machine);
  machine.run(cycles);
  return { rom: imageHash(COUNTER), snapshot: machine.snapshot() };
}

const SAVED = savedAfter(5000, 1);
const TEXT = writeState(SAVED);

/** What is read, bytes by their hash; the journal's position is not part of a file. */
function seen(saved: Result<SavedState>): unknown {
  if (isFailure(saved)) return saved.message;
  const { ram, monitor, ...rest } = saved.snapshot;
  const { pixels, ...picture } = monitor;
  return [saved.rom, { ...rest, journalPosition: 0 }, picture, fnv1a64(ram), fnv1a64(pixels)];
}

/** Why the text is refused after its state was changed, but not its checksum. */
function forged(change: (state: Record<string, object>) => void): string {
  const body = JSON.parse(TEXT) as { state: Record<string, object>; check: string };
  change(body.state);
  const text = JSON.stringify(body);
  const wrong = readState(text);
  return isFailure(wrong) ? wrong.message : 'taken';
}

describe('a state file', () => {
  it('gives back what it was written from', () => {
    const cycles = fc.integer({ min: 0, max: 30_000 });
    const keys = fc.string({ unit: fc.constantFrom('a', 'Q', '7', ' '), maxLength: 5 });
    forAll(10, [cycles, fc.nat(), keys, fc.boolean()], (count, seed, typed, isForced) => {
      const saved = savedAfter(count, seed, (machine) => {
        for (const key of typed) machine.input.typeKey(key);
        machine.input.setPad(['a', 'left']);
        if (isForced) machine.input.setRaw(0x5a);
      });
      const read = readState(writeState(saved));
      expect(seen(read)).toEqual(seen(saved));
    });
  });

  it('lets a machine go on as the one that was saved', () => {
    const one = createMachine(COUNTER, { seed: 3 });
    one.run(3333);
    const read = good(readState(writeState({ rom: imageHash(COUNTER), snapshot: one.snapshot() })));
    const other = createMachine(COUNTER);
    other.run(77);
    const history = new History(other);
    expect(history.beginFrom(read.snapshot)).toBeUndefined();
    expect(history.oldest).toBe(3333);
    one.run(20_000);
    history.run(20_000);
    expect([other.cycle, other.ramHash, other.outHash]).toEqual([one.cycle, one.ramHash, one.outHash]);
    expect(history.goTo(0)).toBe(3333);
  });

  it('keeps the input script, and forgets what was edited before', () => {
    const machine = createMachine(COUNTER);
    machine.input.play([
      { moment: { cycle: 100 }, action: { kind: 'in', byte: 1 } },
      { moment: { cycle: 6000 }, action: { kind: 'in', byte: 2 } },
    ]);
    const history = new History(machine);
    history.run(200);
    machine.writeRam(0x40, 7);
    expect(history.beginFrom({ ...SAVED.snapshot, ram: new Uint8Array(0x8000) })).toBeUndefined();
    history.run(2000);
    expect([machine.ram[0x40], machine.ram[0x11]]).toEqual([0, 2]);
  });
});

describe('what is not a state file', () => {
  it('is refused, whatever it is', () => {
    forAll(200, [fc.oneof(fc.string(), fc.json())], (text) => isFailure(readState(text)));
    expect(readState('{}')).toMatchObject({ message: 'its "format" is not "gigatron-state"' });
    expect(readState(TEXT.replace('"version": 1', '"version": 2'))).toMatchObject({
      message: 'it has version 2, and this emulator reads version 1',
    });
  });

  it('is refused where one character is another', () => {
    forAll(40, [fc.nat(TEXT.length - 1), fc.constantFrom('0', 'z', '"', '-', '\u20ac')], (at, character) => {
      const text = TEXT.slice(0, at) + character + TEXT.slice(at + 1);
      const read = readState(text);
      // Spaces and the name of the image do not matter here.
      if (!isFailure(read)) expect(seen(read)).toEqual(seen({ ...SAVED, rom: read.rom }));
    });
  });

  it.each<[string, (state: Record<string, object>) => void, string]>([
    [
      'a register',
      ({ cpu = {} }) => Object.assign(cpu, { ac: 256 }),
      '"state.cpu.ac" must be an integer from 0 to 255',
    ],
    ['no register', ({ cpu = {} }) => Object.assign(cpu, { x: null }), '"state.cpu.x" must be an integer'],
    ['RAM', (state) => Object.assign(state, { ram: 'AAAA' }), '"state.ram" must be base64 of 32, 64 or 128 KiB'],
    ['the picture', ({ monitor = {} }) => Object.assign(monitor, { pixels: '*' }), 'base64 of 76800 bytes'],
    ['the loader', ({ devices = {} }) => Object.assign(devices, { packets: ['A'.repeat(88)] }), 'up to 65 bytes'],
    ['the time', ({ cpu = {} }) => Object.assign(cpu, { cycle: 10 }), 'which is yet to come'],
    [
      'anything',
      ({ cpu = {} }) => Object.assign(cpu, { ac: 1 }),
      'its checksum is wrong, so it is damaged or was changed',
    ],
  ])('is refused where %s is wrong', (_what, change, message) => {
    expect(forged(change)).toContain(message);
  });
});

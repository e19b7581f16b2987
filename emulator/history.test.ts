import { fnv1a64 } from '#basics';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakpointsAt } from './core/stops.ts';
import { History, type HistoryOptions } from './history.ts';
import { createMachine, type Machine } from './machine.ts';
import { program } from '#test/emulator/program.ts';
import { forAll } from '#test/draws.ts';

/** Counts at [$10], a turn every 8 cycles, and copies IN to [$11]; page 0 repeats it from a table of jumps. */
const COUNTER = program(['ld $00,y', 'ld [$10]', 'adda $01', 'st [$10]', 'st in,[$11]', 'bra $01', 'st [$12]']);
const COUNT = 0x10;

const machine = (core: 'fast' | 'reference' = 'fast'): Machine => createMachine(COUNTER, { core });

function recorded(options: HistoryOptions = {}): [travelled: Machine, history: History] {
  const travelled = machine();
  return [travelled, new History(travelled, options)];
}

/** Everything but the journal's position, which a fresh run has no part in; bytes by their hash. */
function stateOf(target: Machine): unknown {
  const { cpu, ram, serial, devices, monitor, outHash, control } = target.snapshot();
  const { pixels, ...rest } = monitor;
  return { cpu, ram: fnv1a64(ram), serial, devices, rest, pixels: fnv1a64(pixels), outHash, control };
}

describe('History', () => {
  it('goes to any cycle exactly as a fresh run gets there', () => {
    forAll(15, [fc.array(fc.integer({ min: 0, max: 50_000 }), { minLength: 1, maxLength: 12 })], (cycles) => {
      const [travelled, traveller] = recorded({ spacing: 700 });
      for (const cycle of cycles) {
        traveller.goTo(cycle);
        const fresh = machine('reference');
        fresh.run(cycle);
        expect(stateOf(travelled)).toEqual(stateOf(fresh));
      }
    });
  });

  it('repeats edits and input, and forgets those of a future that was left', () => {
    const [travelled, history] = recorded({ spacing: 100 });
    history.run(1000);
    travelled.writeRam(COUNT, 0);
    travelled.input.setRaw(0x5a);
    history.run(500);
    const later = stateOf(travelled);
    history.goTo(10);
    history.goTo(1500);
    expect(stateOf(travelled)).toEqual(later);
    history.goTo(999);
    expect(travelled.registers.in).toBe(0xff);
    travelled.writeRam(COUNT, 100);
    history.goTo(1500);
    expect(travelled.registers.in).toBe(0xff);
    expect(stateOf(travelled)).not.toEqual(later);
  });

  it('shows an edit at its own cycle and not before', () => {
    const [travelled, history] = recorded();
    history.run(100);
    travelled.writeRam(0x40, 7);
    history.run(1);
    history.stepBack();
    expect(travelled.ram[0x40]).toBe(7);
    history.stepBack();
    expect(travelled.ram[0x40]).toBe(0);
  });

  it('keeps scripted input whatever the user edits', () => {
    const [travelled, history] = recorded();
    travelled.input.play([{ moment: { cycle: 200 }, action: { kind: 'in', byte: 1 } }]);
    history.run(100);
    travelled.writeRam(0x40, 7);
    history.run(200);
    expect(travelled.ram[0x11]).toBe(1);
    history.goTo(50);
    travelled.writeRam(0x40, 8);
    history.goTo(300);
    expect(travelled.ram[0x11]).toBe(1);
  });

  it.each(['breakpoint', 'watch', 'until'] as const)('runs back to the last %s as a forward run lists them', (kind) => {
    const travelled = machine();
    const stops = {
      breakpoint: { breakpoints: breakpointsAt(3) },
      watch: { watches: [{ address: COUNT, length: 1, access: ['change' as const] }] },
      until: { until: () => travelled.registers.ac === 9 && travelled.address === 3 },
    }[kind];
    const history = new History(travelled, { spacing: 300 });
    const forward: number[] = [];
    while (travelled.cycle < 2000) {
      const reason = history.run(2000 - travelled.cycle, stops);
      if (reason.kind !== 'cycles') forward.push(travelled.cycle - (kind === 'watch' ? 1 : 0));
    }
    const backward: number[] = [];
    for (let hit = history.runBack(stops); hit !== undefined; hit = history.runBack(stops)) {
      expect(hit.reason.kind).toBe(kind);
      expect(travelled.cycle).toBe(hit.cycle);
      backward.push(hit.cycle);
    }
    expect(backward.reverse()).toEqual(forward);
    expect(travelled.cycle).toBe(0);
  });

  it('lets the caller decide whether a stop found backwards counts', () => {
    const [travelled, history] = recorded({ spacing: 300 });
    history.run(2000);
    const hit = history.runBack({ breakpoints: breakpointsAt(3) }, () => travelled.registers.ac === 9);
    expect(hit?.reason).toEqual({ kind: 'breakpoint', address: 3 });
    expect([travelled.registers.ac, travelled.address]).toEqual([9, 3]);
  });

  it('thins out snapshots with age', () => {
    const [travelled, history] = recorded({ spacing: 1000 });
    history.run(2_000_000);
    expect(history.bytes).toBeLessThan(450 * (32_768 + 76_800 + 4096));
    expect(history.oldest).toBe(0);
    history.goTo(1_234_567);
    const fresh = machine();
    fresh.run(1_234_567);
    expect(stateOf(travelled)).toEqual(stateOf(fresh));
  });

  it('drops the oldest snapshots when there is no room', () => {
    const history = new History(machine(), { spacing: 1000, memoryLimit: 1 << 20 });
    history.run(100_000);
    expect(history.bytes).toBeLessThanOrEqual(1 << 20);
    expect(history.oldest).toBeGreaterThan(0);
    expect(history.goTo(0)).toBe(history.oldest);
  });
});

describe('a search backwards in slices', () => {
  const stops = { watches: [{ address: COUNT, length: 1, access: ['write' as const] }] };

  it('finds the same as a search in one go, however long its slices are', () => {
    forAll(30, [fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 255 })], (slice, value) => {
      const [travelled, history] = recorded({ spacing: 700 });
      history.run(5003);
      const accept = (): boolean => travelled.ram[COUNT] === value;
      const search = history.searchBack(stops, accept);
      let found = search.advance(slice);
      while (found === undefined) found = search.advance(slice);
      const sliced = [found, stateOf(travelled)];
      history.goTo(5003);
      expect(sliced).toEqual([history.runBack(stops, accept) ?? 'nothing', stateOf(travelled)]);
    });
  });

  it('runs every cycle once, however many hits are rejected', () => {
    const [travelled, history] = recorded({ spacing: 1000 });
    history.run(40_000);
    const asked: number[] = [];
    travelled.startProfile();
    expect(history.runBack(stops, () => asked.push(travelled.cycle) === 0)).toBeUndefined();
    const executed = travelled.profile!.executions.reduce((sum, count) => sum + count, 0);
    expect(executed).toBe(40_000);
    expect(new Set(asked).size).toBe(asked.length);
  });

  it('reports its progress', () => {
    const history = new History(machine(), { spacing: 1000 });
    history.run(10_000);
    const search = history.searchBack({ breakpoints: breakpointsAt() });
    const seen = [search.progress];
    while (search.advance(700) === undefined) seen.push(search.progress);
    expect(seen).toEqual([...seen].sort((one, other) => one - other));
    expect([seen[0], search.progress, search.searchedTo]).toEqual([0, 1, 0]);
  });
});

it('a run forward applies the edits of the cycle that it reaches', () => {
  const [travelled, history] = recorded();
  history.run(100);
  travelled.writeRam(0x40, 7);
  history.stepBack();
  expect(travelled.ram[0x40]).toBe(0);
  history.run(1);
  expect(travelled.ram[0x40]).toBe(7);
});

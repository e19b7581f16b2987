/** What only the fast core does: switching, new stops, full tables. Lockstep tests prove that it computes the same. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ROM_WORDS } from '#isa';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { breakpointsAt, createMachine, type Machine, type MachineOptions } from '#emulator';
import { program, wordOf } from '#test/emulator/program.ts';

const counter = program(['ld [$10]', 'adda $01', 'st [$10]', 'bra $00', 'nop']);

function both(rom: Uint16Array, options: MachineOptions = {}): [fast: Machine, reference: Machine] {
  return [createMachine(rom, { ...options, core: 'fast' }), createMachine(rom, { ...options, core: 'reference' })];
}

function expectEqual(fast: Machine, reference: Machine): void {
  expect([fast.cycle, fast.address, fast.registers]).toEqual([reference.cycle, reference.address, reference.registers]);
  expect(fast.ramHash).toBe(reference.ramHash);
}

/** The instances of translated code that are made from now on. */
function instancesMade(): readonly WeakRef<WebAssembly.Instance>[] {
  const made: WeakRef<WebAssembly.Instance>[] = [];
  const { Instance } = WebAssembly;
  vi.stubGlobal('WebAssembly', {
    ...Object.fromEntries(
      Object.getOwnPropertyNames(WebAssembly).map((name) => [name, Reflect.get(WebAssembly, name)]),
    ),
    Instance: function (...given: ConstructorParameters<typeof Instance>) {
      const instance = new Instance(...given);
      made.push(new WeakRef(instance));
      return instance;
    },
  });
  return made;
}

/** As bytes, which are compared at once; the test runner would compare number by number. */
function bytesOf({ buffer, byteOffset, byteLength }: Float64Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('fast core', () => {
  it('obeys breakpoints that are set, moved and removed between runs', () => {
    const [fast, reference] = both(counter);
    for (const place of [undefined, 2, 4, 2, undefined, 1, undefined]) {
      const stops = place === undefined ? {} : { breakpoints: breakpointsAt(place) };
      for (let run = 0; run < 3; run++) {
        expect(fast.run(600_001, stops)).toEqual(reference.run(600_001, stops));
        expectEqual(fast, reference);
      }
    }
  });

  it('keeps going when more code is hot than the table of blocks holds', () => {
    // Each page starts with 255 branches to the next word but one; every word is an entry.
    const rom = new Uint16Array(ROM_WORDS);
    for (let address = 0; address < ROM_WORDS; address++) {
      const text = address % 4 === 0 ? `bra $${((address + 2) & 0xff).toString(16).padStart(2, '0')}` : 'adda $01';
      rom[address] = wordOf(text);
    }
    const [fast, reference] = both(rom, { translateAfter: 0 });
    for (let run = 0; run < 5; run++) {
      fast.run(100_003);
      reference.run(100_003);
      expectEqual(fast, reference);
    }
  });

  it('lets go of translated code that it has dropped', async () => {
    const made = instancesMade();
    const machine = createMachine(counter, { core: 'fast', translateAfter: 0 });
    for (let run = 0; run < 40; run++) machine.run(100_003, { breakpoints: breakpointsAt(0x100 + run) });
    expect(made.length).toBeGreaterThan(40);
    setFlagsFromString('--expose-gc');
    await new Promise((resolve) => setTimeout(resolve));
    (runInNewContext('gc') as () => void)();
    expect(made.filter((instance) => instance.deref() !== undefined).length).toBeLessThan(10);
  });

  it('translates nothing again for breakpoints that come and go in turn', () => {
    const made = instancesMade();
    const machine = createMachine(counter, { core: 'fast', translateAfter: 0 });
    const run = (turn: number): unknown => machine.run(100_003, { breakpoints: breakpointsAt(0x100 + (turn % 3)) });
    // After these turns, it has been entered at each of its five words.
    for (let turn = 0; turn < 15; turn++) run(turn);
    const before = made.length;
    for (let turn = 0; turn < 15; turn++) run(turn);
    expect(made.length).toBe(before);
  });

  it.each(['bra $00', 'jmp y,$00'])('lets time pass and counts it while only %s runs in its own slot', (jump) => {
    const rom = program([jump, 'adda $01', 'st [$10]', 'bra $01', 'nop']);
    const [fast, reference] = both(rom);
    for (const machine of [fast, reference]) machine.startProfile();
    for (const [place, next] of [
      [0, 0],
      [0, 1],
      [0, 0],
      [1, 0],
    ] as const) {
      for (const stops of [{}, { breakpoints: breakpointsAt(0) }, { breakpoints: breakpointsAt(2) }]) {
        for (const machine of [fast, reference]) machine.setPosition(place, next);
        expect(fast.run(300_001, stops)).toEqual(reference.run(300_001, stops));
        expectEqual(fast, reference);
        for (const counts of ['executions', 'taken'] as const)
          expect(bytesOf(fast.profile![counts]).equals(bytesOf(reference.profile![counts])), counts).toBe(true);
      }
    }
  });

  it('ends blocks where branches are in the slots of branches', () => {
    const rom = new Uint16Array(ROM_WORDS).fill(wordOf('bne $00'));
    const [fast, reference] = both(rom, { translateAfter: 0, seed: 3 });
    for (const machine of [fast, reference]) {
      machine.setRegister('ac', 1);
      machine.run(1000);
      machine.setPosition(0x20);
      machine.run(1000);
    }
    expectEqual(fast, reference);
  });

  it('counts the executions of each address', () => {
    const machine = createMachine(counter, { core: 'fast', translateAfter: 1 });
    machine.startProfile();
    machine.run(5_000_000);
    expect([...machine.profile!.executions.subarray(0, 6)]).toEqual([1e6, 1e6, 1e6, 1e6, 1e6, 0]);
    machine.stopProfile();
    expect(machine.profile).toBeUndefined();
  });

  it('stops in the cycle of a fault, as the reference core does', () => {
    // Lines of 200 cycles, but one of 201 whenever the counter at [$10] wraps.
    const pulse = ['ld $80,out', 'ld $0a', 'bne $02', 'suba $01', 'ld $c0,out'];
    const wait = ['ld $52', 'bne $06', 'suba $01'];
    const count = ['ld [$10]', 'adda $01', 'st [$10]', 'bne $0e', 'nop', 'nop', 'nop', 'bra $00', 'nop'];
    const rom = program([...pulse, ...wait, ...count]);
    const [fast, reference] = both(rom);
    for (let run = 0; run < 8; run++) {
      const reason = fast.run(2_000_000, { onFault: true });
      expect(reason).toMatchObject({ kind: 'fault', fault: { kind: 'line', measured: 201 } });
      expect(reason).toEqual(reference.run(2_000_000, { onFault: true }));
      expectEqual(fast, reference);
      expect(fast.takeAudio()).toEqual(reference.takeAudio());
    }
  });
});

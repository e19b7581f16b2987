/** The parts of a machine, wired together: memories, registers, devices, monitor and cores. */
import { nextAtEntry, ReferenceCore, NoticeList, Ram, type RamKib, type CpuState } from '#isa';
import { FnvHash } from '#basics';
import type { Core } from './core/stops.ts';
import { ReferenceRunner } from './core/reference-runner.ts';
import { CardPort } from './devices/card-port.ts';
import { DeviceLine, SerialPort } from './devices/input-devices.ts';
import { Monitor, PICTURE_BYTES } from './devices/monitor.ts';
import { OutPort, SampleBuffer } from './devices/out-port.ts';
import type { SdCard } from './devices/sd-card.ts';
import { Journal } from './input/journal.ts';
import type { StateParts } from './snapshot.ts';
import { FastCore } from './wasm/fast-core.ts';
import { createSharedMemory, PICTURE, RAM as RAM_OFFSET } from './wasm/memory-layout.ts';
import { canTranslate } from './wasm/translator.ts';

export interface MachineOptions {
  /** RAM in KiB; 128 is the expander with `ctrl`. Default 32. */
  readonly ramKib?: RamKib;
  /** The card at port 0 of the expander. */
  readonly card?: SdCard | undefined;
  /** Seed of RAM and registers at power-on; absent: all zero. */
  readonly seed?: number | undefined;
  /** Which core executes. Default `fast`, which is the reference core if the host cannot run translated code. */
  readonly core?: 'fast' | 'reference' | undefined;
  /** How often a jump lands on an address before the fast core translates it; for tests. */
  readonly translateAfter?: number;
}

export interface MachineParts extends StateParts {
  readonly samples: SampleBuffer;
  readonly notices: NoticeList;
  readonly reference: ReferenceCore;
  readonly runner: ReferenceRunner;
  /** Undefined if the machine only has the reference core. */
  readonly fast: FastCore | undefined;
  /** The core that executes: the fast one if there is one. */
  readonly core: Core;
}

export function createParts(
  rom: Uint16Array,
  { ramKib = 32, card, seed, core = 'fast', translateAfter }: MachineOptions,
): MachineParts {
  const shared = core === 'fast' && canTranslate() ? createSharedMemory() : undefined;
  const ram = shared ? new Uint8Array(shared.buffer, RAM_OFFSET, ramKib * 1024) : new Uint8Array(ramKib * 1024);
  const notices = new NoticeList();
  const port = card && new CardPort(card);
  const memory = new Ram(ramKib, ram, notices, port);
  const cpu = powerOn(ram, seed);
  const monitor = new Monitor(cpu.out, shared && new Uint8Array(shared.buffer, PICTURE, PICTURE_BYTES));
  const devices = new DeviceLine();
  const serial = new SerialPort((frame, packet) => devices.latch(frame, packet));
  const samples = new SampleBuffer();
  const outHash = new FnvHash();
  const reference = new ReferenceCore(rom, memory, cpu, new OutPort(cpu, serial, monitor, samples, outHash));
  const runner = new ReferenceRunner(reference, rom, memory, cpu, monitor);
  const inner = { rom, ram: memory, cpu, serial, monitor, samples, hash: outHash, reference, runner, translateAfter };
  const fast = shared && new FastCore({ ...inner, memory: shared });
  const state = { cpu, memory, ram, port, serial, devices, monitor, outHash, journal: new Journal() };
  return { ...state, samples, notices, reference, runner, fast, core: fast ?? runner };
}

/** Fills RAM and returns the registers. @param seed any integer, with the same result on any host; absent: all zero */
function powerOn(ram: Uint8Array, seed: number | undefined): CpuState {
  const next = seed === undefined ? () => 0 : seededBytes(seed);
  for (let i = 0; i < ram.length; i++) ram[i] = next();
  const [ac, x, y, out, outx] = [next(), next(), next(), next(), next()];
  return { ac, x, y, out, outx, in: 0xff, address: 0, nextAddress: nextAtEntry(0), cycle: 0 };
}

/** Returns the next byte, 0..255, at each call. Seed: any integer. */
function seededBytes(seed: number): () => number {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) & 0xff;
  };
}

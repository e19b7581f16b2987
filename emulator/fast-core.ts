/**
 * The fast core: executes translated code where there is some, and the reference core where there is none.
 *
 *     interpret ──(an address becomes hot)──▶ translate ──▶ run translated code
 *         ▲                                                     │ end of the slice, unknown address, `ctrl`,
 *         └─────────────────────────────────────────────────────┘ breakpoint, watched byte
 *
 * Translated code works on the same RAM; registers and the OUT port's state go through cells of the shared memory, and what
 * the monitor and the sound are to see comes back in a log. All stops are found by the reference core, one instruction at a
 * time: translated code only knows how to leave in front of them.
 */
import { OUT_HSYNC } from '#isa';
import type { Core } from './core.ts';
import type { CpuState } from './registers.ts';
import type { FnvHash } from './fnv-hash.ts';
import type { Monitor } from './monitor.ts';
import type { Ram } from './ram.ts';
import type { ReferenceCore } from './reference-core.ts';
import type { ReferenceRunner } from './reference-runner.ts';
import type { SampleBuffer } from './sample-buffer.ts';
import type { SerialPort } from './serial-port.ts';
import type { StopReason, Stops, Watch } from './stops.ts';
import { markWatches } from './watch-map.ts';
import { BURST_FLAG, CELL, LOG, PACKET, ROM_COPY, WATCH_FLAGS } from './wasm/memory-layout.ts';
import { Translator } from './wasm/translator.ts';

/** Times that a jump must land on an address before it is translated. */
const HOT = 24;
/** Share of that after which it is translated along with one that is hot. */
const WARM = 1 / 6;
/** Most cycles that translated code is asked for at once; the log counts them in 31 bits. */
const SLICE = 1 << 20;
const SCLK = 1;

/** The parts of a machine that the fast core works on. */
export interface FastCoreParts {
  readonly rom: Uint16Array;
  readonly ram: Ram;
  readonly memory: WebAssembly.Memory;
  readonly cpu: CpuState;
  readonly serial: SerialPort;
  readonly monitor: Monitor;
  readonly samples: SampleBuffer;
  readonly hash: FnvHash;
  readonly reference: ReferenceCore;
  readonly runner: ReferenceRunner;
  /** Landings that make an address hot; default 24. */
  readonly translateAfter: number | undefined;
}

const NO_BARRIERS = new Uint8Array(0x10000);

export class FastCore implements Core {
  readonly #parts: FastCoreParts;
  readonly #translator: Translator;
  readonly #heat = new Uint8Array(0x10000);
  readonly #bytes: Uint8Array;
  readonly #cells: DataView;
  readonly #words: Int32Array;
  readonly #romCopy: Uint16Array;
  readonly #hot: number;
  #barriers = NO_BARRIERS;
  #watches: readonly Watch[] | undefined;
  #watched = false;
  /** Cycle at which the present slice is used up. */
  #end = 0;

  constructor(parts: FastCoreParts) {
    this.#parts = parts;
    const { rom, memory, ram, translateAfter = HOT } = parts;
    this.#hot = translateAfter;
    this.#bytes = new Uint8Array(memory.buffer);
    this.#cells = new DataView(memory.buffer);
    this.#words = new Int32Array(memory.buffer);
    this.#romCopy = new Uint16Array(memory.buffer, ROM_COPY, rom.length);
    this.#romCopy.set(rom);
    const imports = { vSyncFall: () => this.#vSyncFall(), drain: () => this.#drain() };
    this.#translator = new Translator({ rom, ramKib: ram.sizeKib, memory, imports });
  }

  run(limit: number, stops: Stops, testFirst: boolean): StopReason | undefined {
    const { cpu, runner } = this.#parts;
    if (stops.until !== undefined || stops.onFault === true) {
      return runner.run(limit, stops, testFirst);
    }
    this.#prepare(stops);
    const stopping = stops.breakpoints !== undefined || (stops.watches?.length ?? 0) > 0;
    let test = testFirst;
    while (cpu.cycle < limit) {
      if (this.#canEnter() && (test || !stopping)) {
        const before = cpu.cycle;
        this.#enter(Math.min(limit - before, SLICE));
        if (cpu.cycle !== before && cpu.cycle < limit && this.#canEnter()) continue;
        test = true;
      }
      if (cpu.cycle >= limit) break;
      const reason = stopping ? runner.run(cpu.cycle + 1, stops, test) : this.#interpret(limit);
      if (reason !== undefined) return reason;
      test = true;
    }
    return undefined;
  }

  #canEnter(): boolean {
    const { cpu, ram } = this.#parts;
    const { address, nextAddress } = cpu;
    // With the serial clock high the expander answers every read itself; only the reference core knows that.
    if (ram.sizeKib === 128 && (ram.control & SCLK) !== 0) return false;
    return this.#translator.blocks[address] !== 0 && nextAddress === ((address + 1) & 0xffff);
  }

  /** Makes translated code respect these breakpoints and watches. */
  #prepare({ breakpoints = NO_BARRIERS, watches }: Stops): void {
    if (watches !== this.#watches && watches !== undefined) markWatches(this.#watchFlags(), watches);
    if (watches === this.#watches && sameFlags(breakpoints, this.#barriers)) return;
    const watched = watches !== undefined && watches.length > 0;
    this.#watches = watches;
    this.#barriers = breakpoints.slice();
    this.#watched = watched;
    this.#forget();
    this.#romCopy.set(this.#parts.rom);
    breakpoints.forEach((flag, address) => {
      if (flag !== 0) this.#romCopy[address] = 0xffff;
    });
  }

  #forget(): void {
    this.#translator.reset(this.#barriers, this.#watched);
    this.#heat.fill(0);
  }

  #watchFlags(): Uint8Array {
    return this.#bytes.subarray(WATCH_FLAGS, WATCH_FLAGS + this.#parts.ram.bytes.length);
  }

  /** Runs the reference core to `limit` or to a translated address; at least one cycle. */
  #interpret(limit: number): undefined {
    const { cpu, reference } = this.#parts;
    const { blocks } = this.#translator;
    let landed = true;
    do {
      const neighbours = cpu.nextAddress === ((cpu.address + 1) & 0xffff);
      if (landed && neighbours && this.#warm(cpu.address)) break;
      reference.step();
      landed = !neighbours;
      if (blocks[cpu.address] !== 0 && this.#canEnter()) break;
    } while (cpu.cycle < limit);
    return undefined;
  }

  /** Counts a landing; true if the address has just been translated. */
  #warm(address: number): boolean {
    const heat = this.#heat[address]!;
    if (heat > this.#hot) return false;
    this.#heat[address] = heat + 1;
    return heat === this.#hot && this.#translate(address);
  }

  /** Translates a hot address and with it what is warm by now. */
  #translate(address: number): boolean {
    if (this.#translator.full) this.#forget();
    const addresses = [address];
    const warm = Math.max(1, this.#hot * WARM);
    this.#heat.forEach((heat, place) => {
      if (heat >= warm && heat <= this.#hot) addresses.push(place);
    });
    return this.#translator.translate(addresses) && this.#translator.blocks[address] !== 0;
  }

  /** Runs translated code from the present address for at most `cycles`. */
  #enter(cycles: number): void {
    const { cpu, ram, hash } = this.#parts;
    const cells = this.#cells;
    this.#end = cpu.cycle + cycles;
    cells.setInt32(CELL.out, cpu.out, true);
    cells.setInt32(CELL.outx, cpu.outx, true);
    cells.setInt32(CELL.log, LOG, true);
    cells.setInt32(CELL.bank, ((ram.control & 0xc0) << 9) - 0x8000, true);
    cells.setInt32(CELL.control, ram.control, true);
    cells.setBigUint64(CELL.hash, hash.value, true);
    this.#serialToCells();
    this.#translator.enter(cpu.ac, cpu.x, cpu.y, cycles, cpu.address);
    cpu.ac = cells.getInt32(CELL.ac, true);
    cpu.x = cells.getInt32(CELL.x, true);
    cpu.y = cells.getInt32(CELL.y, true);
    cpu.out = cells.getInt32(CELL.out, true);
    cpu.outx = cells.getInt32(CELL.outx, true);
    ram.control = cells.getInt32(CELL.control, true);
    const place = cells.getUint32(CELL.place, true);
    cpu.address = place & 0xffff;
    cpu.nextAddress = place >>> 16;
    cpu.cycle = this.#end - cells.getInt32(CELL.left, true);
    hash.value = cells.getBigUint64(CELL.hash, true);
    this.#serialFromCells();
    this.#drain();
  }

  #serialToCells(): void {
    const { serial, cpu } = this.#parts;
    const cells = this.#cells;
    cells.setInt32(CELL.in, cpu.in, true);
    cells.setInt32(CELL.shift, serial.shift, true);
    cells.setInt32(CELL.rise, serial.rise, true);
    cells.setInt32(CELL.forced, serial.forced === undefined ? 0 : 1, true);
    this.#bytes.set(serial.packet, PACKET);
    this.#bytes[PACKET + serial.packet.length] = 0xff;
  }

  #serialFromCells(): void {
    const { serial, cpu } = this.#parts;
    const cells = this.#cells;
    cpu.in = cells.getInt32(CELL.in, true);
    serial.in = cpu.in;
    serial.shift = cells.getInt32(CELL.shift, true);
    serial.rise = cells.getInt32(CELL.rise, true);
  }

  #vSyncFall(): void {
    this.#serialFromCells();
    this.#parts.serial.vSyncFall();
    this.#serialToCells();
  }

  /** Shows the monitor and the sound what happened at OUT since the log was empty. */
  #drain(): void {
    const { monitor, samples } = this.#parts;
    const words = this.#words;
    const end = this.#cells.getInt32(CELL.log, true) >> 2;
    for (let at = LOG >> 2; at < end; at += 2) {
      const left = words[at]!;
      const what = words[at + 1]!;
      if (left < 0) {
        monitor.burst(this.#end - (left & ~BURST_FLAG), this.#bytes, (at + 2) << 2, what);
        at += ((what + 7) >> 3) << 1;
        continue;
      }
      const value = what & 0xff;
      if ((value & ~monitor.state.out & OUT_HSYNC) !== 0) samples.add((what >> 8) & 0xff);
      monitor.change(this.#end - left, what >>> 16, value);
    }
    this.#cells.setInt32(CELL.log, LOG, true);
  }
}

function sameFlags(one: Uint8Array, other: Uint8Array): boolean {
  return one === other || one.every((flag, index) => (flag !== 0) === (other[index] !== 0));
}

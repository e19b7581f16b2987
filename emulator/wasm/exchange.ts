/**
 * What a machine hands over to translated code and takes back afterwards.
 *
 * Registers, the states of OUT and of the serial port, and the monitor's beam go through cells of the shared memory.
 * The edges of the sync signals, for monitor and sound, come back in a log. Moments in cells are cycles left to the end
 * of the slice.
 */
import { BACK_PORCH_CYCLES, HSYNC_CYCLES, OUT_HSYNC, type Ram, type CpuState } from '#isa';
import type { Cycle, FnvHash } from '#basics';
import type { QuietPlaces } from '../core/probe.ts';
import type { Monitor } from '../devices/monitor.ts';
import type { SampleBuffer } from '../devices/out-port.ts';
import type { SerialPort } from '../devices/input-devices.ts';
import { CELL, LOG, LONG_AGO, LOOP_CELLS, MOST_LOOPS, PACKET, UNKNOWN_TURNS } from './memory-layout.ts';

/** The parts of a machine whose state translated code changes. */
export interface ExchangedParts {
  readonly memory: WebAssembly.Memory;
  readonly cpu: CpuState;
  readonly ram: Ram;
  readonly serial: SerialPort;
  readonly monitor: Monitor;
  readonly samples: SampleBuffer;
  readonly hash: FnvHash;
}

export class Exchange {
  private readonly bytes: Uint8Array;
  private readonly cells: DataView;
  private readonly words: Int32Array;
  /** Whether the log had a fall of hSync whose rise is still to come. */
  private oddPulse = false;
  /** The cycle at which the present slice is used up. */
  private end: Cycle = 0;

  constructor(private readonly parts: ExchangedParts) {
    const { buffer } = parts.memory;
    this.bytes = new Uint8Array(buffer);
    this.cells = new DataView(buffer);
    this.words = new Int32Array(buffer);
  }

  /** Puts the machine's state into the cells, for a slice that ends at a cycle; AC, X and Y are passed by the call. */
  handOver(end: number): void {
    const { cpu, ram, hash } = this.parts;
    const cells = this.cells;
    this.end = end;
    cells.setInt32(CELL.out, cpu.out, true);
    cells.setInt32(CELL.outx, cpu.outx, true);
    cells.setInt32(CELL.log, LOG, true);
    cells.setInt32(CELL.bank, ((ram.control & 0xc0) << 9) - 0x8000, true);
    cells.setInt32(CELL.control, ram.control, true);
    hash.store(cells, CELL.hash);
    this.serialToCells();
    this.beamToCells();
  }

  /** Takes the state back as translated code left it, and passes on to monitor and sound what they have not seen. */
  takeBack(): void {
    const { cpu, ram, hash } = this.parts;
    const cells = this.cells;
    cpu.ac = cells.getInt32(CELL.ac, true);
    cpu.x = cells.getInt32(CELL.x, true);
    cpu.y = cells.getInt32(CELL.y, true);
    cpu.out = cells.getInt32(CELL.out, true);
    cpu.outx = cells.getInt32(CELL.outx, true);
    ram.control = cells.getInt32(CELL.control, true);
    const place = cells.getUint32(CELL.place, true);
    cpu.address = place & 0xffff;
    cpu.nextAddress = place >>> 16;
    cpu.cycle = this.end - cells.getInt32(CELL.left, true);
    hash.load(cells, CELL.hash);
    this.serialFromCells();
    this.drain();
    this.beamFromCells();
  }

  /** The cycle at which `left` cycles of the slice are left. */
  cycleWith(left: number): number {
    return this.end - left;
  }

  /** Gives translated code what is known about the countdown and loops of quiet places; where nothing is, they ask. */
  quietToCells(quiet: QuietPlaces | undefined): void {
    const words = this.words;
    const { due, left = false, leftFrom = -1 } = quiet?.countdown ?? {};
    const known = due === undefined ? LONG_AGO : this.near(due - this.end);
    words[CELL.due >> 2] = known;
    words[CELL.quiet >> 2] = left ? LONG_AGO : known;
    words[CELL.leftFrom >> 2] = leftFrom;
    this.deadlineToCell(quiet);
    for (const [index, { turns, backAt }] of quiet?.loops.slice(0, MOST_LOOPS).entries() ?? []) {
      words[(LOOP_CELLS >> 2) + 2 * index] = turns ?? UNKNOWN_TURNS;
      words[(LOOP_CELLS >> 2) + 2 * index + 1] = this.near(this.end - backAt);
    }
  }

  /** Only the deadline, which moves when vSync falls. */
  deadlineToCell(quiet: QuietPlaces | undefined): void {
    const after = (quiet?.countdown.deadline ?? Infinity) - this.end;
    this.words[CELL.deadline >> 2] = Math.max(-LONG_AGO, Math.min(LONG_AGO, after));
  }

  /** Takes it back as translated code left it; what is still unknown stays unchanged. */
  quietFromCells({ countdown, loops }: QuietPlaces): void {
    const words = this.words;
    this.parts.ram.control = this.cells.getInt32(CELL.control, true);
    const due = words[CELL.due >> 2]!;
    if (due !== LONG_AGO) {
      countdown.due = this.end + due;
      countdown.left = words[CELL.quiet >> 2] === LONG_AGO;
      const leftFrom = words[CELL.leftFrom >> 2]!;
      countdown.leftFrom = leftFrom < 0 ? undefined : leftFrom;
    }
    for (const [index, loop] of loops.slice(0, MOST_LOOPS).entries()) {
      const turns = words[(LOOP_CELLS >> 2) + 2 * index]!;
      const left = words[(LOOP_CELLS >> 2) + 2 * index + 1]!;
      loop.turns = turns < 0 ? undefined : turns;
      if (left !== LONG_AGO) loop.backAt = this.end - left;
    }
  }

  /** A number of cycles, or LONG_AGO if they are too many for a cell. */
  private near(cycles: number): number {
    return Math.abs(cycles) < LONG_AGO ? cycles : LONG_AGO;
  }

  /** Called by translated code when vSync falls: the serial port takes its next packet. */
  vSyncFall(): void {
    this.serialFromCells();
    this.parts.serial.vSyncFall();
    this.serialToCells();
  }

  /** Passes the log's sync edges on to monitor and sound; translated code calls this when the log is full. */
  drain(): void {
    const { monitor, samples } = this.parts;
    const words = this.words;
    const end = this.cells.getInt32(CELL.log, true) >> 2;
    for (let at = LOG >> 2; at < end; at += 2) {
      const left = words[at]!;
      const what = words[at + 1]!;
      const toggled = (what & 3) << 6;
      const cycle = this.end - left;
      if (toggled === OUT_HSYNC && (what & OUT_HSYNC) === 0) {
        // The fall of a pulse that is not 24 cycles; any other is known from its rise.
        this.oddPulse = true;
        if (left < LONG_AGO) monitor.state.hSyncFell = cycle;
        continue;
      }
      if ((toggled & what & OUT_HSYNC) !== 0) {
        if (!this.oddPulse) monitor.state.hSyncFell = cycle - HSYNC_CYCLES;
        this.oddPulse = false;
        samples.add((what >> 8) & 0xff);
      }
      monitor.sync(cycle, what >>> 16, toggled, what);
    }
    this.cells.setInt32(CELL.log, LOG, true);
  }

  private serialToCells(): void {
    const { serial, cpu } = this.parts;
    const cells = this.cells;
    cells.setInt32(CELL.in, cpu.in, true);
    cells.setInt32(CELL.shift, serial.shift, true);
    cells.setInt32(CELL.rise, serial.rise, true);
    cells.setInt32(CELL.forced, serial.forced === undefined ? 0 : 1, true);
    this.bytes.set(serial.packet, PACKET);
    this.bytes[PACKET + serial.packet.length] = 0xff;
  }

  private serialFromCells(): void {
    const { serial, cpu } = this.parts;
    const cells = this.cells;
    cpu.in = cells.getInt32(CELL.in, true);
    serial.in = cpu.in;
    serial.shift = cells.getInt32(CELL.shift, true);
    serial.rise = cells.getInt32(CELL.rise, true);
  }

  /** Gives translated code the monitor's beam; everything before it is painted. */
  private beamToCells(): void {
    const { monitor, cpu } = this.parts;
    const cells = this.cells;
    monitor.paintTo(cpu.cycle);
    const { row, hSyncRose, hSyncFell } = monitor.state;
    const leftAt = (cycle: number): number => Math.min(LONG_AGO, this.end - cycle);
    cells.setInt32(CELL.row, row, true);
    cells.setInt32(CELL.changed, leftAt(cpu.cycle), true);
    cells.setInt32(CELL.origin, leftAt(hSyncRose + BACK_PORCH_CYCLES), true);
    cells.setInt32(CELL.fell, leftAt(hSyncFell), true);
  }

  private beamFromCells(): void {
    const { monitor, cpu } = this.parts;
    const fell = this.cells.getInt32(CELL.fell, true);
    monitor.state.out = cpu.out;
    monitor.state.changed = this.end - this.cells.getInt32(CELL.changed, true);
    if (fell < LONG_AGO) monitor.state.hSyncFell = this.end - fell;
  }
}

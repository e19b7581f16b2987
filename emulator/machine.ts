/**
 * The machine: processor, memories and devices wired together; the only object that other code holds.
 *
 *     ROM ─▶ core ◀─▶ RAM          journal: every input and edit with its cycle
 *              │ OUT, AC            ▼
 *            OutPort ─▶ monitor    devices ─▶ serial port ─▶ IN
 *              └─▶ XOUT ─▶ LEDs, audio
 *
 * Deterministic: the same ROM, options and journal give the same state at every cycle. Whatever the hardware
 * leaves undefined is 0 here, and is reported in `notices`.
 */
import { fnv1a64, type Cycle, type Failure, type RamAddress, type RamIndex, type RomAddress } from '#basics';
import {
  CYCLES_PER_FRAME,
  CYCLES_PER_LINE,
  ROM_WORDS,
  type Notice,
  type RamKib,
  emptyProfile,
  type Profile,
  type RegisterName,
  type Registers,
} from '#isa';
import type { StopReason, Stops } from './core/stops.ts';
import { keyByte } from './devices/input-devices.ts';
import type { Monitor } from './devices/monitor.ts';
import { Input } from './input/input.ts';
import type { Journal, MachineEdit } from './input/journal.ts';
import { createParts, type MachineOptions, type MachineParts } from './machine-parts.ts';
import { loadState, saveState, type Snapshot } from './snapshot.ts';

export type { MachineOptions } from './machine-parts.ts';

/** Cycles to run at once while waiting for a fault: few at first, where the next may be near, then a few frames. */
const FIRST_FAULT_SLICE = 32 * CYCLES_PER_LINE;
const FAULT_SLICE = 4 * CYCLES_PER_FRAME;

/** A machine just after reset, cycle 0 about to execute. The ROM must have 65,536 words (see `loadRom`). */
export function createMachine(rom: Uint16Array, options: MachineOptions = {}): Machine {
  if (rom.length !== ROM_WORDS) throw new Error(`a machine needs a ROM of ${ROM_WORDS} words`);
  return new Machine(rom, options);
}

export class Machine {
  /** All of RAM, by index: on 32 KiB the address without bit 15. To be read; write through `writeRam`. */
  readonly ram: Uint8Array;
  readonly ramKib: RamKib;
  readonly input: Input;
  /** Everything that came from outside; for time travel. */
  readonly journal: Journal;
  private readonly parts: MachineParts;
  /** Number of edits by the user that a probe cannot have seen. */
  private edits = 0;

  /** Use {@link createMachine}. */
  constructor(
    readonly rom: Uint16Array,
    options: MachineOptions,
  ) {
    this.parts = createParts(rom, options);
    this.ram = this.parts.ram;
    this.ramKib = this.parts.memory.sizeKib;
    this.journal = this.parts.journal;
    this.parts.devices.onFrame = (frame) => this.journal.atFrame(frame).forEach((action) => this.carryOut(action));
    this.input = new Input(
      (edit) => this.edit(edit),
      this.journal,
      () => ({ cycle: this.cycle, frame: this.parts.serial.frame }),
    );
    this.leaveReset();
  }

  /** Cycles executed since power-on. */
  get cycle(): Cycle {
    return this.parts.cpu.cycle;
  }
  /** Address of the instruction that executes next. */
  get address(): RomAddress {
    return this.parts.cpu.address;
  }
  /** Address of the one after it; the hardware's PC. */
  get nextAddress(): RomAddress {
    return this.parts.cpu.nextAddress;
  }
  get registers(): Registers {
    const { ac, x, y, out, outx, in: input } = this.parts.cpu;
    return { ac, x, y, out, outx, in: input };
  }
  /** The monitor, painted up to the present cycle. */
  get monitor(): Monitor {
    this.parts.monitor.paintTo(this.cycle);
    return this.parts.monitor;
  }
  /** Four LEDs, bit 0 the leftmost, 1 lit. */
  get leds(): number {
    return this.parts.cpu.outx & 0x0f;
  }
  get control(): number {
    return this.parts.memory.control;
  }
  /** Undefined behaviour of the hardware that the program met, once each. */
  get notices(): readonly Notice[] {
    return this.parts.notices.all;
  }
  /** FNV-1a 64 of RAM, 16 hexadecimal digits. */
  get ramHash(): string {
    return fnv1a64(this.ram);
  }
  /** FNV-1a 64 of every new value of OUT from cycle 0 on, 16 hexadecimal digits. */
  get outHash(): string {
    return this.parts.outHash.toString();
  }

  /**
   * Executions and branches taken by ROM address since `startProfile`; undefined while nothing is counted. Cycles that
   * are executed twice (again from a snapshot, or to find a fault) count twice.
   */
  get profile(): Profile | undefined {
    this.parts.fast?.foldProfile();
    return this.parts.reference.profile;
  }

  /** Counts executions and branches taken, from zero. */
  startProfile(): void {
    this.setProfile(emptyProfile());
  }

  stopProfile(): void {
    this.setProfile(undefined);
  }

  /** Audio samples since the last call, 0..15 each, one per scan line; at most the last second. */
  takeAudio(): Uint8Array {
    return this.parts.samples.take();
  }

  /** The RAM index that an address (0..65535) reaches, given mirrors and banks. @param bank instead of the one shown */
  ramIndex(address: RamAddress, bank?: number): RamIndex {
    return this.parts.memory.indexOf(address, bank);
  }

  /** The byte at an address (0..65535) as the processor sees it, or would see it if the window showed `bank`. */
  readRam(address: RamAddress, bank?: number): number {
    return this.ram[this.ramIndex(address & 0xffff, bank)] ?? 0;
  }

  /** Edit by the user: sets a register to a value (its low eight bits). This causes no edge of OUT. */
  setRegister(name: RegisterName, value: number): void {
    this.edit({ kind: 'register', name, value: value & 0xff });
  }

  /** Edit by the user: the byte that {@link readRam} reads. */
  writeRam(address: RamAddress, value: number, bank?: number): void {
    this.edit({ kind: 'ram', address: this.ramIndex(address & 0xffff, bank), value: value & 0xff });
  }

  /** Edit by the user: which instruction executes next, and which after it. */
  setPosition(address: RomAddress, nextAddress = address + 1): void {
    this.edit({ kind: 'position', address: address & 0xffff, nextAddress: nextAddress & 0xffff });
  }

  step(): void {
    this.run(1);
  }

  /** Executes until `cycles` more have passed or a stop is hit; a stop never undoes a cycle. */
  run(cycles: number, stops: Stops = {}): StopReason {
    stops.probe?.begin(this.cycle, this.edits);
    const reason = this.runUntil(this.cycle + cycles, stops);
    stops.probe?.end(this.cycle);
    return reason;
  }

  private runUntil(end: number, stops: Stops): StopReason {
    let testFirst = false;
    while (this.cycle < end) {
      this.settle();
      const limit = Math.min(end, this.journal.nextCycle);
      const reason =
        stops.onFault === true
          ? this.runToFault(limit, stops, testFirst)
          : this.parts.core.run(limit, stops, testFirst);
      if (reason !== undefined) return reason;
      testFirst = true;
    }
    return { kind: 'cycles' };
  }

  /** Carries out what is due before the present cycle executes; `run` does this too. */
  settle(): void {
    for (let edit = this.journal.takeDue(this.cycle); edit; edit = this.journal.takeDue(this.cycle)) {
      this.carryOut(edit);
    }
  }

  snapshot(): Snapshot {
    this.parts.monitor.paintTo(this.cycle);
    return saveState(this.parts);
  }

  /** Returns to a snapshot of this machine. Errors: another version of the format, another size of RAM. */
  restore(snapshot: Snapshot): Failure | undefined {
    return loadState(snapshot, this.parts);
  }

  /**
   * Takes over a state that may come from another run of the same program. What came from outside until now is
   * forgotten; scripted input that is due later stays. Errors as {@link restore}.
   */
  adopt(snapshot: Snapshot): Failure | undefined {
    const problem = this.restore({ ...snapshot, journalPosition: 0 });
    if (problem !== undefined) return problem;
    this.journal.beginAt(this.cycle);
    this.parts.samples.take();
    this.edits++;
    return undefined;
  }

  /**
   * Runs until a fault shows: up to a few frames at a time at full speed. If there was a fault, the same cycles run
   * again in the reference core, which stops at its cycle.
   */
  private runToFault(limit: number, stops: Stops, testFirst: boolean): StopReason | undefined {
    const others = { ...stops, onFault: false };
    let test = testFirst;
    for (let slice = FIRST_FAULT_SLICE; this.cycle < limit; slice = Math.min(2 * slice, FAULT_SLICE)) {
      const start = this.snapshot();
      const samples = this.parts.samples.mark();
      const faults = this.parts.monitor.faultCount;
      const reason = this.parts.core.run(Math.min(limit, this.cycle + slice), others, test);
      if (this.parts.monitor.faultCount !== faults) {
        this.restore(start);
        this.parts.samples.back(samples);
        // The probe has already seen the cycles that now run again.
        stops.probe?.begin(this.cycle, ++this.edits);
        return this.parts.runner.run(limit, stops, test);
      }
      if (reason !== undefined) return reason;
      test = true;
    }
    return undefined;
  }

  private setProfile(profile: Profile | undefined): void {
    this.parts.reference.profile = profile;
    if (this.parts.fast !== undefined) this.parts.fast.profile = profile;
  }

  private edit(edit: MachineEdit): void {
    if (edit.kind === 'register' || edit.kind === 'ram' || edit.kind === 'position') this.edits++;
    this.journal.record(this.cycle, edit);
    this.carryOut(edit);
  }

  /** What an edit does to the machine, both the first time and when history repeats it. */
  private carryOut(edit: MachineEdit): void {
    const { cpu, ram, serial, devices } = this.parts;
    switch (edit.kind) {
      case 'register':
        this.putRegister(edit.name, edit.value);
        break;
      case 'ram':
        ram[edit.address] = edit.value;
        break;
      case 'position':
        cpu.address = edit.address;
        cpu.nextAddress = edit.nextAddress;
        break;
      case 'in':
        serial.force(edit.byte);
        cpu.in = edit.byte;
        break;
      case 'release':
        serial.force(undefined);
        break;
      case 'pad':
        devices.hold(edit.buttons);
        break;
      case 'controller':
        devices.controller = edit.type;
        break;
      case 'key':
        devices.queueKey(keyByte(edit.key)!);
        break;
      case 'packets':
        devices.queuePackets(edit.packets);
    }
  }

  /** A change of OUT by an edit is not an edge: the monitor takes the new value without judging it. */
  private putRegister(name: RegisterName, value: number): void {
    const { cpu, serial, monitor } = this.parts;
    if (name === 'out') {
      monitor.paintTo(cpu.cycle);
      monitor.state.out = value;
    }
    if (name === 'in') serial.in = value;
    cpu[name] = value;
  }

  /** While reset is held, the zeroed pipeline (`ld $00`) executes, then the word at 0; cycle 0 executes it again. */
  private leaveReset(): void {
    this.parts.cpu.ac = 0;
    this.parts.reference.step();
    this.parts.cpu.address = 0;
    this.parts.cpu.cycle = 0;
    this.parts.outHash.reset();
  }
}

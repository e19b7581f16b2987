/**
 * A ROM at work in the emulator, driven through a mailbox: cells that its debug information names. One is `command`,
 * which the ROM clears once it has carried out a command. It waits at the label `mainLoop`, or at another one.
 */
import { entryAddress, type RamAddress } from '#basics';
import type { DebugInfo, DebugTable } from '#assembler';
import { createMachine, DeclarationCheck } from '#emulator';
import type { Difference as FalseDeclaration, Machine, MachineOptions, StopReason, Stops, Probe } from '#emulator';
import { decode, ROM_WORDS } from '#isa';

/** In cycles; a ROM needs far fewer to start, or to carry out a short command. */
export const SHORT_LIMIT = 20_000_000;

const NOWHERE: Stops = {};

/** Names that a program needs to be driven. */
export interface NeededNames {
  /** Of declared tables and variables. */
  readonly cells: readonly string[];
  /** Of constants and labels. */
  readonly constants: readonly string[];
}

/** The first needed name that a program lacks; undefined if it has all. */
export function missingName({ tables, symbols }: DebugInfo, { cells, constants }: NeededNames): string | undefined {
  const declared = new Set(tables.map(({ name }) => name));
  const defined = new Set(symbols.map(({ name }) => name));
  return cells.find((name) => !declared.has(name)) ?? constants.find((name) => !defined.has(name));
}

/** One running ROM. Names are those of its sources; an unknown name is a bug in the caller, and throws. */
export class MailboxSession {
  readonly machine: Machine;
  protected readonly tables: ReadonlyMap<string, DebugTable>;
  /** Declarations that were false, since `checkDeclarations` was called. */
  readonly falseDeclarations: FalseDeclaration[] = [];
  private readonly symbols: ReadonlyMap<string, number>;
  private readonly declarations: DebugInfo['declarations'];
  private readonly mainLoop = { breakpoints: new Uint8Array(ROM_WORDS) };
  private check: DeclarationCheck | undefined;
  /** Stops with the check added, kept because the machine does not examine objects again that it has met. */
  private withCheck = new WeakMap<Stops, Stops>();
  /** Observes everything that runs, unless declarations are checked; it must not stop a run. */
  probe: Probe | undefined;

  constructor(
    private readonly image: Uint16Array,
    debugInfo: DebugInfo,
    options: MachineOptions = {},
    /** The label at which the ROM waits for a command. */
    mainLoop = 'mainLoop',
  ) {
    this.machine = createMachine(image, { ramKib: debugInfo.ramKib, ...options });
    this.declarations = debugInfo.declarations;
    this.tables = new Map(debugInfo.tables.map((table) => [table.name, table]));
    this.symbols = new Map(debugInfo.symbols.map(({ name, value }) => [name, value]));
    this.mainLoop.breakpoints[this.symbol(mainLoop)] = 1;
  }

  /** Compares everything that runs from now on with what the sources declare; see {@link falseDeclarations}. */
  checkDeclarations(): void {
    this.check = new DeclarationCheck(this.declarations, this.machine);
    this.withCheck = new WeakMap();
  }

  /** Value of a constant, address of a label. */
  symbol(name: string): number {
    const value = this.symbols.get(name);
    if (value === undefined) throw new Error(`the program has no symbol ${name}`);
    return value;
  }

  /** An entry of a `.lookup` table: the byte that its instruction loads. */
  lookup(name: string, index: number): number {
    return decode(this.image[this.symbol(name) + index]!).operand;
  }

  /** RAM address of an entry of a declared table or variable; without an index, of its first entry. */
  address(name: string, index?: number): RamAddress {
    const table = this.table(name);
    return entryAddress(table, index ?? table.first);
  }

  /** The byte of such an entry, or the first of its bytes. */
  read(name: string, index?: number): number {
    return this.machine.readRam(this.address(name, index));
  }

  /** Writes such a byte from outside; the machine's journal records it. */
  write(name: string, value: number, index?: number): void {
    this.machine.writeRam(this.address(name, index), value);
  }

  /** `count` bytes from the first of a table on. */
  readBytes(name: string, count: number): number[] {
    const address = this.address(name);
    return Array.from({ length: count }, (_, offset) => this.machine.readRam(address + offset));
  }

  /** Writes bytes from the first of a table on. */
  writeBytes(name: string, bytes: readonly number[]): void {
    const address = this.address(name);
    bytes.forEach((byte, offset) => this.machine.writeRam(address + offset, byte));
  }

  /** All bytes of a declared variable as one number, lowest first. */
  readNumber(name: string): number {
    const { first, last } = this.table(name);
    let number = 0;
    for (let index = last; index >= first; index--) number = 256 * number + this.read(name, index);
    return number;
  }

  /** Writes a number into all bytes of a declared variable, lowest first; if too large, the largest that fits. */
  writeNumber(name: string, value: number): void {
    const { first, last } = this.table(name);
    let rest = Math.min(value, 256 ** (last - first + 1) - 1);
    for (let index = first; index <= last; index++, rest = Math.floor(rest / 256)) this.write(name, rest % 256, index);
  }

  /** Leaves counted by the last command, 32 bits. */
  nodes(): number {
    return this.readNumber('nodes');
  }

  /** Forgets earlier input, which only going back in time needs, so that a long session does not fill memory. */
  forgetPast(): void {
    this.machine.journal.beginAt(this.machine.cycle);
  }

  /** Runs like the machine; a false declaration is noted and does not stop the run. */
  run(cycles: number, stops: Stops = NOWHERE): StopReason {
    const { machine, check } = this;
    if (check === undefined)
      return machine.run(cycles, this.probe === undefined ? stops : { ...stops, probe: this.probe });
    const all = this.withCheck.get(stops) ?? { ...stops, probe: check };
    this.withCheck.set(stops, all);
    const end = machine.cycle + cycles;
    for (;;) {
      const reason = machine.run(end - machine.cycle, all);
      if (reason.kind !== 'probe') return reason;
      if (check.difference !== undefined) this.falseDeclarations.push(check.difference);
    }
  }

  /** Runs at most `cycles`, and stops earlier if the ROM waits for a command. */
  runToMainLoop(cycles: number): StopReason {
    return this.run(cycles, this.mainLoop);
  }

  /** Runs until the ROM waits for a command: after power-on, or after one was carried out; false if it never does. */
  runUntilReady(limit = SHORT_LIMIT): boolean {
    const end = this.machine.cycle + limit;
    while (this.machine.cycle < end) {
      const reason = this.runToMainLoop(end - this.machine.cycle);
      if (reason.kind === 'breakpoint') return true;
      if (reason.kind !== 'cycles') return false;
    }
    return false;
  }

  /** Gives a command, which the ROM carries out as it runs. */
  begin(name: string): void {
    this.write('command', this.symbol(name));
  }

  /** Gives a command and runs until the ROM has carried it out and waits; false if it has not within `limit` cycles. */
  command(name: string, limit: number): boolean {
    this.begin(name);
    const end = this.machine.cycle + limit;
    while (this.machine.cycle < end) {
      if (!this.runUntilReady(end - this.machine.cycle)) return false;
      if (this.read('command') === 0) return true;
    }
    return false;
  }

  private table(name: string): DebugTable {
    const table = this.tables.get(name);
    if (table === undefined) throw new Error(`the program has no table ${name}`);
    return table;
  }
}

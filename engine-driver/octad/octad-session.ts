/**
 * The Octad ROM at work in the emulator, driven through its mailbox.
 *
 * Known of the ROM are names in its debug information: the state of 74 bytes, the side to move, the command and
 * what it answers. Everything else is the ROM's own business.
 */
import { failure, type Failure } from '#basics';
import { entryAddress, type Assembly, type DebugInfo } from '#assembler';
import { octadStateBytes, type OctadPosition } from '#chess';
import { createMachine, type Machine } from '#emulator';

/** Names without which a program cannot be driven. */
const CELLS = ['octad', 'octadSide', 'command', 'status', 'perftDepth', 'nodes'];
const CONSTANTS = ['mainLoop', 'COMMAND_PERFT', 'STATUS_DONE', 'MOST_PLIES'];
/** The ROM comes up long before this many cycles. */
const START_LIMIT = 20_000_000;

export class OctadSession {
  readonly machine: Machine;
  private readonly addresses: ReadonlyMap<string, number>;
  private readonly symbols: ReadonlyMap<string, number>;
  private readonly breakpoints = new Uint8Array(0x10000);

  constructor(image: Uint16Array, { tables, symbols }: DebugInfo) {
    this.machine = createMachine(image, { seed: 1 });
    this.addresses = new Map(tables.map((table) => [table.name, entryAddress(table, table.first)]));
    this.symbols = new Map(symbols.map(({ name, value }) => [name, value]));
    this.breakpoints[this.symbol('mainLoop')] = 1;
  }

  /** Value of a constant, address of a label. */
  symbol(name: string): number {
    const value = this.symbols.get(name);
    if (value === undefined) throw new Error(`the program has no symbol ${name}`);
    return value;
  }

  /** The byte of a variable, or one after it. */
  read(name: string, offset = 0): number {
    const { machine } = this;
    return machine.ram[machine.ramIndex(this.address(name) + offset)] ?? 0;
  }

  write(name: string, ...bytes: readonly number[]): void {
    bytes.forEach((byte, offset) => this.machine.writeRam(this.address(name) + offset, byte));
  }

  /** Puts a position into the mailbox. */
  setUp(position: OctadPosition): void {
    this.write('octad', ...octadStateBytes(position));
    this.write('octadSide', position.sideToMove === 'black' ? 1 : 0);
  }

  /** Runs until the program waits for a command; false if it does not within `limit` cycles. */
  runUntilReady(limit = START_LIMIT): boolean {
    return this.machine.run(limit, { breakpoints: this.breakpoints }).kind === 'breakpoint';
  }

  /** Gives a command and runs until it is done; false if it is not within `limit` cycles. */
  command(name: string, limit: number): boolean {
    this.write('command', this.symbol(name));
    const end = this.machine.cycle + limit;
    while (this.machine.cycle < end) {
      if (!this.runUntilReady(end - this.machine.cycle)) return false;
      if (this.read('command') === 0) return true;
    }
    return false;
  }

  /** Leaves counted by the last command, 32 bits. */
  nodes(): number {
    return [3, 2, 1, 0].reduce((sum, offset) => 256 * sum + this.read('nodes', offset), 0);
  }

  private address(name: string): number {
    const address = this.addresses.get(name);
    if (address === undefined) throw new Error(`the program has no ${name}`);
    return address;
  }
}

/** A session that has come up, or one sentence why it has not: the program may be no Octad computer at all. */
export function bootOctad({ image, debugInfo }: Pick<Assembly, 'image' | 'debugInfo'>): OctadSession | Failure {
  const known = new Set([...debugInfo.tables, ...debugInfo.symbols].map(({ name }) => name));
  const missing = [...CELLS, ...CONSTANTS].find((name) => !known.has(name));
  if (missing !== undefined) return failure(`the program is no Octad computer: it has no ${missing}`);
  const session = new OctadSession(image, debugInfo);
  return session.runUntilReady() ? session : failure('the Octad computer does not come up');
}

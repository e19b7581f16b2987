/** The routines of samples/bitboards/ and their naive forms in the emulator, called through their mailboxes. */
import { entryAddress } from '#basics';
import { assemble, type Assembly, type DebugTable } from '#assembler';
import { BITBOARD_64, boardFromBytes, bytesOfBoard } from '#chess';
import { createMachine, type Machine } from '#emulator';
import { folderHost } from '../assembler/hosts.ts';
import { IN_ROWS, type Operands, type Outcome } from './models.ts';

/** Longer than any routine takes, including the picture. */
const LIMIT = 1_000_000;

export function bitboardsAssembly(main: 'main.gtasm' | 'naive/main.gtasm' = 'main.gtasm'): Assembly {
  return assemble(main, folderHost('samples/bitboards'), { check: false });
}

/** How to make a program run a routine. */
interface Mailbox {
  /** Label at which it waits for a command. */
  readonly waits: string;
  /** Bytes to write for a routine, in this order. */
  readonly order: (routine: string, symbol: (name: string) => number) => readonly (readonly [string, number])[];
}

/** The show has a number for each routine. */
export const LIBRARY: Mailbox = {
  waits: 'waitForButton',
  order: (routine, symbol) => [['command', symbol(routine.replace('bits', 'CALL_').toUpperCase())]],
};

/** The naive forms are called by their address. */
export const NAIVE: Mailbox = {
  waits: 'done.wait',
  order: (routine, symbol) => {
    const address = symbol(naiveName(routine));
    return [
      ['routine', address & 0xff],
      ['command', address >> 8],
    ];
  },
};

/** `naiveAnd` for `bitsAnd`. */
export function naiveName(routine: string): string {
  return routine.replace('bits', 'naive');
}

export class BitsMachine {
  readonly machine: Machine;
  private readonly tables: ReadonlyMap<string, DebugTable>;
  private readonly symbols: ReadonlyMap<string, number>;
  /** Where the board of the row begins, in its page. */
  private rowOffset = 0;
  /** One breakpoint each, by label. */
  private readonly stops = new Map<string, Uint8Array>();

  constructor(
    { image, debugInfo }: Pick<Assembly, 'image' | 'debugInfo'>,
    private readonly mailbox: Mailbox,
  ) {
    this.machine = createMachine(image, { seed: 1 });
    this.tables = new Map(debugInfo.tables.map((table) => [table.name, table]));
    this.symbols = new Map(debugInfo.symbols.map(({ name, value }) => [name, value]));
    this.runTo(mailbox.waits);
  }

  /** Writes the operands, and calls a routine by its name in the library, such as `bitsAnd`. */
  call(routine: string, operands: Operands): void {
    this.order(routine, operands);
    do this.runTo(this.mailbox.waits);
    while (this.read('command') !== 0);
  }

  /** Calls a naive form; its cycles from its first word to the caller's next one. */
  naiveCycles(routine: string, operands: Operands): number {
    this.order(routine, operands);
    this.runTo(naiveName(routine));
    const start = this.machine.cycle;
    this.runTo('done');
    const end = this.machine.cycle;
    this.runTo(this.mailbox.waits);
    return end - start;
  }

  /** The results of the last routine, where the model has results. */
  left(expected: Outcome): Outcome {
    if ('row' in expected) return { row: this.boardAt(this.address('boards') + this.rowOffset) };
    if ('b' in expected) return { b: this.board('bitsB') };
    if ('c' in expected) return { c: this.board('bitsC') };
    if ('a' in expected) return { a: this.board('bitsA') };
    return 'number' in expected ? { number: this.read('bitsNumber') } : { isSet: this.read('bitsByte') !== 0 };
  }

  private order(routine: string, { a, b, number }: Operands): void {
    const bytesOf = (board: bigint): number[] => bytesOfBoard(BITBOARD_64, board, 'lowest-first');
    this.write('bitsA', ...bytesOf(a));
    this.write('bitsB', ...bytesOf(b));
    this.write('bitsNumber', number);
    if (IN_ROWS.includes(routine)) {
      this.rowOffset = number;
      this.write('bitsC', ...bytesOf(a));
      this.write('bitsRow', this.address('boards') >> 8);
      bytesOf(b).forEach((byte, offset) => this.machine.writeRam(this.address('boards') + number + offset, byte));
      if (routine === 'bitsFetchB') this.write('bitsB', ...bytesOf(a));
    }
    for (const [name, byte] of this.mailbox.order(routine, (name) => this.symbol(name))) this.write(name, byte);
  }

  private symbol(name: string): number {
    const value = this.symbols.get(name);
    if (value === undefined) throw new Error(`there is no ${name}`);
    return value;
  }

  private address(name: string): number {
    const table = this.tables.get(name);
    if (!table) throw new Error(`there is no ${name}`);
    return entryAddress(table, table.first);
  }

  private read(name: string): number {
    return this.machine.ram[this.address(name)] ?? 0;
  }

  private board(name: string): bigint {
    return this.boardAt(this.address(name));
  }

  private boardAt(start: number): bigint {
    return boardFromBytes(BITBOARD_64, this.machine.ram.subarray(start, start + 8), 'lowest-first');
  }

  private write(name: string, ...bytes: readonly number[]): void {
    bytes.forEach((byte, offset) => this.machine.writeRam(this.address(name) + offset, byte));
  }

  private runTo(label: string): void {
    const breakpoints = this.stops.get(label) ?? new Uint8Array(0x10000);
    breakpoints[this.symbol(label)] = 1;
    this.stops.set(label, breakpoints);
    const { kind } = this.machine.run(LIMIT, { breakpoints });
    if (kind !== 'breakpoint') throw new Error(`the program does not come to ${label}`);
  }
}

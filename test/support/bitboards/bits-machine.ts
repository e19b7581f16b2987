/** The show of samples/bitboards/ in the emulator; its routines are called through its mailbox. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { failure } from '#basics';
import { assemble, entryAddress, type Assembly, type DebugTable } from '#assembler';
import { BITBOARD_64, boardFromBytes, bytesOfBoard } from '#chess';
import { createMachine, type Machine } from '#emulator';
import type { Operands } from './models.ts';

const FOLDER = join(import.meta.dirname, '../../../samples/bitboards');
/** Longer than any routine takes, with the picture between. */
const LIMIT = 1_000_000;

/** The program's assembly. */
export function bitboardsAssembly(): Assembly {
  const read = (path: string): { text: string } | ReturnType<typeof failure> => {
    try {
      return { text: readFileSync(join(FOLDER, path), 'utf8') };
    } catch {
      return failure('no such file');
    }
  };
  return assemble('main.gtasm', { read }, { check: false });
}

export class BitsMachine {
  readonly machine: Machine;
  private readonly tables: ReadonlyMap<string, DebugTable>;
  private readonly symbols: ReadonlyMap<string, number>;
  private readonly breakpoints = new Uint8Array(0x10000);

  constructor({ image, debugInfo }: Pick<Assembly, 'image' | 'debugInfo'>) {
    this.machine = createMachine(image, { seed: 1 });
    this.tables = new Map(debugInfo.tables.map((table) => [table.name, table]));
    this.symbols = new Map(debugInfo.symbols.map(({ name, value }) => [name, value]));
    this.breakpoints[this.symbol('waitForButton')] = 1;
    this.runToWait();
  }

  /** Value of a constant, address of a label. */
  symbol(name: string): number {
    const value = this.symbols.get(name);
    if (value === undefined) throw new Error(`there is no ${name}`);
    return value;
  }

  /** The byte of a variable. */
  read(name: string): number {
    return this.machine.ram[this.address(name)] ?? 0;
  }

  board(name: string): bigint {
    const start = this.address(name);
    return boardFromBytes(BITBOARD_64, this.machine.ram.subarray(start, start + 8), 'lowest-first');
  }

  /** Gives the operands, and has a routine called by its name, such as `bitsAnd`. */
  call(routine: string, { a, b, number }: Operands): void {
    this.write('bitsA', ...bytesOfBoard(BITBOARD_64, a, 'lowest-first'));
    this.write('bitsB', ...bytesOfBoard(BITBOARD_64, b, 'lowest-first'));
    this.write('bitsNumber', number);
    this.write('command', this.symbol(routine.replace('bits', 'CALL_').toUpperCase()));
    do this.runToWait();
    while (this.read('command') !== 0);
  }

  private address(name: string): number {
    const table = this.tables.get(name);
    if (!table) throw new Error(`there is no ${name}`);
    return entryAddress(table, table.first);
  }

  private write(name: string, ...bytes: readonly number[]): void {
    bytes.forEach((byte, offset) => this.machine.writeRam(this.address(name) + offset, byte));
  }

  private runToWait(): void {
    const { kind } = this.machine.run(LIMIT, { breakpoints: this.breakpoints });
    if (kind !== 'breakpoint') throw new Error('the program does not wait for a button');
  }
}

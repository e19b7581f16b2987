/**
 * The engine ROM at work in the emulator, driven through its mailbox.
 *
 * The only things known of the ROM are names that its debug information must hold: the position buffer,
 * the mailbox and the constants of the commands. Everything else is the engine's own business.
 */
import { entryAddress, type DebugInfo, type DebugTable } from '#assembler';
import type { PlainKind, PlainPosition } from '#chess';
import {
  createMachine,
  DeclarationCheck,
  type Difference as FalseDeclaration,
  type Machine,
  type MachineOptions,
  type StopReason,
  type Stops,
} from '#emulator';
import { hexByte } from '#isa';

/** The ROM answers a command of the set-up kind long before this many cycles. */
const SET_UP_LIMIT = 20_000_000;

/** Codes of the position buffer; black's are one more. */
const CODES: Readonly<Record<PlainKind, string>> = {
  king: 'CODE_KING',
  queen: 'CODE_QUEEN',
  rook: 'CODE_ROOK',
  bishop: 'CODE_BISHOP',
  knight: 'CODE_KNIGHT',
  pawn: 'CODE_PAWN',
};

/** Why the ROM refused a position, by the name of the status in its sources. */
const REFUSALS: Readonly<Record<string, string>> = {
  STATUS_KINGS: 'Each side must have exactly one king.',
  STATUS_SLOTS:
    'The position has more promoted pieces of one side than the engine has slots for (3 sliders, 2 knights).',
  STATUS_PAWNS: 'A side has more than eight pawns, or a pawn stands on the first or last rank.',
  STATUS_CODE: 'The position buffer holds a byte that is no piece.',
  STATUS_OVERFLOW:
    'The search met more promoted pieces of one side than the engine has slots for (3 sliders, 2 knights).',
  STATUS_CHECK: 'The side that is not to move is in check.',
  STATUS_DEPTH: 'The depth must be 1 to 32 plies.',
  STATUS_VERIFY: 'A table differs from the one made from scratch',
  STATUS_UNKNOWN: 'The engine does not know the command.',
};

/** Names without which a program cannot be driven; the commands' constants are beside them. */
const TABLES = ['position', 'positionSide', 'positionCastling', 'positionPassant', 'positionQuiet'];
const CELLS = ['command', 'status', 'perftDepth', 'nodes'];
const CONSTANTS = ['mainLoop', 'COMMAND_SET_UP', 'COMMAND_PERFT', 'A1', 'FILE', 'RANK', ...Object.values(CODES)];

/** The first name that a program lacks to be driven as an engine; undefined if it has all. */
export function missingName({ tables, symbols }: DebugInfo): string | undefined {
  const declared = new Set(tables.map(({ name }) => name));
  const defined = new Set(symbols.map(({ name }) => name));
  return (
    [...TABLES, ...CELLS].find((name) => !declared.has(name)) ??
    [...CONSTANTS, ...Object.keys(REFUSALS)].find((name) => !defined.has(name))
  );
}

/** Why a command was not carried out: the status's name in the engine's sources, and one sentence. */
export type Refusal = { readonly code: string; readonly message: string };

/** A byte of a table that is not what it must be; a build with VERIFY stops at the first one. */
export interface Difference {
  readonly table: string;
  /** A square's or a piece's number, as the table is indexed. */
  readonly index: number;
  readonly expected: number;
  readonly found: number;
}

/** One running engine. Names are those of the engine's sources; an unknown one is a bug of the caller. */
export class EngineSession {
  readonly machine: Machine;
  private readonly tables: ReadonlyMap<string, DebugTable>;
  private readonly symbols: ReadonlyMap<string, number>;
  private readonly declarations: DebugInfo['declarations'];
  /** What was not as declared, since somebody has asked for it. */
  readonly falseDeclarations: FalseDeclaration[] = [];
  private check: DeclarationCheck | undefined;

  constructor(image: Uint16Array, debugInfo: DebugInfo, options: MachineOptions = {}) {
    this.machine = createMachine(image, options);
    this.declarations = debugInfo.declarations;
    this.tables = new Map(debugInfo.tables.map((table) => [table.name, table]));
    this.symbols = new Map(debugInfo.symbols.map((symbol) => [symbol.name, symbol.value]));
  }

  /** Compares all that runs from now on with what the sources declare; see {@link falseDeclarations}. */
  checkDeclarations(): void {
    this.check = new DeclarationCheck(this.declarations, this.machine);
  }

  /** Value of a constant, address of a label. */
  symbol(name: string): number {
    const value = this.symbols.get(name);
    if (value === undefined) throw new Error(`the engine has no symbol ${name}`);
    return value;
  }

  private table(name: string): DebugTable {
    const table = this.tables.get(name);
    if (table === undefined) throw new Error(`the engine has no table ${name}`);
    return table;
  }

  /** RAM address of an entry of a declared table or variable. */
  address(name: string, index?: number): number {
    const table = this.table(name);
    return entryAddress(table, index ?? table.first);
  }

  /** The byte of an entry of a declared table, of the first one without an index. */
  read(name: string, index?: number): number {
    return this.machine.ram[this.machine.ramIndex(this.address(name, index))]!;
  }

  /** Writes such a byte, as from outside: the machine's journal keeps it. */
  write(name: string, value: number, index?: number): void {
    this.machine.writeRam(this.address(name, index), value);
  }

  /** All bytes of a declared variable as one number, lowest first. */
  readNumber(name: string): number {
    const { first, last } = this.table(name);
    let number = 0;
    for (let index = last; index >= first; index--) number = 256 * number + this.read(name, index);
    return number;
  }

  /** Writes a number into all bytes of a declared variable, lowest first; one that is too large becomes the largest. */
  writeNumber(name: string, value: number): void {
    const { first, last } = this.table(name);
    let rest = Math.min(value, 256 ** (last - first + 1) - 1);
    for (let index = first; index <= last; index++, rest = Math.floor(rest / 256)) this.write(name, rest % 256, index);
  }

  /** Leaves counted by the last command: 32 bits, lowest byte first. */
  nodes(): number {
    return this.readNumber('nodes');
  }

  /** Runs as the machine does; a false declaration is noted, and does not stop it. */
  run(cycles: number, stops: Stops = {}): StopReason {
    const { machine } = this;
    const check = this.check;
    if (check === undefined) return machine.run(cycles, stops);
    const all = { ...stops, probe: check };
    const end = machine.cycle + cycles;
    for (;;) {
      const reason = machine.run(end - machine.cycle, all);
      if (reason.kind !== 'probe') return reason;
      if (check.difference !== undefined) this.falseDeclarations.push(check.difference);
    }
  }

  /** Runs until the engine waits for a command: after power-on, or after one was carried out. */
  runUntilReady(limit = SET_UP_LIMIT): boolean {
    const breakpoints = new Uint8Array(0x10000);
    breakpoints[this.symbol('mainLoop')] = 1;
    const end = this.machine.cycle + limit;
    while (this.machine.cycle < end) {
      const reason = this.run(end - this.machine.cycle, { breakpoints });
      if (reason.kind === 'breakpoint') return true;
      if (reason.kind !== 'cycles') return false;
    }
    return false;
  }

  /** Gives a command and runs until the engine, done with it, waits for the next; false if it is not within `limit` cycles. */
  command(name: string, limit: number): boolean {
    this.write('command', this.symbol(name));
    const end = this.machine.cycle + limit;
    while (this.machine.cycle < end) {
      if (!this.runUntilReady(end - this.machine.cycle)) return false;
      if (this.read('command') === 0) return true;
    }
    return false;
  }

  /** Writes a position into the buffer and has all tables built. Undefined: done; else why not. */
  setUp(position: PlainPosition): Refusal | undefined {
    for (const [index, piece] of position.squares.entries()) {
      const code = piece === null ? 0 : this.symbol(CODES[piece.kind]) + (piece.side === 'black' ? 1 : 0);
      this.write('position', code, index);
    }
    this.write('positionSide', position.sideToMove === 'black' ? 1 : 0);
    const rights = [...'KQkq'].reduce((sum, right, bit) => sum | (position.castling.includes(right) ? 1 << bit : 0), 0);
    this.write('positionCastling', rights);
    this.write('positionQuiet', Math.min(position.halfmoveClock, 0xff));
    this.write('positionPassant', position.enPassant === null ? 0 : this.square(position.enPassant));
    if (!this.command('COMMAND_SET_UP', SET_UP_LIMIT))
      return { code: 'STATUS_SILENT', message: 'The engine does not answer.' };
    return this.refusal();
  }

  /** The engine's number of a square such as `e4`. */
  square(name: string): number {
    const file = name.charCodeAt(0) - 'a'.charCodeAt(0);
    return this.symbol('A1') + file * this.symbol('FILE') + (Number(name.charAt(1)) - 1) * this.symbol('RANK');
  }

  /** What the status says about the last command, if it was refused. */
  refusal(): Refusal | undefined {
    const status = this.read('status');
    if (status < 0x80) return undefined;
    const found = Object.entries(REFUSALS).find(([code]) => this.symbol(code) === status);
    if (found === undefined) return { code: 'STATUS', message: `The engine answered with status ${status}.` };
    const [code, message] = found;
    const difference = this.difference();
    return { code, message: difference === undefined ? message : `${message}: ${inWords(difference)}.` };
  }

  /** What stopped the search of a build with VERIFY; undefined if nothing did, or in another build. */
  difference(): Difference | undefined {
    if (!this.tables.has('verifyColumn') || this.read('status') !== this.symbol('STATUS_VERIFY')) return undefined;
    const column = this.read('verifyColumn');
    const columns = [...this.tables.values()].filter(({ layout }) => layout === 'column');
    return {
      table: columns.find(({ address }) => (address & 0xff) === column)?.name ?? hexByte(column),
      index: this.read('verifyIndex'),
      expected: this.read('verifyExpected'),
      found: this.read('verifyFound'),
    };
  }
}

function inWords({ table, index, expected, found }: Difference): string {
  return `${table} of ${hexByte(index)} is ${hexByte(found)} instead of ${hexByte(expected)}`;
}

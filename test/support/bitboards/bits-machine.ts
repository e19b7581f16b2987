/** The routines of samples/bitboards/ and their naive forms in the emulator, called through their mailboxes. */
import { assemble, type Assembly } from '#assembler';
import { BITBOARD_64, boardFromBytes, bytesOfBoard } from '#chess';
import { breakpointsAt } from '#emulator';
import { MailboxSession } from '../../../engine-driver/mailbox-session.ts';
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
function naiveName(routine: string): string {
  return routine.replace('bits', 'naive');
}

export class BitsMachine extends MailboxSession {
  /** Offset in its page of the board in a row. */
  private rowOffset = 0;

  constructor(
    { image, debugInfo }: Pick<Assembly, 'image' | 'debugInfo'>,
    private readonly mailbox: Mailbox,
  ) {
    super(image, debugInfo, { seed: 1 }, mailbox.waits);
    this.runTo(mailbox.waits);
  }

  /** Writes the operands, and calls a routine by its name in the library, such as `bitsAnd`. */
  call(routine: string, operands: Operands): void {
    this.order(routine, operands);
    do if (!this.runUntilReady(LIMIT)) throw new Error(`${routine} does not end`);
    while (this.read('command') !== 0);
    this.forgetPast();
  }

  /** Calls a naive form; returns its cycles, from its first word to the caller's next one. */
  naiveCycles(routine: string, operands: Operands): number {
    this.order(routine, operands);
    this.runTo(naiveName(routine));
    const start = this.machine.cycle;
    this.runTo('done');
    const end = this.machine.cycle;
    this.runTo(this.mailbox.waits);
    return end - start;
  }

  /** The results of the last routine, those that the model has. */
  left(expected: Outcome): Outcome {
    if ('row' in expected) return { row: this.boardAt(this.address('boards') + this.rowOffset) };
    if ('b' in expected) return { b: this.boardAt(this.address('bitsB')) };
    if ('c' in expected) return { c: this.boardAt(this.address('bitsC')) };
    if ('a' in expected) return { a: this.boardAt(this.address('bitsA')) };
    return 'number' in expected ? { number: this.read('bitsNumber') } : { isSet: this.read('bitsByte') !== 0 };
  }

  private order(routine: string, { a, b, number }: Operands): void {
    const bytesOf = (board: bigint): number[] => bytesOfBoard(BITBOARD_64, board, 'lowest-first');
    this.writeBytes('bitsA', bytesOf(a));
    this.writeBytes('bitsB', bytesOf(b));
    this.write('bitsNumber', number);
    if (IN_ROWS.includes(routine)) {
      this.rowOffset = number;
      this.writeBytes('bitsC', bytesOf(a));
      this.write('bitsRow', this.address('boards') >> 8);
      bytesOf(b).forEach((byte, offset) => this.machine.writeRam(this.address('boards') + number + offset, byte));
      if (routine === 'bitsFetchB') this.writeBytes('bitsB', bytesOf(a));
    }
    for (const [name, byte] of this.mailbox.order(routine, (name) => this.symbol(name))) this.write(name, byte);
  }

  private boardAt(start: number): bigint {
    return boardFromBytes(BITBOARD_64, this.machine.ram.subarray(start, start + 8), 'lowest-first');
  }

  private runTo(label: string): void {
    const { kind } = this.run(LIMIT, { breakpoints: breakpointsAt(this.symbol(label)) });
    if (kind !== 'breakpoint') throw new Error(`the program does not come to ${label}`);
  }
}

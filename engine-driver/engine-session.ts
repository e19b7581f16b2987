/**
 * The engine ROM at work in the emulator.
 *
 * All that is known about the ROM is a few names that its debug information must contain: the position buffer,
 * the mailbox and the constants of the commands. Everything else is up to the engine.
 */
import { Failure, squareNumber, words, type SquareNumber } from '#basics';
import type { PlainKind, PlainPosition } from '#chess';
import { hexByte } from '#isa';
import { MailboxSession, SHORT_LIMIT, type NeededNames } from './mailbox-session.ts';

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
  STATUS_PAWNS: 'A side has more than eight pawns, or a pawn is on the first or last rank.',
  STATUS_CODE: 'The position buffer holds a byte that is not a piece.',
  STATUS_OVERFLOW:
    'The search met more promoted pieces of one side than the engine has slots for (3 sliders, 2 knights).',
  STATUS_CHECK: 'The side not to move is in check.',
  STATUS_DEPTH: 'The depth must be 1 to 32 plies.',
  STATUS_VERIFY: 'A table differs from the one made from scratch',
  STATUS_UNKNOWN: 'The engine does not know the command.',
};

/** Names that a program needs to be driven as an engine. */
export const ENGINE_NAMES: NeededNames = {
  cells: words(
    'position positionSide positionCastling positionPassant positionQuiet command status perftDepth nodes',
    'darkBoard',
  ),
  constants: [
    ...words('mainLoop COMMAND_SET_UP COMMAND_PERFT A1 FILE RANK'),
    ...Object.values(CODES),
    ...Object.keys(REFUSALS),
  ],
};

/** Why a command was not carried out, with the name of the status in the engine's sources. */
export class Refusal extends Failure {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** A byte of a table with a wrong value; a build with VERIFY stops at the first one. */
export interface Difference {
  readonly table: string;
  /** Number of a square or of a piece, whichever the table is indexed by. */
  readonly index: number;
  readonly expected: number;
  readonly found: number;
}

export class EngineSession extends MailboxSession {
  /** Writes a position into the buffer and has all tables built. Returns why the engine refused it, if it did. */
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
    if (this.command('COMMAND_SET_UP', SHORT_LIMIT)) return this.refusal();
    return new Refusal('STATUS_SILENT', 'The engine does not answer.');
  }

  /** Whether the board is dark while the engine thinks or counts, from the next command on. */
  setDark(dark: boolean): void {
    this.write('darkBoard', dark ? 1 : 0);
  }

  /** The engine's number of a square such as `e4`. */
  square(name: string): SquareNumber {
    const file = name.charCodeAt(0) - 'a'.charCodeAt(0);
    const rank = Number(name.charAt(1)) - 1;
    return squareNumber(this.symbol('A1') + file * this.symbol('FILE') + rank * this.symbol('RANK'));
  }

  /** The name of a square by the engine's number; undefined off the board. */
  squareName(number: number): string | undefined {
    const offset = number - this.symbol('A1');
    const rank = Math.floor(offset / this.symbol('RANK'));
    const file = (offset - rank * this.symbol('RANK')) / this.symbol('FILE');
    return rank >= 0 && rank < 8 && file >= 0 && file < 8 ? `${'abcdefgh'.charAt(file)}${rank + 1}` : undefined;
  }

  /** Why the last command was refused; undefined if it was not. */
  refusal(): Refusal | undefined {
    const status = this.read('status');
    if (status < 0x80) return undefined;
    const found = Object.entries(REFUSALS).find(([code]) => this.symbol(code) === status);
    if (found === undefined) return new Refusal('STATUS', `The engine answered with status ${status}.`);
    const [code, message] = found;
    const difference = this.difference();
    if (difference === undefined) return new Refusal(code, message);
    const { table, index, expected, found: seen } = difference;
    const what = `${table} of ${hexByte(index)} is ${hexByte(seen)} instead of ${hexByte(expected)}`;
    return new Refusal(code, `${message}: ${what}.`);
  }

  /** What stopped the search of a build with VERIFY; undefined if nothing did, and in other builds. */
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

/** All six fields of a FEN; missing ones, and counters that are not numbers, are filled in. */
export function wholeFen(fields: readonly string[]): string {
  const [board = '', side = 'w', castling = '-', passant = '-', quiet = '', number = ''] = fields;
  const counts = [/^\d+$/.test(quiet) ? quiet : '0', /^[1-9]\d*$/.test(number) ? number : '1'];
  return [board, side, castling, passant, ...counts].join(' ');
}

/** The full FEN of the last position that was set up, without the rights that the engine has dropped. */
export function possibleFen(session: EngineSession, fen: string): string {
  const [board, side, , passant, ...counts] = wholeFen(fen.trim().split(/\s+/)).split(' ');
  const kept = session.read('positionCastling');
  const castling = [...'KQkq'].filter((_, bit) => ((kept >> bit) & 1) === 1).join('');
  const square = session.read('positionPassant') === 0 ? '-' : passant;
  return [board, side, castling || '-', square, ...counts].join(' ');
}

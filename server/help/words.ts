/** Help on words: mnemonics, registers, functions, elements of several bytes, and numbers in several notations. */
import { type Mnemonic, hexByte, hexWord } from '#isa';
import { FUNCTIONS } from '#assembler';

export const MNEMONIC_HELP: Readonly<Record<Mnemonic, string>> = {
  nop: 'No operation: one cycle passes',
  ld: 'Load a value into AC, X, Y or OUT',
  anda: 'AND of AC and a value, into AC, X, Y or OUT',
  ora: 'OR of AC and a value, into AC, X, Y or OUT',
  xora: 'Exclusive OR of AC and a value, into AC, X, Y or OUT',
  adda: 'Sum of AC and a value (no carry), into AC, X, Y or OUT',
  suba: 'AC minus a value (no borrow), into AC, X, Y or OUT',
  st: 'Store AC, IN or a constant in RAM; can also load X or Y with AC, or increment X',
  ctrl: 'Send the address as a control word to the expansion port; load from RAM next',
  jmp: 'Far jump to page Y',
  bgt: 'Branch within the page if AC > 0 (signed)',
  blt: 'Branch within the page if AC < 0 (bit 7 is set)',
  bne: 'Branch within the page if AC is not 0',
  beq: 'Branch within the page if AC is 0',
  bge: 'Branch within the page if AC ≥ 0 (bit 7 is clear)',
  ble: 'Branch within the page if AC ≤ 0 (signed)',
  bra: 'Branch within the page',
};

/** Help on the registers, as operands name them. */
export const REGISTER_HELP: Readonly<Record<string, string>> = {
  ac: 'Accumulator: first operand and usual result of every operation, tested by branches',
  x: 'Low byte of a RAM address; `x++` increments it after use, without carry into Y',
  'x++': 'Low byte of a RAM address, incremented after use, without carry into Y',
  y: 'High byte of a RAM address, and page of a far jump',
  out: 'Output register: vSync (bit 7), hSync (bit 6), colour BBGGRR',
  in: 'Input shift register: game pad or typed keys',
};

interface FunctionHelp {
  /** What it takes, in words. */
  readonly usage: string;
  /** What it returns, in words. */
  readonly summary: string;
}

const OF_OTHERS: Readonly<Record<string, FunctionHelp>> = {
  defined: { usage: 'a name', summary: 'whether a name is defined: 1 or 0' },
  end: { usage: 'the name of declared RAM', summary: 'address after its last byte' },
  length: { usage: 'a text', summary: 'number of characters' },
};

export const FUNCTION_HELP: ReadonlyMap<string, FunctionHelp> = new Map([
  ...Object.entries(FUNCTIONS),
  ...Object.entries(OF_OTHERS),
]);

const ELEMENT_HELP: ReadonlyMap<string, string> = new Map([
  [
    'bitboard64',
    'a chess board of 64 bits, eight bytes: a1 is bit 0, h8 is bit 63. The lowest byte comes first unless `order=highest-first`',
  ],
  [
    'bitboard16',
    'an Octad board of 16 bits, two bytes: a1 is the highest bit, d4 the lowest. The byte with a1 comes first unless `order=lowest-first`',
  ],
  [
    'nibble-board',
    'a board of 64 nibbles, 32 bytes: a8 is the first, h1 the last, each twice the kind and one more for black. The lower half of a byte comes first unless `order=high-first`',
  ],
  ['move-word', 'a move in 20 bits: from (6), to (6), type (4), piece (4). The lowest byte comes first'],
  [
    'turn-word',
    'a turn in 30 bits: castling rights (4), who has castled (2), captured piece (4), and the move word. The lowest byte comes first',
  ],
  [
    'zobrist-index',
    'an index of a Zobrist table, two bytes: 0 to 767 a piece on a square, 768 black to move, 769 to 772 castling, 773 to 780 en passant',
  ],
  [
    'octad-state',
    'the state of an Octad game, 74 bytes: 18 bitboards, en passant, two check flags, two words of castling rights',
  ],
]);

/** What a value of `element=` is; undefined for one of a byte, or an unknown one. */
export function elementHelp(element: string): string | undefined {
  return ELEMENT_HELP.get(element);
}

/** A number in decimal, hexadecimal and binary; a byte also as a signed number. */
export function numberText(value: number): string {
  const wide = value < -0x80 || value > 0xff;
  const bits = value & (wide ? 0xffff : 0xff);
  const signed = !wide && bits >= 0x80 && value >= 0 ? ` = ${bits - 0x100} as a signed byte` : '';
  return `${value} = ${wide ? hexWord(bits) : hexByte(bits)} = %${bits.toString(2).padStart(wide ? 16 : 8, '0')}${signed}`;
}

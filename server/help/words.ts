/**
 * Help on words, as hovers show it: mnemonics, registers, functions, elements of several bytes, numbers in several
 * notations, the `key=value` pairs of directives, and the words of tests and headers.
 */
import { type Mnemonic, hexByte, hexWord } from '#isa';
import { FUNCTIONS, keysOf, type HeaderKey } from '#assembler';

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

/** What functions take and return, in words: those of numbers, and those that take names or texts. */
export const FUNCTION_HELP: ReadonlyMap<string, { readonly usage: string; readonly summary: string }> = new Map(
  Object.entries({
    ...FUNCTIONS,
    defined: { usage: 'a name', summary: 'whether a name is defined: 1 or 0' },
    end: { usage: 'the name of declared RAM', summary: 'address after its last byte' },
    length: { usage: 'a text', summary: 'number of characters' },
  }),
);

const ELEMENT_HELP: Readonly<Record<string, string>> = {
  bitboard64:
    'a chess board of 64 bits, eight bytes: a1 is bit 0, h8 is bit 63. The lowest byte comes first unless `order=highest-first`',
  bitboard16:
    'an Octad board of 16 bits, two bytes: a1 is the highest bit, d4 the lowest. The byte with a1 comes first unless `order=lowest-first`',
  'nibble-board':
    'a board of 64 nibbles, 32 bytes: a8 is the first, h1 the last, each twice the kind and one more for black. The lower half of a byte comes first unless `order=high-first`',
  'move-word': 'a move in 20 bits: from (6), to (6), type (4), piece (4). The lowest byte comes first',
  'turn-word':
    'a turn in 30 bits: castling rights (4), who has castled (2), captured piece (4), and the move word. The lowest byte comes first',
  'zobrist-index':
    'an index of a Zobrist table, two bytes: 0 to 767 a piece on a square, 768 black to move, 769 to 772 castling, 773 to 780 en passant',
  'octad-state':
    'the state of an Octad game, 74 bytes: 18 bitboards, en passant, two check flags, two words of castling rights',
};

/** What a value of `element=` is; undefined for elements of one byte and unknown ones. */
export function elementHelp(element: string): string | undefined {
  return Object.hasOwn(ELEMENT_HELP, element) ? ELEMENT_HELP[element] : undefined;
}

/** A number in decimal, hexadecimal and binary; a byte also as a signed number. */
export function numberText(value: number): string {
  const wide = value < -0x80 || value > 0xff;
  const bits = value & (wide ? 0xffff : 0xff);
  const signed = !wide && bits >= 0x80 && value >= 0 ? ` = ${bits - 0x100} as a signed byte` : '';
  return `${value} = ${wide ? hexWord(bits) : hexByte(bits)} = %${bits.toString(2).padStart(wide ? 16 : 8, '0')}${signed}`;
}

/** Keys of declarations of RAM. */
const ENTRY_HELP: Readonly<Record<string, string>> = {
  index: 'what the index of the table is',
  element: 'what an entry is',
  set: 'the `.set` that says what the bits of an entry mean',
  side: 'whose pieces an entry is about',
  direction: 'the direction in which the table gives the neighbour of a square',
  link: 'whether an entry is the next or the previous piece of its list',
  role: 'what the value means to the debugger',
  external: 'that something outside the program sets the byte',
  order: 'the order of the bytes of an entry',
  high: 'that the high byte comes first',
  bank: 'the bank of the RAM from $8000 on in which the table is',
  ply: 'the ply that the table starts with',
  search: 'what the value means in the search, for the Search view',
  cell: 'the zero-page byte at which the node being searched keeps the value',
  signed: 'that the value has a sign',
  over: 'the zero-page variable whose bytes this one shares',
};

const BY_DIRECTIVE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  squares: { a1: 'the number of a1', file: 'how much a file adds', rank: 'how much a rank adds' },
  pieces: {
    empty: 'the code of an empty square',
    guard: 'the code of a place off the board',
    black: 'the bit that makes a piece black',
  },
  timing: {
    account: 'the zero-page byte that holds the cycles left until the video handler must be entered',
    slack: 'by how many cycles the handler may be entered late',
    line: 'cycles of a line',
    hsync: 'cycles of hSync',
    vsync: 'lines of vSync',
    frame: 'lines of a frame',
  },
  charged: {
    cycles: 'how many cycles are charged',
    count: 'the `name=` of the loop that the charge pays for',
    factor: 'how many cycles each turn of the loop costs',
  },
  loop: { name: 'the name by which `.charged count=` refers to the loop' },
  test: {
    times: 'how often the test runs, each time with new random values; 20 unless given',
    seed: 'the seed of the random values; 1 unless given',
    limit: 'how many cycles a call or run may take; 1,000,000 unless given',
  },
};

/** Help on a key of a directive, with its known values; undefined for an unknown key. */
export function keyHelp(directive: string, key: string, value: string): string | undefined {
  const help = (BY_DIRECTIVE[directive] ?? ENTRY_HELP)[key];
  if (help === undefined) return undefined;
  const known = keysOf(directive)[key] ?? [];
  const values = typeof known === 'string' || known.length < 2 ? [] : known;
  const rest = values.length === 0 ? '' : `\n\nOne of ${values.map((each) => `\`${each}\``).join(', ')}`;
  return `**${key}=${value}** — ${help}${rest}`;
}

/** What the bit of a set means, by its place in the list. */
export function setBitHelp(word: string, bit: number): string {
  return `**${word}** — bit ${bit} of the set, \`${hexByte(1 << bit)}\``;
}

/** Places of tests that are not declared RAM. */
export const TEST_PLACES: Readonly<Record<string, string>> = {
  ...REGISTER_HELP,
  outx: 'Output register of sound and LEDs',
  cycles: 'Cycles of the last call or run, without those of the video handler',
  faults: 'Faults of the picture since the test began',
  fen: 'The chess position in the declared tables',
};

/** What a place of a test is; undefined for declared RAM. */
export function testPlaceHelp(place: string): string | undefined {
  const help = TEST_PLACES[place.toLowerCase()];
  return help === undefined ? undefined : `**${place}** — ${help}`;
}

const HEADER_HELP: Readonly<Record<HeaderKey, string>> = {
  In: 'what the routine is given, in registers and RAM',
  Out: 'what it gives back',
  Clobbers: 'registers and RAM that it changes besides its results; the timing proof checks them',
  Cycles: 'least and most cycles from its first word to its return; the timing proof checks them',
  Page: 'in which page the routine must be',
  See: 'related routines',
};

export function headerHelp(key: string): string {
  return `**${key}:** — ${HEADER_HELP[key as HeaderKey]}`;
}

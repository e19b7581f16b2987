/** What the `key=value` pairs of directives and the words of tests and headers mean, as hovers say it. */
import { keysOf, type HeaderKey } from '#assembler';
import { hexByte } from '#isa';
import { REGISTER_HELP } from './words.ts';

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

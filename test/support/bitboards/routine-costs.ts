/** What each routine of samples/bitboards/ costs, and its naive form. */
import type { Assembly } from '#assembler';
import { BITBOARD_64, boardFromBytes } from '#chess';
import { BitsMachine, bitboardsAssembly, NAIVE } from './bits-machine.ts';
import { ALL, allowed, EDGES, MODELS, type Operands } from './models.ts';

/** Cycles, fewest and most. */
export interface Cycles {
  readonly least: number;
  readonly most: number;
}

/** Cycles and words of a routine of the library, and the cycles of its naive form. */
export interface Cost {
  readonly cycles: Cycles;
  readonly words: number;
  readonly naive: Cycles;
}

/** The first board of the seed document on operations, with which the show starts. */
const BOARD = boardFromBytes(BITBOARD_64, [0x3b, 0xb6, 0x5a, 0x56, 0x57, 0x6d, 0x9d, 0xae], 'lowest-first');
const D4 = 1n << 27n;
/** Routines that go through the pieces; in the naive form, cycles depend on how many there are. */
const ATTACKS: readonly string[] = [
  'bitsWhitePawns',
  'bitsBlackPawns',
  'bitsKings',
  'bitsKnights',
  'bitsRooks',
  'bitsBishops',
];

export function routineCosts(): ReadonlyMap<string, Cost> {
  const library = bitboardsAssembly();
  const bits = new BitsMachine(bitboardsAssembly('naive/main.gtasm'), NAIVE);
  return new Map(
    Object.keys(MODELS).map((routine) => [
      routine,
      { cycles: cyclesOf(library, routine), words: wordsOf(library, routine), naive: naiveCycles(bits, routine) },
    ]),
  );
}

/** One occluded fill along a file: the first check of bitsRooks covers two of them, and clearing C. */
export function fillCycles(): number {
  const at = addresses(bitboardsAssembly());
  const [own, clearing, check] = [1, 9, 5];
  return (at('bitsRooks.files') - at('bitsRooks') - own - clearing - check) / 2;
}

/** Words of ROM that the naive forms take in all. */
export function naiveWords(): number {
  const { image, debugInfo } = bitboardsAssembly('naive/main.gtasm');
  return Math.min(image.length, new Set(debugInfo.lines.map(({ address }) => address)).size);
}

function addresses({ debugInfo: { symbols } }: Assembly): (name: string) => number {
  const values = new Map(symbols.map(({ name, value }) => [name, value]));
  return (name) => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`there is no ${name}`);
    return value;
  };
}

/** Those that the assembler proves, from the header; of a shift by n, which has turns for bytes and bits, from its words. */
function cyclesOf(library: Assembly, name: string): Cycles {
  const header = library.debugInfo.routines.find((routine) => routine.name === name)?.header ?? '';
  const [, least, most] = /Cycles:\s*(\d+)(?:\.\.(\d+))?/.exec(header) ?? [];
  if (least !== undefined) return { least: Number(least), most: Number(most ?? least) };
  return { least: shiftCycles(library, name, 0), most: shiftCycles(library, name, 63) };
}

/** Every word takes a cycle; only the branches back make turns of them. */
function shiftCycles(library: Assembly, name: string, bits: number): number {
  const at = addresses(library);
  const between = (from: string, to: string): number => at(`${name}.${to}`) - (from ? at(`${name}.${from}`) : at(name));
  const bitsDone = name === 'bitsLeft' ? 'doubled' : 'halved';
  return (
    between('', 'bytes') +
    (bits >> 3) * between('bytes', 'moved') +
    between('bytes', 'byte') +
    (bits & 7) * between('bits', bitsDone) +
    between('bits', 'bit') +
    between('done', 'end')
  );
}

/** Words are those up to the next routine of another subject: a routine that goes on in another page takes both. */
function wordsOf({ debugInfo: { routines } }: Assembly, name: string): number {
  return routines
    .filter((each) => each.name === name || each.name === `${name}West`)
    .reduce((sum, { start, end }) => sum + end - start, 0);
}

/** Fewest and most over edge cases; of attacks, from one piece on d4 to those of the show's first board. */
function naiveCycles(bits: BitsMachine, routine: string): Cycles {
  const boards = ATTACKS.includes(routine) ? [D4, BOARD] : [...EDGES, BOARD];
  const given: Operands[] = boards.flatMap((a) =>
    ATTACKS.includes(routine) ? [{ a, b: ALL, number: 0 }] : [0, 7, 63].map((number) => ({ a, b: BOARD, number })),
  );
  const cycles = given.map((operands) => bits.naiveCycles(routine, allowed(routine, operands)));
  return { least: Math.min(...cycles), most: Math.max(...cycles) };
}

/** What the routines of samples/bitboards/ do, in BigInt arithmetic and square by square. */

export interface Operands {
  readonly a: bigint;
  /** Also the board in the row of RAM. */
  readonly b: bigint;
  /** 0 to 63. */
  readonly number: number;
}

/** A routine's result: a board in A, B, C or a row of RAM, a number, or a byte that is 0 or not. */
export type Outcome =
  | { readonly a: bigint }
  | { readonly b: bigint }
  | { readonly c: bigint }
  | { readonly row: bigint }
  | { readonly number: number }
  | { readonly isSet: boolean };

export const ALL = (1n << 64n) - 1n;

const bit = (square: number): bigint => 1n << BigInt(square);
const squaresOf = (board: bigint): number[] =>
  Array.from({ length: 64 }, (_, square) => square).filter((square) => (board & bit(square)) !== 0n);

/** All squares that jumps from the squares of a board reach. */
function jumps(board: bigint, steps: readonly (readonly [file: number, rank: number])[]): bigint {
  let reached = 0n;
  for (const square of squaresOf(board))
    for (const [file, rank] of steps) {
      const [f, r] = [(square & 7) + file, (square >> 3) + rank];
      if (f >= 0 && f < 8 && r >= 0 && r < 8) reached |= bit(8 * r + f);
    }
  return reached;
}

/** All squares that sliders on a board attack, each up to the first square that is not empty. */
function slides(board: bigint, empty: bigint, steps: readonly (readonly [number, number])[]): bigint {
  let reached = 0n;
  for (const step of steps)
    for (const square of squaresOf(board))
      for (let at = jumps(bit(square), [step]); at !== 0n; at = (at & empty) === 0n ? 0n : jumps(at, [step]))
        reached |= at;
  return reached;
}

const STRAIGHT = [[0, 1], [1, 0], [0, -1], [-1, 0]] as const; // prettier-ignore
const DIAGONAL = [[1, 1], [1, -1], [-1, -1], [-1, 1]] as const; // prettier-ignore
const LEAPS = [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]] as const; // prettier-ignore

const bitNumber = (found: number | undefined): number => found ?? 64;

/** By the routine's name. */
export const MODELS: Readonly<Record<string, (operands: Operands) => Outcome>> = {
  bitsNot: ({ a }) => ({ c: ~a & ALL }),
  bitsInvert: ({ a }) => ({ a: ~a & ALL }),
  bitsAnd: ({ a, b }) => ({ c: a & b }),
  bitsAndInto: ({ a, b }) => ({ a: a & b }),
  bitsOr: ({ a, b }) => ({ c: a | b }),
  bitsOrInto: ({ a, b }) => ({ a: a | b }),
  bitsXor: ({ a, b }) => ({ c: a ^ b }),
  bitsXorInto: ({ a, b }) => ({ a: a ^ b }),
  bitsLeft1: ({ a }) => ({ c: (a << 1n) & ALL }),
  bitsRight1: ({ a }) => ({ c: a >> 1n }),
  bitsLeft8: ({ a }) => ({ c: (a << 8n) & ALL }),
  bitsRight8: ({ a }) => ({ c: a >> 8n }),
  bitsLeft: ({ a, number }) => ({ c: (a << BigInt(number)) & ALL }),
  bitsRight: ({ a, number }) => ({ c: a >> BigInt(number) }),
  bitsFirstBit: ({ a }) => ({ number: bitNumber(squaresOf(a)[0]) }),
  bitsLastBit: ({ a }) => ({ number: bitNumber(squaresOf(a).at(-1)) }),
  bitsClearLowest: ({ a }) => ({ a: a & (a - 1n) & ALL }),
  bitsCountAll: ({ a }) => ({ number: squaresOf(a).length }),
  bitsTest: ({ a, number }) => ({ isSet: (a & bit(number)) !== 0n }),
  bitsSet: ({ a, number }) => ({ a: a | bit(number) }),
  bitsToggle: ({ a, number }) => ({ a: a ^ bit(number) }),
  bitsFileMask: ({ number }) => ({ c: 0x0101010101010101n << BigInt(number & 7) }),
  bitsRankMask: ({ number }) => ({ c: 0xffn << BigInt(8 * (number & 7)) }),
  bitsEast: ({ a }) => ({ c: jumps(a, [[1, 0]]) }),
  bitsWest: ({ a }) => ({ c: jumps(a, [[-1, 0]]) }),
  bitsNorthEast: ({ a }) => ({ c: jumps(a, [[1, 1]]) }),
  bitsNorthWest: ({ a }) => ({ c: jumps(a, [[-1, 1]]) }),
  bitsSouthEast: ({ a }) => ({ c: jumps(a, [[1, -1]]) }),
  bitsSouthWest: ({ a }) => ({ c: jumps(a, [[-1, -1]]) }),
  bitsWhitePawns: ({ a }) => ({ c: jumps(a, [[1, 1], [-1, 1]]) }), // prettier-ignore
  bitsBlackPawns: ({ a }) => ({ c: jumps(a, [[1, -1], [-1, -1]]) }), // prettier-ignore
  bitsKings: ({ a }) => ({ c: jumps(a, [...STRAIGHT, ...DIAGONAL]) }),
  bitsKnights: ({ a }) => ({ c: jumps(a, LEAPS) }),
  bitsRooks: ({ a, b }) => ({ c: slides(a, b & ~a, STRAIGHT) }),
  bitsBishops: ({ a, b }) => ({ c: slides(a, b & ~a, DIAGONAL) }),
  bitsFetchA: ({ b }) => ({ a: b }),
  bitsFetchB: ({ b }) => ({ b }),
  bitsKeepC: ({ a }) => ({ row: a }),
};

/** Routines whose number is a file or a rank. */
const OF_EIGHT: readonly string[] = ['bitsFileMask', 'bitsRankMask'];
/** Routines for which the squares of A must not be empty. */
const SLIDERS: readonly string[] = ['bitsRooks', 'bitsBishops'];

/** Routines of boards in a row of RAM, whose number is the board's first byte. */
export const IN_ROWS: readonly string[] = ['bitsFetchA', 'bitsFetchB', 'bitsKeepC'];

export function allowed(routine: string, { a, b, number }: Operands): Operands {
  const mask = OF_EIGHT.includes(routine) ? 7 : IN_ROWS.includes(routine) ? 0x38 : 0x3f;
  return { a, b: SLIDERS.includes(routine) ? b & ~a : b, number: number & mask };
}

/** Boards: empty, full, the first and last bits, edges, patterns. */
export const EDGES = [
  0n,
  ALL,
  1n,
  1n << 63n,
  0x8000000000000001n,
  0xff000000000000ffn,
  0x8181818181818181n,
  0x55aa55aa55aa55aan,
];

/** Operands made of EDGES, within the range that a routine allows. */
export function edgeOperands(routine: string): Operands[] {
  return EDGES.flatMap((a, index) => [
    allowed(routine, { a, b: EDGES[(index + 3) % EDGES.length] ?? 0n, number: (index * 9) & 63 }),
    allowed(routine, { a, b: ~a & ALL, number: 63 - index }),
  ]);
}

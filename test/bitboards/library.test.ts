/**
 * The routines of samples/bitboards/ against BigInt arithmetic: edge cases, and random operands, of which
 * BITBOARD_RUNS says how many there are.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BitsMachine, bitboardsAssembly } from '#test/bitboards/bits-machine.ts';
import { ALL, MODELS, OF_EIGHT, SLIDERS, type Operands, type Outcome } from '#test/bitboards/models.ts';

const RUNS = Math.ceil(Number(process.env['BITBOARD_RUNS'] ?? 1000) / Object.keys(MODELS).length);

let bits: BitsMachine;
beforeAll(() => {
  bits = new BitsMachine(bitboardsAssembly());
});
afterAll(() => {
  const { badLines, badFrames, frames } = bits.machine.monitor;
  expect({ badLines, badFrames }).toEqual({ badLines: 0, badFrames: 0 });
  expect(frames).toBeGreaterThan(10);
});

/** What the ROM leaves where the model leaves something. */
function outcome(expected: Outcome): Outcome {
  if ('c' in expected) return { c: bits.board('bitsC') };
  if ('a' in expected) return { a: bits.board('bitsA') };
  return 'number' in expected ? { number: bits.read('bitsNumber') } : { isSet: bits.read('bitsByte') !== 0 };
}

/** The operands as a routine may get them. */
function allowed(routine: string, { a, b, number }: Operands): Operands {
  return { a, b: SLIDERS.includes(routine) ? b & ~a : b, number: OF_EIGHT.includes(routine) ? number & 7 : number };
}

function compare(routine: string, given: Operands): void {
  const operands = allowed(routine, given);
  const expected = MODELS[routine]!(operands);
  bits.call(routine, operands);
  expect(
    outcome(expected),
    `${routine} ${operands.a.toString(16)} ${operands.b.toString(16)} ${operands.number}`,
  ).toEqual(expected);
}

/** Nothing, everything, the first and last bits, edges, patterns. */
const EDGES = [
  0n,
  ALL,
  1n,
  1n << 63n,
  0x8000000000000001n,
  0xff000000000000ffn,
  0x8181818181818181n,
  0x55aa55aa55aa55aan,
];

/** Few bits, half of them, most of them. */
const board = fc
  .tuple(
    fc.bigInt({ min: 0n, max: ALL }),
    fc.bigInt({ min: 0n, max: ALL }),
    fc.bigInt({ min: 0n, max: ALL }),
    fc.nat(3),
  )
  .map(([x, y, z, kind]) => [x, x & y & z, x | y | z, 1n << (x & 63n)][kind]!);
const operands = fc.record({ a: board, b: board, number: fc.integer({ min: 0, max: 63 }) });

describe.each(Object.keys(MODELS))('%s', (routine) => {
  it('is what BigInt makes, on edge cases', () => {
    for (const [index, a] of EDGES.entries()) {
      compare(routine, { a, b: EDGES[(index + 3) % EDGES.length]!, number: (index * 9) & 63 });
      compare(routine, { a, b: ~a & ALL, number: 63 - index });
    }
  });

  it('is what BigInt makes, on random operands', () => {
    fc.assert(
      fc.property(operands, (given) => compare(routine, given)),
      { numRuns: RUNS },
    );
  });
});

it('every single square is found, counted, tested and attacked from', () => {
  for (let number = 0; number < 64; number++)
    for (const routine of [
      'bitsFirstBit',
      'bitsLastBit',
      'bitsCountAll',
      'bitsTest',
      'bitsSet',
      'bitsKnights',
      'bitsKings',
      'bitsRooks',
      'bitsBishops',
    ])
      compare(routine, { a: 1n << BigInt(number), b: ALL, number });
});

/**
 * The routines of samples/bitboards/ and their naive forms against BigInt arithmetic: edge cases, and random operands.
 */
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { BitsMachine, bitboardsAssembly, LIBRARY, NAIVE } from '#test/bitboards/bits-machine.ts';
import { ALL, allowed, edgeOperands, MODELS, type Operands } from '#test/bitboards/models.ts';
import { draws, forAll } from '#test/draws.ts';

const RUNS = draws(30);
/** Naive forms are slow and only exist to be measured. */
const NAIVE_RUNS = Math.ceil(RUNS / 10);

/** Boards with few bits, half of them, most of them, or one. */
const board = fc
  .tuple(
    fc.bigInt({ min: 0n, max: ALL }),
    fc.bigInt({ min: 0n, max: ALL }),
    fc.bigInt({ min: 0n, max: ALL }),
    fc.nat(3),
  )
  .map(([x, y, z, kind]) => [x, x & y & z, x | y | z, 1n << (x & 63n)][kind]!);
const operands = fc.record({ a: board, b: board, number: fc.integer({ min: 0, max: 63 }) });

function compare(bits: BitsMachine, routine: string, given: Operands): void {
  const { a, b, number } = allowed(routine, given);
  const expected = MODELS[routine]!({ a, b, number });
  bits.call(routine, { a, b, number });
  expect(bits.left(expected), `${routine} ${a.toString(16)} ${b.toString(16)} ${number}`).toEqual(expected);
}

function compareAtRandom(bits: BitsMachine, routine: string, numRuns: number): void {
  forAll(numRuns, [operands], (given) => compare(bits, routine, given));
}

describe('the library', () => {
  const bits = new BitsMachine(bitboardsAssembly(), LIBRARY);
  afterAll(() => expect(bits.machine.monitor).toMatchObject({ badLines: 0, badFrames: 0 }));

  describe.each(Object.keys(MODELS))('%s', (routine) => {
    it('is what BigInt makes, on edge cases', () => {
      for (const given of edgeOperands(routine)) compare(bits, routine, given);
    });

    it('is what BigInt makes, on random operands', { timeout: 3_600_000 }, () => {
      compareAtRandom(bits, routine, RUNS);
    });
  });

  it('every single square is found, counted, tested and attacked from', () => {
    const names = 'FirstBit LastBit CountAll Test Set Knights Kings Rooks Bishops'.split(' ');
    for (let number = 0; number < 64; number++)
      for (const name of names) compare(bits, `bits${name}`, { a: 1n << BigInt(number), b: ALL, number });
  });
});

describe('the naive forms', () => {
  const bits = new BitsMachine(bitboardsAssembly('naive/main.gtasm'), NAIVE);

  it.each(Object.keys(MODELS))('%s is what BigInt makes', { timeout: 3_600_000 }, (routine) => {
    for (const given of edgeOperands(routine)) compare(bits, routine, given);
    compareAtRandom(bits, routine, NAIVE_RUNS);
  });
});

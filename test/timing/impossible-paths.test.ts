/**
 * Tests that depend on each other, compared with runs: a check is wrong where a run shows that it is, and only there.
 *
 * What a program does between two checks depends on one byte, so that 256 runs are all that there are.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMachine } from '#emulator';
import { proveTiming } from '#proof';
import { ACCOUNT, timedProgram } from '#test/assembler/timed-program.ts';
import { draws } from '#test/draws.ts';

const INPUT = '[$40]';
const BYTES = [INPUT, '[$41]', '[$42]', '[$43]'];
/** Each with the one that is taken where it is not. */
const BRANCHES = [
  ['beq', 'bne'],
  ['bgt', 'ble'],
  ['blt', 'bge'],
] as const;

const byte = fc.constantFrom(...BYTES);
const constant = fc.constantFrom(0, 1, 2, 3, 0x40, 0x80, 0xff);
const operate = (operand: fc.Arbitrary<number | string>) =>
  fc.tuple(fc.constantFrom('anda', 'ora', 'xora', 'adda', 'suba'), operand).map(([name, right]) => `${name} ${right}`);
const operation = operate(fc.oneof(constant, byte));
const computed = fc
  .tuple(byte, fc.array(operation, { maxLength: 2 }))
  .map(([from, operations]) => [`ld ${from}`, ...operations]);

/** Lines, with `@` before the names that are the piece's own. */
type Piece = readonly string[];

const copy: fc.Arbitrary<Piece> = fc.tuple(computed, byte).map(([value, to]) => [...value, `st ${to}`]);
const branch = fc
  .tuple(fc.constantFrom(...BRANCHES), fc.boolean())
  .map(([pair, swapped]) => (swapped ? [pair[1], pair[0]] : pair));
const words = fc.integer({ min: 1, max: 3 });
const test: fc.Arbitrary<Piece> = fc
  .tuple(computed, branch, words)
  .map(([value, [taken], count]) => [...value, `${taken} @to`, 'nop', `.nops ${count}`, '@to:']);
/** Twice the same test, the other way round: together they take one time. */
const balanced: fc.Arbitrary<readonly Piece[]> = fc
  .tuple(computed, branch, words)
  .map(([value, both, count]) => both.map((taken) => [...value, `${taken} @to`, 'nop', `.nops ${count}`, '@to:']));
/** A byte that says which way a test went. */
const flag: fc.Arbitrary<Piece> = fc
  .tuple(computed, branch, byte)
  .map(([value, [taken], to]) => [...value, `${taken} @to`, 'ld 1', 'ld 0', `@to: st ${to}`]);

const body = fc
  .array(
    fc.oneof(
      copy.map((each) => [each]),
      test.map((each) => [each]),
      flag.map((each) => [each]),
      balanced,
    ),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .chain((pieces) => fc.shuffledSubarray(pieces.flat(), { minLength: pieces.flat().length }));

/** What the other bytes are made of. */
const initial = fc.array(fc.array(operate(constant), { maxLength: 2 }), { minLength: 3, maxLength: 3 });

function write(start: readonly Piece[], pieces: readonly Piece[], charge: number): string {
  const setUp = start.map((operations, index) => [`ld ${INPUT}`, ...operations, `st ${BYTES[index + 1]}`]);
  const lines = [...setUp, ...pieces].flatMap((piece, index) => piece.map((line) => line.replaceAll('@', `L${index}`)));
  return ['.org 0', '.trampoline leave', `work: .check =${charge}`, ...lines, 'last: .check =7', 'bra work', 'nop']
    .concat('leave: bra leave', 'nop')
    .join('\n');
}

/** Cycles from each check to the next, for each value of the byte. */
function run(text: string): readonly number[] {
  const { words: rom, at } = timedProgram(text);
  const machine = createMachine(rom, { core: 'reference' });
  const upTo = (address: number | undefined): number => {
    const start = machine.cycle;
    do machine.step();
    while (machine.address !== address);
    return machine.cycle - start;
  };
  return Array.from({ length: 256 }, (_, value) => {
    machine.ram[ACCOUNT] = 100;
    upTo(at['work']);
    machine.ram[0x40] = value;
    machine.ram[ACCOUNT] = 100;
    return upTo(at['last']);
  });
}

it('are wrong where a run is, and only there', { timeout: 0 }, () => {
  const seen = { exact: 0, wrong: 0, unproven: 0 };
  fc.assert(
    fc.property(initial, body, fc.integer({ min: 0, max: 255 }), (start, pieces, value) => {
      const times = run(write(start, pieces, 7));
      const charge = times[value] ?? 0;
      fc.pre(charge < 90);
      const text = write(start, pieces, charge);
      const { verdict } = proveTiming(timedProgram(text)).results[0]!;
      seen[verdict] += 1;
      expect(verdict === 'wrong', text).toBe(times.some((time) => time !== charge));
    }),
    { numRuns: draws(300) },
  );
  expect(seen.exact).toBeGreaterThan(0);
  expect(seen.unproven).toBeGreaterThan(0);
  expect(seen.wrong).toBeGreaterThan(0);
});

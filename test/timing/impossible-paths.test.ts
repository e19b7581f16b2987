/**
 * Tests that depend on each other, compared with runs: a check is wrong where a run shows that it is, and only there.
 * So is a handler, with the same words in its lines.
 *
 * What a program does between two checks depends on one byte, so that 256 runs are all that there are; or on two.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMachine } from '#emulator';
import { CHECK_WORDS } from '#isa';
import { proveTiming } from '#proof';
import { assembleTimed, replaced } from '#test/assembler/assembled-text.ts';
import { ACCOUNT, timedProgram } from '#test/assembler/timed-program.ts';
import { draws, forAll } from '#test/draws.ts';
import { SMALL_HANDLER } from '#test/timing/small-handler.ts';

const INPUTS = ['[$40]', '[$41]'];
const BYTES = [...INPUTS, '[$42]', '[$43]'];
/** Each with its opposite. */
const BRANCHES = [
  ['beq', 'bne'],
  ['bgt', 'ble'],
  ['blt', 'bge'],
] as const;

const byte = fc.constantFrom(...BYTES);
const constant = fc.constantFrom(0, 1, 2, 3, 0x40, 0x80, 0xff);
const operate = (operand: fc.Arbitrary<number | string>) =>
  fc.tuple(fc.constantFrom('anda', 'ora', 'xora', 'adda', 'suba'), operand).map(([name, right]) => `${name} ${right}`);
const operation = operate(fc.oneof(constant, byte, fc.constant('ac')));
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
/** The same test twice, once the other way round: together they always take the same time. */
const balanced: fc.Arbitrary<readonly Piece[]> = fc
  .tuple(computed, branch, words)
  .map(([value, both, count]) => both.map((taken) => [...value, `${taken} @to`, 'nop', `.nops ${count}`, '@to:']));
/** Two comparisons of the same bytes, which together may always take the same time. */
const compared: fc.Arbitrary<readonly Piece[]> = fc
  .tuple(fc.shuffledSubarray(BYTES, { minLength: 2, maxLength: 2 }), fc.boolean(), branch, words)
  .chain(([[a, b], isSwapped, both, count]) => {
    const name = fc.constantFrom('suba', 'xora', 'suba');
    return fc.tuple(name, name).map((names) =>
      both.map((taken, index) => {
        const [left, right] = isSwapped && index === 1 ? [b, a] : [a, b];
        return [`ld ${left}`, `${names[index]} ${right}`, `${taken} @to`, 'nop', `.nops ${count}`, '@to:'];
      }),
    );
  });
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
      compared,
    ),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .chain((pieces) => fc.shuffledSubarray(pieces.flat(), { minLength: pieces.flat().length }));

/** How the other bytes are computed. @param given how many bytes are inputs */
const initial = (given: number) =>
  fc.array(fc.tuple(fc.nat(given - 1), fc.array(operate(constant), { maxLength: 2 })), {
    minLength: BYTES.length - given,
    maxLength: BYTES.length - given,
  });
type Initial = readonly (readonly [from: number, operations: readonly string[]])[];

function linesOf(start: Initial, pieces: readonly Piece[]): readonly string[] {
  const first = BYTES.length - start.length;
  const setUp = start.map(([from, operations], index) => {
    return [`ld ${INPUTS[from]}`, ...operations, `st ${BYTES[first + index]}`];
  });
  return [...setUp, ...pieces].flatMap((piece, index) => piece.map((line) => line.replaceAll('@', `L${index}`)));
}

function write(start: Initial, pieces: readonly Piece[], charge: number): string {
  const lines = linesOf(start, pieces);
  return ['.org 0', '.trampoline leave', `work: .check =${charge}`, ...lines, 'last: .check =7', 'bra work', 'nop']
    .concat('leave: bra leave', 'nop')
    .join('\n');
}

/** Cycles from each check to the next, for values of the bytes. */
function* run(text: string, inputs: Iterable<readonly number[]>): Generator<number> {
  const { words: rom, at } = timedProgram(text);
  const machine = createMachine(rom, { core: 'reference' });
  const upTo = (address: number | undefined): number => {
    const start = machine.cycle;
    do machine.step();
    while (machine.address !== address);
    return machine.cycle - start;
  };
  for (const input of inputs) {
    machine.ram[ACCOUNT] = 100;
    upTo(at['work']);
    machine.ram.set(input, 0x40);
    machine.ram[ACCOUNT] = 100;
    yield upTo(at['last']);
  }
}

const EACH = Array.from({ length: 0x100 }, (_, value) => value);
/** Pairs of bytes: equal and notable ones first. */
const PAIRS = [
  ...EACH.map((value) => [value, value]),
  ...crossed([0, 1, 2, 3, 0x40, 0x7f, 0x80, 0xff]),
  ...crossed(EACH),
];

function crossed(values: readonly number[]): number[][] {
  return values.flatMap((first) => values.map((second) => [first, second]));
}

it('a check is wrong where a run is, and only there', { timeout: 0 }, () => {
  const seen = { exact: 0, wrong: 0, unproven: 0 };
  forAll(draws(300), [initial(1), body, fc.integer({ min: 0, max: 255 })], (start, pieces, value) => {
    const all = EACH.map((each) => [each]);
    const times = [...run(write(start, pieces, 7), all)];
    const charge = times[value] ?? 0;
    fc.pre(charge < 90);
    const text = write(start, pieces, charge);
    const { verdict } = proveTiming(timedProgram(text)).results[0]!;
    seen[verdict] += 1;
    expect(verdict === 'wrong', text).toBe(times.some((time) => time !== charge));
  });
  expect(seen.exact).toBeGreaterThan(0);
  expect(seen.unproven).toBeGreaterThan(0);
  expect(seen.wrong).toBeGreaterThan(0);
});

it('a check is wrong only where a run is, if two bytes decide', { timeout: 0 }, () => {
  let wrong = 0;
  let unproven = 0;
  forAll(draws(100), [initial(2), body, fc.nat(319)], (start, pieces, place) => {
    const [charge = 0] = run(write(start, pieces, 7), [PAIRS[place]!]);
    fc.pre(charge < 90);
    const text = write(start, pieces, charge);
    const { verdict } = proveTiming(timedProgram(text)).results[0]!;
    if (verdict === 'wrong') wrong++;
    if (verdict === 'unproven') unproven++;
    const isOff = some(run(text, PAIRS.slice(0, verdict === 'wrong' ? undefined : 320)), (time) => time !== charge);
    // What the program stores may belong together.
    const isStored = linesOf(start, pieces).some((line) => INPUTS.some((input) => line.includes(`st ${input}`)));
    if (!isStored || !isOff) expect(verdict === 'wrong', text).toBe(isOff);
    else expect(verdict, text).not.toBe('exact');
  });
  expect(wrong).toBeGreaterThan(0);
  expect(unproven).toBeGreaterThan(0);
});

/** The sample with these lines in each line that belongs to the program. @param time cycles that they should take */
function handlerWith(lines: readonly string[], time: number): string {
  const text = lines.join('\n').replace(/\.nops (\d+)/g, (_, count) => 'nop\n'.repeat(Number(count)));
  const handler = replaced(SMALL_HANDLER, [/\.wait 34 +;25/, `${text}\n.wait ${34 - time}`]);
  return `${handler}\n.page\ntrampoline\nsieve: .check end\nbra sieve\nnop\nend:\n`;
}

it('a handler is wrong only where a run is', { timeout: 0 }, () => {
  const seen = { proven: 0, assumed: 0, wrong: 0 };
  forAll(draws(12), [initial(1), body, fc.integer({ min: 0, max: 255 })], (start, pieces, value) => {
    const all = EACH.map((each) => [each]);
    const times = [...run(write(start, pieces, 7), all)];
    const time = (times[value] ?? 0) - CHECK_WORDS;
    fc.pre(time > 0 && time < 32);
    const text = handlerWith(linesOf(start, pieces), time);
    const verdict = assembleTimed(text).handler?.verdict ?? 'assumed';
    seen[verdict] += 1;
    const isOff = times.some((each) => each !== times[value]);
    expect(verdict === 'wrong', text).toBe(isOff);
  });
  expect(seen.assumed).toBeGreaterThan(0);
  expect(seen.wrong).toBeGreaterThan(0);
});

function some(times: Iterable<number>, test: (time: number) => boolean): boolean {
  for (const time of times) if (test(time)) return true;
  return false;
}

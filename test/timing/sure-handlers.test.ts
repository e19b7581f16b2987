/**
 * Handlers that look in each line at what the program does: only those are called wrong that some run shows to be.
 *
 * Two bytes belong together, one is masked, and the checks charge different times in two pages. So no run ever has most
 * of what a line could find if each of these were taken by itself.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMachine } from '#emulator';
import { assembleText, codes, valueOf } from '#test/assembler/assembled-text.ts';
import { draws, forAll } from '#test/draws.ts';
import { SMALL_HANDLER } from '#test/timing/small-handler.ts';

/** Five frames of 40 lines, in which the program goes round some hundred times. */
const CYCLES = 40_000;
/** Cycles that a line has for what is drawn. */
const FREE = 30;

interface Drawn {
  /** What the program stores into two bytes at once. */
  readonly pairs: readonly (readonly [number, number])[];
  readonly mask: number;
  /** Words before the checks of both pages. */
  readonly waits: readonly [number, number];
  /** Lines of the handler, with `@` for their number. */
  readonly tests: readonly string[];
}

const small = fc.constantFrom(0, 1, 2, 3, 4, 6, 12, 0x80, 0xff);
const NUMBERS = ['[account]', '[resumeLo]', '[resumeHi]'];
const read = fc.constantFrom(...NUMBERS, '[first]', '[second]', '[masked]', '[lines]');
const operate = fc
  .tuple(fc.constantFrom('anda', 'xora', 'adda', 'suba'), fc.oneof(small, read))
  .map(([name, right]) => `${name} ${right}`);
const branch = fc.constantFrom('beq', 'bne', 'bgt', 'ble', 'blt', 'bge');
const test = fc
  .tuple(read, fc.array(operate, { maxLength: 2 }), branch, fc.integer({ min: 0, max: 3 }))
  .map(([from, operations, taken, words]) => {
    return [`ld ${from}`, ...operations, `${taken} to@`, 'nop', ...Array<string>(words).fill('nop'), 'to@:'];
  });
/** The page of a check is used as a number: what is near it tells the pages apart. */
const ofPage = fc
  .tuple(fc.constantFrom('here', 'there'), branch)
  .map(([page, taken]) => ['ld [resumeHi]', `suba >${page}`, `${taken} to@`, 'nop', 'nop', 'to@:']);
/** What the handler itself keeps is known. */
const ofFrame = branch.map((taken) => ['ld [frame]', 'anda 1', `${taken} to@`, 'nop', 'nop', 'to@:']);
const drawn: fc.Arbitrary<Drawn> = fc.record({
  pairs: fc.array(fc.tuple(small, small), { minLength: 2, maxLength: 3 }),
  mask: fc.constantFrom(1, 2, 3),
  waits: fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 })),
  tests: fc
    .array(fc.oneof(test, test, ofPage, ofFrame), { minLength: 1, maxLength: 2 })
    .map((all) => all.flatMap((lines, index) => lines.map((line) => line.replaceAll('@', `${index}`)))),
});

/** @param time cycles that the handler takes the tests for */
function write({ pairs, mask, waits, tests }: Drawn, time: number): string {
  const store = ([first, second]: readonly [number, number]): string[] => [
    `ld ${first}`,
    'st [first]',
    `ld ${second}`,
    'st [second]',
  ];
  const far = (to: string): string[] => [`ld >${to},y`, `jmp y,${to}`, 'nop'];
  const changes = pairs
    .slice(1)
    .flatMap((pair, index) => [
      `check${index}: .check check${index + 1}`,
      ...store(pair),
      ...Array<string>(waits[0]).fill('nop'),
    ]);
  const setUp = [...store(pairs[0]!), 'ld 0', 'st [masked]', 'st [counter]'];
  const handler = SMALL_HANDLER.replace('.repeat 29', `${setUp.join('\n')}\n.repeat ${29 - setUp.length}`)
    .replace(/^ +\.zp frame/m, '.zp first\n.zp second\n.zp masked\n.zp counter\n$&')
    .replace(/\.wait 34 +;25/, ['from:', ...tests, `to: .wait ${34 - time}`].join('\n'));
  return [
    handler,
    ...['.page', 'trampoline', 'sieve:', 'here:', ...changes],
    ...[`check${pairs.length - 1}: .check hereEnd`, ...store(pairs[0]!), ...far('there'), 'hereEnd:'],
    ...['.page', 'trampoline', 'there: .check back', 'ld [counter]', 'adda 1', 'st [counter]', `anda ${mask}`],
    ...['st [masked]', ...Array<string>(waits[1]).fill('nop'), 'back: .check thereEnd', ...far('here'), 'thereEnd:'],
  ].join('\n');
}

/**
 * The times that the tests take in a run; the program and what the tests find do not depend on what the handler takes.
 * @param early cycles by which the first check finds less in the account than start-up leaves: with others, checks
 *   leave at other places
 */
function timesOf(each: Drawn, seed: number, early = 0): ReadonlySet<number> {
  const assembly = assembleText(write(each, FREE));
  const [from, to, first, account] = ['from', 'to', 'sieve', 'account'].map((name) => valueOf(assembly, name));
  const machine = createMachine(assembly.image, { core: 'reference', seed });
  const times = new Set<number>();
  let start = 0;
  while (machine.cycle < CYCLES) {
    machine.step();
    if (machine.address === first && start === 0) machine.ram[account!]! -= early;
    if (machine.address === from) start = machine.cycle;
    if (machine.address === to) times.add(machine.cycle - start);
  }
  return times;
}

/** Whether the tests take another time in some run. */
function hasOther(each: Drawn, seed: number, time: number): boolean {
  for (let early = 1; early < 90; early++)
    if ([...timesOf(each, seed, early)].some((other) => other !== time)) return true;
  return false;
}

it('handlers are wrong only where a run is, and proven only where none is', { timeout: 0 }, () => {
  const seen = { proven: 0, assumed: 0, wrong: 0 };
  forAll(draws(30), [drawn, fc.nat(0xff)], (each, seed) => {
    const times = timesOf(each, seed);
    const [time = 0] = times;
    fc.pre(time > 0 && time < FREE);
    const text = write(each, time);
    const assembly = assembleText(text);
    expect(
      codes(assembly).filter((code) => !/^GT083/.test(code)),
      text,
    ).toEqual([]);
    const verdict = assembly.handler?.verdict ?? 'assumed';
    seen[verdict] += 1;
    if (times.size > 1) expect(verdict, text).not.toBe('proven');
    else if (verdict === 'wrong') expect(hasOther(each, seed, time), text).toBe(true);
  });
  expect(seen.proven).toBeGreaterThan(0);
  expect(seen.assumed).toBeGreaterThan(0);
  expect(seen.wrong).toBeGreaterThan(0);
});

/**
 * Handlers that look in their lines at what the program does: only those are called wrong that some run shows to be.
 *
 * Two bytes belong together, one is masked, and the checks charge different times in two pages. Others are never
 * stored, and so hold anything for good. So no run ever has most of what a line could find if each of these were taken
 * by itself. Nor do most numbers of cycles left ever come up: in some handlers, the slide has no way for none.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Assembly } from '#assembler';
import { createMachine } from '#emulator';
import { assembleText, assembleUnchecked, codes, replaced, valueOf } from '#test/assembler/assembled-text.ts';
import { draws, forAll } from '#test/draws.ts';
import { SMALL_HANDLER } from '#test/timing/small-handler.ts';

/** Five frames of 40 lines, in which the program goes round some hundred times. */
const CYCLES = 40_000;
/** Cycles that a line has for what is drawn. */
const FREE = 27;
/** The waits of lines in which tests are: all but those at the edges of the picture, that after vSync, that below. */
const PLACES = [/\.wait 34 +;25/, /\.wait 30 +;27/, /\.wait 32 +;25/];

/** Lines of the handler, with `@` for their number. */
type Piece = readonly string[];

interface Drawn {
  /** What the program stores into two bytes at once. */
  readonly pairs: readonly (readonly [number, number])[];
  readonly mask: number;
  /** Words before the checks of both pages. */
  readonly waits: readonly [number, number];
  /** Pieces, each with the number of the place where it is. */
  readonly tests: readonly (readonly [place: number, Piece])[];
  /** Whether the slide has no way for no cycle left. */
  readonly isHoled: boolean;
  /** Whether start-up stores the account through X. */
  readonly isByX: boolean;
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
/** Of bytes that are never stored, one; or three, in which some cancel each other. */
const ofLoose = fc
  .tuple(fc.array(fc.tuple(fc.constantFrom('anda', 'xora', 'adda', 'suba'), small), { maxLength: 2 }), branch)
  .map(([operations, taken]) => {
    return ['ld [loose]', ...operations.map((each) => each.join(' ')), `${taken} to@`, 'nop', 'nop', 'to@:'];
  });
const ofThree = branch.map((taken) => {
  const operations = ['xora [other]', 'xora [third]', 'xora [other]', 'xora [third]', 'suba [loose]'];
  return ['ld [loose]', ...operations, `${taken} to@`, 'nop', 'nop', 'to@:'];
});
const placed = (piece: fc.Arbitrary<Piece>, maxLength: number) =>
  fc.array(fc.tuple(fc.nat(PLACES.length - 1), piece), { maxLength });
const drawn: fc.Arbitrary<Drawn> = fc.record({
  pairs: fc.array(fc.tuple(small, small), { minLength: 2, maxLength: 3 }),
  mask: fc.constantFrom(1, 2, 3),
  waits: fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 })),
  tests: fc
    .tuple(placed(fc.oneof(test, test, ofPage, ofFrame), 2), placed(fc.oneof(ofLoose, ofLoose, ofThree), 2))
    .map((both) =>
      both.flat().map(([place, lines], index) => [place, lines.map((line) => line.replaceAll('@', `${index}`))]),
    ),
  isHoled: fc.boolean(),
  isByX: fc.boolean(),
});

/** @param times cycles that the handler takes the tests of each place for */
function write({ pairs, mask, waits, tests, isHoled, isByX }: Drawn, times: readonly number[]): string {
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
  const setUp = [...store(pairs[0]!), 'ld 0', 'st [masked]', 'st [counter]', ...(isByX ? ['ld account,x'] : [])];
  const placed = PLACES.map((wait, place) => {
    const lines = tests.flatMap(([at, piece]) => (at === place ? piece : []));
    const [, cycles] = /(\d+)/.exec(wait.source) ?? [];
    const left = Number(cycles) - (times[place] ?? 0);
    return [wait, [`begin${place}:`, ...lines, `end${place}: .wait ${left}`].join('\n')] as const;
  });
  const handler = replaced(
    SMALL_HANDLER,
    ['.repeat 29', `${setUp.join('\n')}\n.repeat ${29 - setUp.length}`],
    [/^ +\.zp frame/m, '.zp first\n.zp second\n.zp masked\n.zp counter\n.zp loose\n.zp other\n.zp third\n$&'],
    ...placed,
    ...(isHoled ? [[/ +pulse\n(?= +\.org \$0180)/, ''] as const] : []),
    ...(isByX ? [[/st +\[account\]\nresetEnd/, 'st [x]\nresetEnd'] as const] : []),
  );
  return [
    handler,
    ...['.page', 'trampoline', 'sieve:', 'here:', ...changes],
    ...[`check${pairs.length - 1}: .check hereEnd`, ...store(pairs[0]!), ...far('there'), 'hereEnd:'],
    ...['.page', 'trampoline', 'there: .check back', 'ld [counter]', 'adda 1', 'st [counter]', `anda ${mask}`],
    ...['st [masked]', ...Array<string>(waits[1]).fill('nop'), 'back: .check thereEnd', ...far('here'), 'thereEnd:'],
  ].join('\n');
}

/** Where the slide would be left with no cycle left. */
const HOLE = 0x100;

/** The program in whose runs the times are found: what its tests find does not depend on what the handler takes. */
function measured(each: Drawn): Assembly {
  const free = PLACES.map(() => FREE);
  return assembleUnchecked(write(each, free));
}

/**
 * The times that the tests of each place take in a run.
 * @param held what the byte that is never stored holds
 * @returns undefined if the run comes to the hole
 */
function timesOf(
  assembly: Assembly,
  isHoled: boolean,
  seed: number,
  held?: number,
): readonly ReadonlySet<number>[] | undefined {
  const machine = createMachine(assembly.image, { core: 'reference', seed });
  if (held !== undefined) machine.ram[valueOf(assembly, 'loose')] = held;
  const places = PLACES.map((_, place) => ({
    from: valueOf(assembly, `begin${place}`),
    to: valueOf(assembly, `end${place}`),
    start: 0,
    times: new Set<number>(),
  }));
  while (machine.cycle < CYCLES) {
    machine.step();
    if (isHoled && machine.address === HOLE) return undefined;
    for (const place of places) {
      if (machine.address === place.from) place.start = machine.cycle;
      if (machine.address === place.to) place.times.add(machine.cycle - place.start);
    }
  }
  return places.map(({ times }) => times);
}

it('handlers are wrong only where a run is, and proven only where none is', { timeout: 0 }, () => {
  const seen = { proven: 0, assumed: 0, wrong: 0 };
  forAll(draws(30), [drawn, fc.nat(0xff)], (each, seed) => {
    const measuring = measured(each);
    const first = timesOf(measuring, each.isHoled, seed) ?? [];
    const times = PLACES.map((_, place) => [...(first[place] ?? [])][0] ?? 0);
    fc.pre(times.every((time) => time < FREE));
    const text = write(each, times);
    const assembly = assembleText(text);
    expect(
      codes(assembly).filter((code) => !/^GT083/.test(code)),
      text,
    ).toEqual([]);
    const verdict = assembly.handler?.verdict ?? 'assumed';
    seen[verdict] += 1;
    const isOff = (found: ReturnType<typeof timesOf>): boolean =>
      found === undefined || found.some((all, place) => [...all].some((time) => time !== times[place]));
    const isWrong = (held: number): boolean => isOff(timesOf(measuring, each.isHoled, seed + held, held));
    if (isOff(first)) expect(verdict, text).not.toBe('proven');
    else if (verdict === 'wrong') expect(EACH.some(isWrong), text).toBe(true);
  });
  expect(seen.proven).toBeGreaterThan(0);
  expect(seen.assumed).toBeGreaterThan(0);
  expect(seen.wrong).toBeGreaterThan(0);
});

const EACH = Array.from({ length: 0x100 }, (_, value) => value);

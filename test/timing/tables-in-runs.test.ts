/** Tables that span pages, read in each way that a jump can read them: what is called exact is so in a run. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Assembly } from '#assembler';
import { formatDifference } from '#emulator';
import { assembleTimed } from '#test/assembler/assembled-text.ts';
import { draws, forAll } from '#test/draws.ts';
import { firstDifference } from '#test/timing/declared-run.ts';

const RUNS = draws(40);
const CYCLES = 8_000;
/** How often the charges are corrected. */
const ROUNDS = 3;

/** One reading of the table, after which a branch takes a number of words if it has brought 0. */
interface Reading {
  /** From its own page, from another one by an index or at an offset, or in the slot of another jump. */
  readonly how: 'near' | 'far' | 'offset' | 'slot';
  readonly offset: number;
  readonly isUneven: boolean;
  readonly words: number;
}

const reading: fc.Arbitrary<Reading> = fc.record({
  how: fc.constantFrom('near', 'far', 'offset', 'slot'),
  offset: fc.nat(12),
  isUneven: fc.boolean(),
  words: fc.integer({ min: 1, max: 3 }),
});
/** How many entries the table has, and which of them are 0. */
const table = fc.record({
  entries: fc.constantFrom(4, 30, 300),
  period: fc.integer({ min: 2, max: 20 }),
  zero: fc.nat(8),
});
const drawn = fc.record({ table, readings: fc.array(reading, { minLength: 1, maxLength: 2 }) });
type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never;

const HEAD = `
        .lint off GT0814, GT0832, GT0833, GT0902, GT0906, GT0909, GT0910, GT0912, GT0913, GT0914, GT0916, GT0920
.zp account
.zp back
.zp p
.timing account=account
.macro nothing
.endmacro
`;
const HANDLER = `
        .trampoline
        st   [back]
        ld   127
        st   [account]
        ld   [back]
        adda 5
        st   [back]
        .resume
        bra  [back]
        nop
`;

/** Entries of the table in its first page. */
const IN_PAGE = 0xf0;

/** The jump back from the page of the table. */
function leaving(number: number): string {
  return `ld >back${number},y\njmp y,back${number}\nnop`;
}

/** What a reading does up to the jump, and what it has in pages 1 and 2. */
function written(
  { how, offset, isUneven }: Reading,
  number: number,
  entries: number,
): { main: string; pages: readonly string[] } {
  const place = 0xf0 + 8 * number;
  const leave = leaving(number);
  const index = `ld [p]\nanda 3\nadda ${Math.min(offset, entries - 4)}`;
  const either = entries > IN_PAGE ? 'ld [p]\nanda 1\nadda 1\nld ac,y' : 'ld 1,y';
  const twice = [leave, isUneven ? `nop\n${leave}` : leave];
  switch (how) {
    case 'near':
      return {
        main: `ld 1,y\n${index}\njmp y,${place}\nnop`,
        pages: [`.targets numbers\nbra ac\nbra * + 2\nnop\n${leave}`, ''],
      };
    case 'far':
      return { main: `${either}\n${index}\n.targets numbers\njmp y,ac\nbra ${place}`, pages: twice };
    case 'offset':
      return {
        main: `${either}\n.targets numbers\njmp y,${Math.min(offset, entries - 1)}\nbra ${place}`,
        pages: twice,
      };
    case 'slot':
      return { main: `ld 1,y\n${index}\njmp y,${place}\n.targets numbers\nbra ac`, pages: [leave, ''] };
  }
}

function sourceOf({ table: { entries, period, zero }, readings }: Drawn, charges: readonly number[]): string {
  const parts = readings.map((each, number) => written(each, number, entries));
  const main = parts.map((part, number) => {
    const change = 'ld [p]\nadda 3\nst [p]';
    const test = `beq zero${number}\nnop\nbra on${number}\nnop\nzero${number}: .wait ${readings[number]?.words}`;
    return `.check * + ${charges[number]}\n${change}\n${part.main}\nback${number}: ${test}\non${number}:`;
  });
  const slot = readings.findIndex(({ how }) => how === 'slot');
  const runsOn = slot < 0 || entries > IN_PAGE ? '' : `.org ${0x100 + entries}\n${leaving(slot)}`;
  const page = (at: number): string =>
    parts.map(({ pages }, number) => `.org $0${at + 1}f${8 * number}\n${pages[at]}`).join('\n');
  return `${HEAD}
        .org $0100
        .lookup numbers, nothing at $f0
        .entry ${Array.from({ length: entries }, (_, k) => (k % period === zero ? 0 : 1)).join(', ')}
        .endlookup
${runsOn}
${page(0)}
${page(1)}
        .org 0
        ld   100
        st   [account]
start:
${main.join('\n')}
        .check * + 7
        bra  start
        nop
${HANDLER}`;
}

/** The program with each check charged what the proof counts, as far as it is the same on all paths. */
function chargedAsProven(program: Drawn): { assembly: Assembly; source: string } {
  let charges = program.readings.map(() => 40);
  for (let round = 0; ; round++) {
    const source = sourceOf(program, charges);
    const assembly = assembleTimed(source).checked();
    const lines = source.split('\n').flatMap((line, at) => (line.includes('.check ') ? [at] : []));
    const difference = (number: number): number => {
      const found = assembly.diagnostics.find(
        ({ code, range }) => code === 'GT0810' && range.start.line === lines[number],
      );
      const told = /takes (\d+) cycles where (\d+) were charged/.exec(found?.message ?? '');
      return told === null ? 0 : Number(told[1]) - Number(told[2]);
    };
    const corrected = charges.map((cycles, number) => Math.min(127, Math.max(12, cycles + difference(number))));
    if (round === ROUNDS || corrected.every((cycles, number) => cycles === charges[number]))
      return { assembly, source };
    charges = corrected;
  }
}

it('a table is never called exact where a run reads another entry', { timeout: 0 }, () => {
  let exact = 0;
  forAll(RUNS, [drawn], (program) => {
    const { assembly, source } = chargedAsProven(program);
    fc.pre(assembly.timing.every(({ verdict }) => verdict === 'exact'));
    exact++;
    const difference = firstDifference(assembly.image, assembly.debugInfo.declarations, CYCLES, { source });
    expect(difference && formatDifference(difference), source).toBeUndefined();
  });
  expect(exact).toBeGreaterThan(0);
});

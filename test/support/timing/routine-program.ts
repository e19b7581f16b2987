/**
 * Programs of a few routines: words that test, store and jump forwards and backwards, calls, returns on a condition,
 * and checks that charge what a first run shows.
 */
import fc from 'fast-check';
import { timedProgram, type TimedProgram } from '../assembler/timed-program.ts';
import { count } from './counted-program.ts';
import { POWER_ON } from './program-writer.ts';

const BRANCHES = ['beq', 'bne', 'bgt', 'ble', 'blt', 'bge', 'bra'];
/** What new data is put into, and what only the program stores to. */
const [DATA, OWN] = [
  ['[$50]', '[$51]', '[$52]'],
  ['[$58]', '[$59]'],
];
/** Words of a routine, and of the main program. */
const [WORDS, MAIN_WORDS] = [10, 16];

/** A word, by its place in its routine and the number of that. */
type Word = (at: number, routine: number) => string;

/** The byte with the return address of a routine. */
const backOf = (routine: number): string => `[$${(0x40 + routine).toString(16)}]`;

const plain = fc.constantFrom(
  ...[...DATA, ...OWN].map((byte) => `ld ${byte}`),
  ...OWN.map((byte) => `st ${byte}`),
  ...['ld 0', 'ld 1', 'ld $80', 'anda 1', 'adda 1', 'suba 1', 'xora 1', 'nop', 'nop'],
);
const branch = fc.constantFrom(...BRANCHES);
const distance = fc.integer({ min: -6, max: 8 });
const word: fc.Arbitrary<Word> = fc.oneof(
  { weight: 6, arbitrary: plain.map((text) => () => text) },
  { weight: 5, arbitrary: fc.tuple(branch, distance).map(([name, by]) => jumpTo(name, by)) },
  { weight: 2, arbitrary: fc.constantFrom(1, 2).map(callOf) },
  { weight: 2, arbitrary: branch.map(returnBy) },
  { weight: 1, arbitrary: fc.constant(() => '.check') },
);

function jumpTo(branch: string, by: number): Word {
  return (at, routine) => `${branch} ${nameOf(routine, at + by)}`;
}

/** Calls a routine that comes after its own. */
function callOf(by: number): Word {
  return (_, routine) => (routine + by < 3 ? `bra ${nameOf(routine + by, 0)}\nld here+1` : 'nop');
}

function returnBy(branch: string): Word {
  return (_, routine) => `${branch} ${backOf(routine)}`;
}

function nameOf(routine: number, at: number): string {
  const last = (routine === 0 ? MAIN_WORDS : WORDS) - 1;
  return `L${routine}x${Math.min(Math.max(at, 0), last)}`;
}

export const routineWords = fc.tuple(
  ...[MAIN_WORDS, WORDS, WORDS].map((length) => fc.array(word, { minLength: length, maxLength: length })),
);

/** A program of such words, whose checks charge what a run shows; undefined if it does not come to one twice. */
export function routineProgram(routines: readonly (readonly Word[])[], seed: number): TimedProgram | undefined {
  const first = written(routines, () => 20);
  const charged = new Map<number, number>();
  for (const { check, difference } of count(first, seed, 1_000, true))
    if (!charged.has(check.address)) charged.set(check.address, check.cycles + difference);
  const charges = first.checks.map(({ address }) => charged.get(address) ?? 20);
  return charges.some((charge) => charge < 5 || charge > 120)
    ? undefined
    : written(routines, (index) => charges[index]!);
}

function written(routines: readonly (readonly Word[])[], chargeOf: (check: number) => number): TimedProgram {
  let checks = 0;
  const lines = routines.flatMap((words, routine) => [
    ...(routine === 0 ? ['.check'] : []),
    ...words.map((each, at) => {
      const isFirst = routine > 0 && at === 0;
      return `${nameOf(routine, at)}: ${isFirst ? `st ${backOf(routine)}` : each(at, routine)}`;
    }),
    routine === 0 ? 'bra start\nnop' : `bra ${backOf(routine)}\nnop`,
  ]);
  const body = lines.map((line) => line.replace('.check', () => `.check =${chargeOf(checks++)}`)).join('\n');
  return timedProgram(`${POWER_ON}\nstart: ${body}`);
}

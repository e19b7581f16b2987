/**
 * Programs of random fragments with everything that can be declared, for comparing the proof with the emulator.
 *
 * Checks are charged what the proof counts, and then the emulator counts. Each declaration is either true, or
 * contradicts the code in a visible way.
 */
import fc from 'fast-check';
import { proveTiming, type TimingReport } from '#proof';
import { timedProgram, type TimedProgram } from '../assembler/timed-program.ts';
import * as farCalls from './far-call-fragments.ts';
import { type FragmentWriter, linesOf } from './fragment.ts';
import * as jumps from './jump-fragments.ts';
import * as loops from './loop-fragments.ts';
import { POWER_ON } from './program-writer.ts';
import * as returns from './return-fragments.ts';

const kinds = { ...loops, ...jumps, ...returns, ...farCalls };

const someOf = (choice: readonly fc.Arbitrary<FragmentWriter>[], most = 4): fc.Arbitrary<readonly FragmentWriter[]> =>
  fc.array(fc.oneof(...choice), { minLength: 1, maxLength: most });

/** Charges by a count come twice, since several faults show only where one fits its loop. */
export const fragments = someOf([...Object.values(kinds), kinds.charged]);
/** The same for edits: in half of the programs, the way depends on what is computed with constants. */
export const editable = fc.oneof(fragments, someOf([kinds.pageHalfKnown, kinds.table, kinds.undeclared], 2));

/** A program, and what was proven about it. */
export interface ChargedProgram {
  readonly program: TimedProgram;
  readonly source: string;
  readonly report: TimingReport;
}

/** Where fixed places in the main page begin. */
const END_OF_MAIN = 0x1c0;
/** How often the charges are corrected. */
const ROUNDS = 3;
const LARGEST = 128;
const SMALLEST = 5;

/** Writes fragments and charges each check what the proof says; undefined if they do not fit into the page. */
export function chargeAsProven(writers: readonly FragmentWriter[]): ChargedProgram | undefined {
  return chargeText(writeFragments(writers));
}

/** Charges each `.check =20` of a text what the proof says. */
export function chargeText(source: string): ChargedProgram | undefined {
  let text = source;
  let program = timedProgram(text);
  if (program.at['mainEnd']! > END_OF_MAIN) return undefined;
  let report = proveTiming(program);
  for (let round = 0; round < ROUNDS; round++) {
    const corrected = program.checks.map(({ cycles }, index) => {
      const { reason, difference, range } = report.results[index]!;
      // Where paths take different times, it is charged for one of them once: no charge is right for all.
      const isOpen = reason === 'timing-wrong' && (round === 0 || range?.min === range?.max);
      return isOpen ? Math.min(LARGEST, Math.max(SMALLEST, cycles + difference)) : cycles;
    });
    if (corrected.every((cycles, index) => cycles === program.checks[index]!.cycles)) break;
    let next = 0;
    text = source.replace(/\.check =20/g, () => `.check =${corrected[next++]}`);
    program = timedProgram(text);
    report = proveTiming(program);
  }
  return { program, source: text, report };
}

function writeFragments(writers: readonly FragmentWriter[]): string {
  const written = writers.map((write, index) => {
    const { main, aside, pages, handler } = write(0x10 + 8 * index);
    const lines = (text: string | undefined): readonly string[] => linesOf(text, `F${index}`, 0x60 + 8 * index);
    return { main: lines(main), aside: lines(aside), pages: lines(pages), handler: lines(handler) };
  });
  return [
    POWER_ON.replace('        ld   $aa,x', ['ld   $aa,x', ...written.flatMap(({ handler }) => handler)].join('\n')),
    'start:',
    ...written.flatMap(({ main }) => main),
    '.check =20',
    'bra start',
    'nop',
    ...written.flatMap(({ aside }) => aside),
    'mainEnd:',
    ...written.flatMap(({ pages }) => pages),
  ].join('\n');
}

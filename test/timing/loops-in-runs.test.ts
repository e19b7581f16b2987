/** Declared loops of every kind that the proof knows, compared with runs: true ones never stop a run, false ones do. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Assembly } from '#assembler';
import { formatDifference } from '#emulator';
import { assembleTimed } from '#test/assembler/assembled-text.ts';
import { draws, forAll } from '#test/draws.ts';
import { expectSameStops, firstDifference } from '#test/timing/declared-run.ts';
import { type Declare, type DrawnLoop, loops, writeLoops } from '#test/timing/looping-program.ts';

/** How many programs of each kind. */
const RUNS = draws(30);
/** Enough for the fast core to translate for the probe. */
const CYCLES = 16_000;

/** How a run first differs from what the program declares, as text. */
function shownDifference({ image, debugInfo }: Assembly, source: string): string | undefined {
  const difference = firstDifference(image, debugInfo.declarations, CYCLES, { seed: 7, source });
  return difference === undefined ? undefined : `${difference.kind}: ${formatDifference(difference)}`;
}

function assembled(drawn: readonly DrawnLoop[], declare: Declare): { program: Assembly; source: string } {
  const source = writeLoops(drawn, declare);
  return { program: assembleTimed(source), source };
}

describe('loops', () => {
  it('that are true never stop a run', { timeout: 0 }, () => {
    forAll(RUNS, [loops, fc.boolean()], (drawn, isRange) => {
      const { program, source } = assembled(drawn, (turns) => (isRange ? [1, turns + 1] : [turns, turns]));
      expect(shownDifference(program, source), source).toBeUndefined();
    });
  });

  it('that turn more or less often than declared stop it', { timeout: 0 }, () => {
    forAll(RUNS, [loops, fc.nat(2), fc.constantFrom(-1, 1, 2)], (drawn, which, by) => {
      const index = which % drawn.length;
      const { turns, entry, skipped } = drawn[index]!;
      // After a jump that it does not know, the proof may know no turn of a loop, and then not its middle either.
      const isKnown = drawn.every(({ closing }) => closing !== 'lost') || entry === 'head' || entry === 'jump';
      fc.pre(turns + by >= 1 && isKnown && skipped !== 'afterHead');
      const declared: Declare = (made, loop) => (loop === index ? [made + by, made + by] : [made, made]);
      const { program, source } = assembled(drawn, declared);
      expect(shownDifference(program, source), source).toMatch(/^loop/);
    });
  });

  it('are compared alike by both cores, whatever the words do', { timeout: 0 }, () => {
    const change = fc.tuple(fc.nat(0x7f), fc.nat(15));
    forAll(RUNS, [loops, fc.array(change, { maxLength: 2 }), fc.nat(0xff)], (drawn, changes, watched) => {
      const { program, source } = assembled(drawn, (turns) => [turns, turns]);
      const rom = program.image.slice();
      for (const [address, bit] of changes) rom[address] = rom[address]! ^ (1 << bit);
      const slices = { quiet: 20_000, cycles: 60_000, slice: 9_000, watched };
      expectSameStops(rom, program.debugInfo.declarations, slices, source);
    });
  });
});

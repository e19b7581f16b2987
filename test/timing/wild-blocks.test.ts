/** Timed blocks between random words: what is called exact is what every run counts from the one to the other. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMachine } from '#emulator';
import { isTimedBlock, proveTiming, type TimeAssertion, type TimingResult } from '#proof';
import type { TimedProgram } from '#test/assembler/timed-program.ts';
import { draws, forAll } from '#test/draws.ts';
import { untilUnstored } from '#test/timing/counted-program.ts';
import { newData } from '#test/timing/new-data.ts';
import { WILD_KINDS, wildWords } from '#test/timing/wild-program.ts';

const RUNS = draws(17);
const CYCLES = 1_500;

/** A block begins at a line, often the next one after a jump, and ends a few lines later. */
const place = fc.record({ line: fc.nat(32), length: fc.integer({ min: 1, max: 7 }), afterJump: fc.boolean() });
const places = fc.array(place, { minLength: 12, maxLength: 24 });
type Place = typeof place extends fc.Arbitrary<infer T> ? T : never;

/** The blocks at some places that are exact, each with the cycles that the proof finds. */
function exactBlocks(
  program: TimedProgram,
  words: readonly string[],
  drawn: readonly Place[],
): readonly TimeAssertion[] {
  const blocks = drawn.map(({ line, length, afterJump }) => {
    const jump = words.findIndex((word, index) => index >= line && index < 32 && /^(?:b|jmp)/.test(word));
    const first = afterJump && jump >= 0 ? jump + 1 : line;
    const [from, to] = [program.at[`L${first}`]!, program.at[`L${first + length}`]!];
    return { kind: 'at-most' as const, from, to, cycles: 10_000, address: from };
  });
  const apart = [...new Map(blocks.map((block) => [block.from, block])).values()];
  const proven = (assertions: readonly TimeAssertion[]): readonly TimingResult[] =>
    proveTiming({ ...program, assertions }).results.filter(({ kind }) => isTimedBlock(kind));
  const times = new Map<number, number>();
  for (const { address, verdict, range } of proven(apart))
    if (verdict === 'exact' && range !== null && range.min === range.max) times.set(address, range.max);
  const claims = apart.flatMap((block) => {
    const cycles = times.get(block.address);
    return cycles === undefined ? [] : { ...block, kind: 'exact' as const, cycles };
  });
  if (claims.length === 0) return [];
  const exact = new Set(proven(claims).flatMap(({ address, verdict }) => (verdict === 'exact' ? [address] : [])));
  return claims.filter(({ address }) => exact.has(address));
}

it.each(WILD_KINDS)('what is called exact is what is counted, whatever the words %s', { timeout: 0 }, (...drawn) => {
  const [, word, write] = drawn;
  let met = 0;
  forAll(RUNS, [wildWords(word), places, fc.integer()], ([words, before], where, seed) => {
    const program = write(words, before);
    const blocks = exactBlocks(program, words, where);
    fc.pre(blocks.length > 0);
    const machine = createMachine(program.words, { core: 'reference', seed });
    const [change, endsAt] = [newData(machine, seed), untilUnstored(machine)];
    const entered = new Map<TimeAssertion, number>();
    while (machine.cycle < CYCLES && !endsAt(machine.address)) {
      const { address, cycle } = machine;
      for (const block of blocks) {
        const since = entered.get(block);
        if (address === block.to && since !== undefined) {
          expect({ from: block.from, to: block.to, cycles: cycle - since }).toMatchObject({ cycles: block.cycles });
          entered.delete(block);
          met++;
        }
        if (address !== block.from || entered.has(block)) continue;
        if (entered.size === 0) change({});
        entered.set(block, cycle);
      }
      machine.step();
    }
  });
  expect(met).toBeGreaterThan(RUNS / 10);
});

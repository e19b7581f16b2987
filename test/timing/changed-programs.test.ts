/**
 * Programs that are changed so that they do the same: what was exact stays exact, the verifier still accepts it, and a
 * run stops at what is false, and at nothing else.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isFailure } from '#basics';
import { certify } from '#certifier';
import { proveTiming, type TimingResult } from '#proof';
import { assembleTimed } from '#test/assembler/assembled-text.ts';
import { timedProgram, type TimedProgram } from '#test/assembler/timed-program.ts';
import { draws, forAll } from '#test/draws.ts';
import { changed, changesBy, DETOURS, LONGER, mirrored, SAME_TIME } from '#test/timing/changed-text.ts';
import { claimsOf, exactOf } from '#test/timing/claims.ts';
import { count } from '#test/timing/counted-program.ts';
import { chargeAsProven, chargeText, fragments } from '#test/timing/declared-program.ts';
import { firstDifference } from '#test/timing/declared-run.ts';
import { loops, writeLoops } from '#test/timing/looping-program.ts';
import { sharedHandler, writeSharedHandler } from '#test/timing/shared-handler.ts';
import { good } from '#test/good.ts';

const RUNS = draws(12);

/** Whether each word of a text has a place of its own. */
function isApart({ used, at }: TimedProgram, source: string): boolean {
  const sizes = source.split('\n').map((line) => (/^[a-z][^:]*$/.test(line) ? 1 : line.startsWith('.check') ? 5 : 0));
  const words = sizes.reduce<number>((sum, size) => sum + size, 0);
  return at['mainEnd']! <= 0x1c0 && used.reduce((sum, each) => sum + each, 0) === words;
}

/** Which checks are exact, in order; the verifier must accept them. */
function verdicts(program: TimedProgram, results: readonly TimingResult[], source: string): readonly boolean[] {
  const claims = claimsOf(program);
  const certified = claims === undefined || claims.exact.length === 0 || certify(claims);
  expect(isFailure(certified) && `${certified.message}\n${source}`).toBe(false);
  return results.map(({ verdict }) => verdict === 'exact');
}

it('a change that takes no time changes no verdict', { timeout: 0 }, () => {
  let seen = 0;
  forAll(RUNS, [fragments, changesBy(SAME_TIME), fc.boolean()], (writers, changes, isElsewhere) => {
    const charged = chargeAsProven(writers);
    fc.pre(charged !== undefined);
    const text = changed(charged.source, changes);
    const source = isElsewhere ? mirrored(text) : text;
    // Only 32 KiB have a mirror.
    const ramKib = isElsewhere && !source.includes('$8') ? 64 : 32;
    const program: TimedProgram = { ...timedProgram(source), ramKib };
    fc.pre(isApart(program, source));
    const { results } = proveTiming(program);
    const before = charged.report.results.map(({ verdict }) => verdict === 'exact');
    expect(verdicts(program, results, source), `${charged.source}\n${JSON.stringify(changes)}`).toEqual(before);
    seen += before.filter(Boolean).length;
  });
  expect(seen).toBeGreaterThan(RUNS);
});

/** Whether a check is in doubt only since arms are no longer of equal length. */
function isUneven({ reason }: TimingResult): boolean {
  return ['timing-wrong', 'timing-tests', 'timing-overdraft', 'timing-range'].includes(`${reason}`);
}

it('a change that takes time makes no verdict unproven that the checks can pay for', { timeout: 0 }, () => {
  let seen = 0;
  forAll(RUNS, [fragments, changesBy(LONGER)], (writers, changes) => {
    const before = chargeAsProven(writers);
    fc.pre(before !== undefined);
    const after = chargeText(changed(before.source.replace(/\.check =\d+/g, '.check =20'), changes));
    fc.pre(after !== undefined && isApart(after.program, after.source));
    const { program, source, report } = after;
    const isExact = verdicts(program, report.results, source);
    const lost = report.results.filter((result, at) => {
      return before.report.results[at]!.verdict === 'exact' && !isExact[at] && !isUneven(result);
    });
    expect(
      lost.map(({ message }) => message),
      `${before.source}\n${JSON.stringify(changes)}`,
    ).toEqual([]);
    seen += isExact.filter(Boolean).length;
  });
  expect(seen).toBeGreaterThan(RUNS);
});

it('a word more or less makes a check wrong or unproven that executes it', { timeout: 0 }, () => {
  let off = 0;
  forAll(RUNS, [fragments, fc.boolean(), fc.nat(), fc.integer()], (writers, isMore, place, seed) => {
    const charged = chargeAsProven(writers);
    fc.pre(charged !== undefined);
    const rule = isMore ? 'WORD -> nop | $1' : 'nop | WORD -> $1';
    const source = changed(charged.source, [{ rule, place, number: 0 }]);
    const program = timedProgram(source);
    fc.pre(isApart(program, source));
    const exact = exactOf(proveTiming(program).results);
    for (const { check, difference, drift } of count(program, seed, 1_000, true)) {
      // The account's byte alone tells what was charged.
      if (((difference + drift) & 0xff) === 0) continue;
      expect(exact.has(check.address), source).toBe(false);
      off++;
    }
  });
  expect(off).toBeGreaterThan(RUNS);
});

it('a run stops at false counts alone, whatever way loops take', { timeout: 0 }, () => {
  forAll(RUNS, [loops, changesBy(DETOURS), fc.nat(2), fc.constantFrom(0, 0, 1)], (drawn, changes, which, more) => {
    const index = which % drawn.length;
    const isPlain = drawn.every(({ closing, skipped }) => closing !== 'lost' && skipped !== 'afterHead');
    fc.pre(more === 0 || isPlain);
    const text = writeLoops(drawn, (turns, loop) => (loop === index ? [turns + more, turns + more] : [turns, turns]));
    const source = changed(text, changes);
    const { image, debugInfo } = assembleTimed(source);
    const difference = firstDifference(image, debugInfo.declarations, 8_000, { source });
    expect(difference?.kind, source).toBe(more === 0 ? undefined : 'loop');
  });
});

/** Words that take so many cycles; `@` begins their labels. */
const WAITS: readonly (readonly [cycles: number, words: string])[] = [
  [2, 'st [spare] | ld [spare]'],
  [5, 'ld @q | st [spare] | bra [spare] | nop | @q: nop'],
  [6, 'bra @r | nop | @q: bra @s | nop | @r: bra @q | nop | @s:'],
  [6, 'ld [frame] | beq @q | nop | bra @r | nop | @q: nop | nop | @r: nop'],
  [8, 'ld [frame] | anda 3 | adda @t | bra ac | bra @e | @t: ld 0 | ld 1 | ld 2 | ld 3 | @e: nop | nop'],
  [14, 'ld 3 | st [spare] | @l: ld [spare] | suba 1 | bne @l | st [spare]'],
];

it('a handler that waits in another way is proven as before, and not if it waits longer', { timeout: 0 }, () => {
  const drawn = [sharedHandler, fc.constantFrom(...WAITS), fc.nat(), fc.constantFrom(0, 0, 1)] as const;
  forAll(draws(2), [...drawn], (handler, [cycles, words], place, more) => {
    const source = writeSharedHandler(handler).replace('.zp extra', '.zp extra\n.zp spare');
    const waits = [...source.matchAll(/\.wait (\d+)(?= +;)/g)].filter(([, most]) => Number(most) > cycles);
    const { index, ...wait } = waits[place % waits.length]!;
    const lines = words.replaceAll('@', 'changed').replaceAll(' | ', '\n');
    const text = `${lines}\n.wait ${Number(wait[1]) - cycles + more}`;
    const after = assembleTimed(source.slice(0, index) + text + source.slice(index + wait[0].length));
    const wasProven = assembleTimed(source).handler?.verdict === 'proven';
    expect(after.handler?.verdict === 'proven', `${source}\n${text} at ${index}`).toBe(wasProven && more === 0);
    if (wasProven && more === 0) good(certify(after.timingClaims()!));
  });
});

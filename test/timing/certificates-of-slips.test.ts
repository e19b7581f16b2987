/**
 * A slip in a right program costs its own claims: those of the other checks are certified.
 *
 * The program is the sample with a handler of its own. Most slips are in what jumps: a path may then come to the middle
 * of a check, to code that it never came to, or anywhere.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { certifyEach } from '#certifier';
import { CHECK_WORDS } from '#isa';
import { assembleText } from '#test/assembler/assembled-text.ts';
import { draws, forAll } from '#test/draws.ts';
import { good } from '#test/good.ts';
import { MAIN, SMALL_HANDLER } from '#test/timing/small-handler.ts';
import type { Refusal } from '#verifier';

const LINES = MAIN.split('\n');
const WORD = /^(?:[\w.]+:)?\s+[a-z]+\b/;
const NEAR_TARGET = /\b(b\w\w|ld)(\s+)(\.?[a-z]\w*)/i;
const OTHER_CONDITION: Readonly<Record<string, string>> = { beq: 'bne', bne: 'beq', bge: 'blt', bra: 'beq' };

interface Slip {
  readonly kind: 'target' | 'condition' | 'twice' | 'missing' | 'nop';
  /** Which of the lines that it can change, modulo their number. */
  readonly at: number;
  /** By how many words a target is off. */
  readonly off: number;
}

const slips: fc.Arbitrary<Slip> = fc.record({
  kind: fc.constantFrom('target', 'target', 'condition', 'twice', 'missing', 'nop'),
  at: fc.nat(0xffff),
  off: fc.integer({ min: 1, max: 4 }),
});

/** The lines with a slip, and its place. */
function withSlip({ kind, at, off }: Slip): { lines: readonly string[]; place: number } {
  const changes = {
    target: (line: string) => [line.replace(NEAR_TARGET, `$1$2$3 + ${off}`)],
    condition: (line: string) => [line.replace(/\bb\w\w\b/, (branch) => OTHER_CONDITION[branch] ?? branch)],
    twice: (line: string) => [line, line.replace(/^[\w.]+:/, '')],
    missing: (line: string) => [/^[\w.]+:/.exec(line)?.[0] ?? ''],
    nop: (line: string) => [line, '        nop'],
  };
  const places = [...LINES.keys()].filter((place) => {
    const line = LINES[place] ?? '';
    return WORD.test(line) && changes[kind](line).join('\n') !== line;
  });
  const place = places[at % places.length] ?? 0;
  return { lines: LINES.toSpliced(place, 1, ...changes[kind](LINES[place] ?? '')), place };
}

/** The checks that a slip may cost though no path comes to their middle: the one before it, and the one that returns. */
function touched(lines: readonly string[], place: number): ReadonlySet<number | undefined> {
  const checks = lines.flatMap((line, at) => (/\.check\b/.test(line) ? [at] : []));
  return new Set([checks.findLast((at) => at <= place), lines.findIndex((line) => line.startsWith('.end:'))]);
}

/** Whether a path comes to the middle of the check that is claimed. */
function isEntered({ claim, path }: Refusal): boolean {
  const last = path.at(-1) ?? 0;
  return typeof claim === 'number' && last > claim && last < claim + CHECK_WORDS;
}

it('other claims are certified', { timeout: 0 }, () => {
  let costly = 0;
  forAll(draws(30), [slips], (slip) => {
    const { lines, place } = withSlip(slip);
    const assembly = assembleText(lines.join('\n'), { others: { 'handler.gtasm': SMALL_HANDLER } });
    const claims = assembly.timingClaims();
    fc.pre(claims !== undefined);
    const { certified, refused } = certifyEach(claims);
    good(certified);
    const lineOf = new Map<unknown, number>(assembly.debugInfo.lines.map(({ address, line }) => [address, line]));
    const fallen = refused.filter(({ claim }) => claim !== 'handler');
    if (fallen.length > 0) costly++;
    const mayFall = touched(lines, place);
    expect(fallen.filter((each) => !isEntered(each) && !mayFall.has(lineOf.get(each.claim)))).toEqual([]);
  });
  expect(costly).toBeGreaterThan(0);
});

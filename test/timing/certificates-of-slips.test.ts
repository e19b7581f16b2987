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
import { assembleText, replaced } from '#test/assembler/assembled-text.ts';
import { draws, forAll } from '#test/draws.ts';
import { good } from '#test/good.ts';
import { MAIN, SMALL_HANDLER } from '#test/timing/small-handler.ts';
import type { Refusal } from '#verifier';

const LINES = MAIN.split('\n');
const WORD = /^(?:[\w.]+:)?\s+[a-z]+\b/;
const NEAR_TARGET = /\b(b\w\w|ld)(\s+)(\.?[a-z]\w*)/i;
const OTHER_CONDITION: Readonly<Record<string, string>> = { beq: 'bne', bne: 'beq', bge: 'blt', bra: 'beq' };

interface Slip {
  /** `start` is in the jump by which start-up comes to the program. */
  readonly kind: 'start' | 'target' | 'condition' | 'twice' | 'missing' | 'nop';
  /** Which of the lines that it can change, modulo their number. */
  readonly at: number;
  /** By how many words a target is off. */
  readonly off: number;
}

const slips: fc.Arbitrary<Slip> = fc.record({
  kind: fc.constantFrom('start', 'target', 'target', 'condition', 'twice', 'missing', 'nop'),
  at: fc.nat(0xffff),
  off: fc.integer({ min: 1, max: 4 }),
});

/** The lines with a slip, its place in them, and the handler. */
function withSlip({ kind, at, off }: Slip): { lines: readonly string[]; place: number; handler: string } {
  if (kind === 'start')
    return { lines: LINES, place: -1, handler: replaced(SMALL_HANDLER, [/jmp +y,sieve/, `jmp  y,sieve + ${off}`]) };
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
  const lines = LINES.toSpliced(place, 1, ...changes[kind](LINES[place] ?? ''));
  return { lines, place, handler: SMALL_HANDLER };
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
    const { lines, place, handler } = withSlip(slip);
    const assembly = assembleText(lines.join('\n'), { others: { 'handler.gtasm': handler } });
    const claims = assembly.timingClaims();
    fc.pre(claims !== undefined);
    const { certified, refused } = certifyEach(claims);
    good(certified);
    const lineOf = new Map<unknown, number>(assembly.debugInfo.lines.map(({ address, line }) => [address, line]));
    const fallen = refused.filter(({ claim }) => claim !== 'handler');
    if (fallen.length > 0) costly++;
    const mayFall = touched(lines, place);
    // The proof tells such a path where it begins.
    const isTold = assembly.diagnostics.some(({ code }) => code === 'GT0816');
    const isDue = (each: Refusal): boolean => (isTold && isEntered(each)) || mayFall.has(lineOf.get(each.claim));
    expect(fallen.filter((each) => !isDue(each))).toEqual([]);
  });
  expect(costly).toBeGreaterThan(0);
});

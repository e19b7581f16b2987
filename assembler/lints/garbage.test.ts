/** Arbitrary words as a program: the proof and the lints terminate, and report only places inside the image. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findRoutineFacts, prepareProof, proveTiming, type TimeCheck } from '#proof';
import type { LintProgram } from './context.ts';
import { lintProgram } from './index.ts';
import { emptyProgram } from '#test/assembler/timed-program.ts';
import { forAll } from '#test/draws.ts';

const WORDS = 0x400;

const garbage = fc.record({
  words: fc.array(fc.nat(0xffff), { minLength: WORDS, maxLength: WORDS }),
  holes: fc.array(fc.nat(WORDS - 1), { maxLength: 40 }),
  checks: fc.array(
    fc.record({ address: fc.nat(WORDS - 6), cycles: fc.integer({ min: 0, max: 200 }), sync: fc.boolean() }),
    { maxLength: 12 },
  ),
  charges: fc.array(fc.record({ address: fc.nat(WORDS - 3), cycles: fc.integer({ min: -200, max: 200 }) }), {
    maxLength: 6,
  }),
  loops: fc.array(fc.record({ head: fc.nat(WORDS - 1), min: fc.nat(9), max: fc.nat(300) }), { maxLength: 6 }),
  targets: fc.array(fc.record({ address: fc.nat(WORDS - 1), targets: fc.array(fc.nat(0xffff), { maxLength: 5 }) }), {
    maxLength: 20,
  }),
});

function program({
  words,
  holes,
  checks,
  charges,
  loops,
  targets,
}: typeof garbage extends fc.Arbitrary<infer T> ? T : never): LintProgram {
  const image = new Uint16Array(0x10000);
  const used = new Uint8Array(0x10000);
  image.set(words);
  used.fill(1, 0, WORDS);
  for (const hole of holes) used[hole] = 0;
  const timeChecks = checks.map(({ address, cycles, sync }): TimeCheck => {
    image.set([-cycles & 0xff, 0x8120, 0xc220, 0xe8f0, address & 0xff], address);
    return { address, form: sync ? 'sync' : 'check', cycles, account: 0x20, trampoline: (address & 0xff00) | 0xf0 };
  });
  const entries = checks.map(({ address }) => address);
  const assertions = checks.map(({ address, cycles }) => ({
    kind: 'exact' as const,
    address,
    from: address ^ 0x55,
    to: address,
    cycles,
  }));
  return { ...emptyProgram(), words: image, used, entries, checks: timeChecks, charges, loops, targets, assertions };
}

it('proof and lints terminate on arbitrary words, and report only places inside the image', () => {
  forAll(40, [garbage], (drawn) => {
    const input = program(drawn);
    const context = prepareProof(input);
    const report = proveTiming(input, context);
    expect(report.results).toHaveLength(input.checks.length + input.assertions.length);
    for (const { place, verdict, reason, message } of report.results) {
      expect(place).toBeGreaterThanOrEqual(0);
      expect(place).toBeLessThan(0x10000);
      expect(reason === undefined).toBe(verdict === 'exact');
      expect(message).not.toMatch(/undefined|NaN|\.$/);
    }
    for (const { address, words, message } of lintProgram(input, context)) {
      expect(address + words).toBeLessThanOrEqual(0x10000);
      expect(message).not.toMatch(/undefined|NaN|\.$/);
    }
    findRoutineFacts(context, { name: 'any', start: drawn.holes[0] ?? 0, end: 0 });
  });
});

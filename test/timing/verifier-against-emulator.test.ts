/**
 * The verifier compared with the emulator: certificates for programs of random words, in which each check in turn is
 * claimed to be exact. What the verifier accepts is what is counted.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isFailure } from '#basics';
import { verify } from '#verifier';
import type { TimedProgram } from '#test/assembler/timed-program.ts';
import { draws, forAll } from '#test/draws.ts';
import { count, expectExact } from '#test/timing/counted-program.ts';
import { WILD_KINDS, wildWords } from '#test/timing/wild-program.ts';
import { certificateOf } from '#test/verifier/certificate-of.ts';

/** How many programs of each kind. */
const RUNS = draws(33);

/** The checks of a program that the verifier accepts, each alone: nothing is known of any byte at any check. */
function accepted(program: TimedProgram): ReadonlySet<number> {
  const certificate = certificateOf(program);
  certificate.bytes = [0x40, 0x41, 0x58, 0x59];
  certificate.handlerStores = certificate.bytes.map((byte) => [byte, 0]);
  const { exact: claimed, declarations } = certificate;
  const shorts = new Set(declarations.checks.flatMap(({ form, address }) => (form === 'short' ? [address] : [])));
  return new Set(
    claimed.filter((address) => {
      certificate.exact = [address];
      // Where AC need not hold the account, nothing depends on what other paths bring.
      const others = claimed.filter((other) => other !== address);
      certificate.open = shorts.has(address) ? [] : [0, ...declarations.entries, ...others];
      return !isFailure(verify(program.words, certificate));
    }),
  );
}

it.each(WILD_KINDS)('accepts nothing that the emulator counts otherwise, whatever the words %s', (_, word, write) => {
  let sum = 0;
  forAll(RUNS, [wildWords(word), fc.integer()], ([words, before], seed) => {
    const program = write(words, before);
    const exact = accepted(program);
    sum += exact.size;
    if (exact.size > 0) expectExact(exact, count(program, seed, 2_000, true));
  });
  expect(sum).toBeGreaterThan(0);
});

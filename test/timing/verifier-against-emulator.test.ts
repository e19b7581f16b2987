/**
 * The verifier compared with the emulator: certificates for programs of random words, in which each check in turn is
 * claimed to be exact. What the verifier accepts is what is counted.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMachine } from '#emulator';
import { decode } from '#isa';
import { isFailure } from '#basics';
import { verify } from '#verifier';
import { ACCOUNT, type TimedProgram } from '#test/assembler/timed-program.ts';
import { draws } from '#test/draws.ts';
import { countSegments, type Segment } from '#test/timing/ledger.ts';
import { newData } from '#test/timing/new-data.ts';
import {
  accountWord,
  shortWord,
  STORING_HANDLER,
  wildAcross,
  wildProgram,
  wildWord,
} from '#test/timing/wild-program.ts';
import { certificateOf } from '#test/verifier/certificate-of.ts';

/** How many programs of each kind. */
const RUNS = draws(40);

/** The checks of a program that the verifier accepts, each alone: nothing is known of any byte at any check. */
function accepted(program: TimedProgram): ReadonlySet<number> {
  const certificate = certificateOf(program);
  certificate.bytes = [0x40, 0x41, 0x58, 0x59];
  certificate.handlerStores = certificate.bytes.map((_, slot) => [slot, 0]);
  const claimed = certificate.exact;
  return new Set(
    claimed.filter((address) => {
      certificate.exact = [address];
      return !isFailure(verify(program.words, certificate));
    }),
  );
}

/** Runs a program over many checks, with new data at each; the account decides when to leave. */
function* count(program: TimedProgram, seed: number): Generator<Segment> {
  const machine = createMachine(program.words, { core: 'reference', seed });
  const charges = new Map(program.charges.map((charge) => [charge.address + 2, charge.cycles]));
  const stored = new Set<number>();
  yield* countSegments(machine, 2_000, {
    checks: program.checks,
    charges,
    account: ACCOUNT,
    mayStray: true,
    atCheck: newData(machine, seed),
    // A jump through a byte that nothing has stored.
    endsAt: (address) => {
      const { opcode, operand } = decode(program.words[address]!);
      if (opcode.operation === 'st' && opcode.address === 'd') stored.add(operand);
      return opcode.operation === 'jump' && opcode.bus === 'ram' && !stored.has(operand);
    },
  });
}

const inOnePage = (words: readonly string[]): TimedProgram => wildProgram(words);

it.each([
  ['in one page', wildWord, inOnePage],
  ['across the end of a page', wildWord, wildAcross],
  ['with short checks', shortWord, inOnePage],
  ['with corrections of the account', accountWord, inOnePage],
  ['with a handler that stores', wildWord, (words: readonly string[]) => wildProgram(words, STORING_HANDLER)],
])('accepts nothing that the emulator counts otherwise, whatever the words %s', (_, word, write) => {
  let sum = 0;
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 40, maxLength: 40 }),
      fc.integer({ min: 4, max: 60 }),
      fc.integer(),
      (words, before, seed) => {
        fc.pre(words.join().split('.nops').length < 3);
        const program = write(words, before);
        const exact = accepted(program);
        sum += exact.size;
        if (exact.size === 0) return;
        for (const { check, next, difference, drift, lowest, astray } of count(program, seed)) {
          if (exact.has(next.address)) expect({ next, astray }).toEqual({ next, astray: 0 });
          if (!exact.has(check.address)) continue;
          expect({ check, difference, drift }).toEqual({ check, difference: 0, drift: 0 });
          expect(lowest).toBeGreaterThanOrEqual(-128);
        }
      },
    ),
    { numRuns: RUNS },
  );
  expect(sum).toBeGreaterThan(0);
});

/**
 * Random handlers that share bytes with the program: what is called proven, the verifier accepts and a run shows.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMachine, DeclarationCheck, formatDifference } from '#emulator';
import { isFailure } from '#basics';
import { certify } from '#certifier';
import { assembleText } from '#test/assembler/assembled-text.ts';
import { sharedHandler, writeSharedHandler } from '#test/timing/shared-handler.ts';
import { draws } from '#test/draws.ts';

const RUNS = draws(8);
/** Some frames of 40 lines. */
const CYCLES = 40_000;

it('a handler that is proven is accepted by the verifier, and draws its frames', { timeout: 0 }, () => {
  const seen = { proven: 0, wrong: 0, assumed: 0 };
  fc.assert(
    fc.property(sharedHandler, fc.nat(0xff), (drawn, seed) => {
      const source = writeSharedHandler(drawn);
      const program = assembleText(source);
      const broken = program.diagnostics.filter(({ code, severity }) => severity === 'error' && !/^GT08/.test(code));
      expect(broken, source).toEqual([]);
      const { handler, declarations } = program.debugInfo;
      const claims = program.timingClaims();
      if (handler === null) throw new Error('the program has no handler');
      seen[handler.verdict]++;
      if (handler.verdict !== 'proven' || claims === undefined) return;
      const result = certify(claims);
      // It refuses a store that may or may not hit a byte which lines keep; then a run is the judge.
      const isUncertain = isFailure(result) && /not known whether byte \d+ is stored to/.test(result.message);
      if (isFailure(result) && !isUncertain) throw new Error(`${result.message}\n${source}`);
      const all = program.debugInfo.timing.every(({ verdict, kind }) => verdict === 'exact' || kind === 'at-most');
      // A store of which the address is not known is believed to hit nothing.
      if (!all || (!isFailure(result) && result.verified.trusted.has('store'))) return;
      const machine = createMachine(program.image, { core: 'reference', seed, ramKib: drawn.ram as 32 | 64 | 128 });
      const check = new DeclarationCheck(declarations, machine);
      machine.run(CYCLES, { probe: check });
      expect(check.difference && `${formatDifference(check.difference)}\n${source}`).toBeUndefined();
    }),
    { numRuns: RUNS },
  );
  expect(seen.proven).toBeGreaterThan(0);
});

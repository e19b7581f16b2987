/**
 * Random handlers that share bytes with the program: what is called proven, the verifier accepts and a run shows.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMachine, DeclarationCheck, formatDifference, type Machine } from '#emulator';
import { isFailure } from '#basics';
import { certify } from '#certifier';
import type { TimingClaims } from '#assembler';
import { prepareProof, proveTiming } from '../../assembler/timing/index.ts';
import { followHandler, HandlerWatch } from '#test/timing/handler-watch.ts';
import { ProgramWatch } from '#test/timing/program-watch.ts';
import { assembleText } from '#test/assembler/assembled-text.ts';
import { sharedHandler, writeSharedHandler } from '#test/timing/shared-handler.ts';
import { draws } from '#test/draws.ts';

const RUNS = draws(8);
/** Some frames of 40 lines. */
const CYCLES = 40_000;

/** Compares all that a run executes with what the proof says of it. */
function watchValues({ program, exact }: TimingClaims, machine: Machine, source: string): void {
  const context = prepareProof(program);
  const { results } = proveTiming(program, context);
  const said = new ProgramWatch(context, new Set(exact), machine);
  const checks = new Map(program.checks.map((check) => [check.address as number, check]));
  const inHandler = new HandlerWatch(followHandler(context, results), machine, program.checks[0]!);
  while (machine.cycle < CYCLES) {
    const check = machine.nextAddress === machine.address + 1 ? checks.get(machine.address) : undefined;
    if (check !== undefined && !said.isAway) inHandler.begin(check);
    const wasAway = said.isAway;
    const isSlot = wasAway && context.words.slots.has(machine.address);
    const wrong = said.look();
    if (wrong === null) break;
    expect(wrong, source).toBeUndefined();
    if (wasAway && said.isAway && !isSlot) expect(inHandler.look(), source).toBeUndefined();
    machine.step();
  }
}

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
      const options = { core: 'reference', seed, ramKib: drawn.ram as 32 | 64 | 128 } as const;
      watchValues(claims, createMachine(program.image, options), source);
      const machine = createMachine(program.image, options);
      const check = new DeclarationCheck(declarations, machine);
      machine.run(CYCLES, { probe: check });
      expect(check.difference && `${formatDifference(check.difference)}\n${source}`).toBeUndefined();
    }),
    { numRuns: RUNS },
  );
  expect(seen.proven).toBeGreaterThan(0);
});

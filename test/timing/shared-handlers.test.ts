/**
 * Random handlers that share bytes with the program: what is called proven, the verifier accepts, and a run shows it, in
 * each word.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isFailure } from '#basics';
import type { Assembly } from '#assembler';
import { certify } from '#certifier';
import { createMachine, DeclarationCheck, formatDifference, type Machine } from '#emulator';
import { prepareProof, proveTiming, type TimingClaims } from '#proof';
import { assembleText } from '#test/assembler/assembled-text.ts';
import { draws } from '#test/draws.ts';
import { followHandler, HandlerWatch } from '#test/timing/handler-watch.ts';
import { ProgramWatch } from '#test/timing/program-watch.ts';
import { PLAIN, plain, sharedHandler, writeSharedHandler, type SharedHandler } from '#test/timing/shared-handler.ts';

const RUNS = draws(12);
/** Two frames of 40 lines, and a half. */
const CYCLES = 20_000;

/** A program whose handler is proven. */
interface Proven {
  readonly source: string;
  readonly program: Assembly;
  readonly claims: TimingClaims;
}

/** Draws programs and looks at those whose handler is proven. @returns how many they are */
function forProven(look: (proven: Proven, drawn: SharedHandler, seed: number) => void): number {
  let count = 0;
  fc.assert(
    fc.property(sharedHandler, fc.nat(0xff), (drawn, seed) => {
      const source = writeSharedHandler(drawn);
      const program = assembleText(source);
      const broken = program.diagnostics.filter(({ code, severity }) => severity === 'error' && !/^GT08/.test(code));
      expect(broken, source).toEqual([]);
      const claims = program.timingClaims();
      if (program.debugInfo.handler?.verdict !== 'proven' || claims === undefined) return;
      count++;
      look({ source, program, claims }, drawn, seed);
    }),
    { numRuns: RUNS },
  );
  return count;
}

it('a handler that is proven is accepted by the verifier', { timeout: 0 }, () => {
  const proven = forProven(({ claims, source }) => {
    const result = certify(claims);
    if (isFailure(result)) throw new Error(`the verifier refuses what is called proven: ${result.message}\n${source}`);
  });
  console.info(`${proven} proven handlers, none of them refused`);
  expect(proven, 'no handler is proven any more').toBeGreaterThan(0);
});

it.each([32, 64, 128])('a store that may hit a byte which lines keep is followed both ways, with %i KiB', (ram) => {
  const startUp = plain('ld 2', 'st [mode]');
  const store = plain('ld [frame]', 'anda $80', 'ld ac,y', 'ld 0', 'st [y,mode]');
  const use = plain('ld [mode]', 'anda 1', 'bne behind@', 'nop', 'nop', 'behind@: nop');
  const waits = [
    [3, store],
    [5, use],
  ] as const;
  const claims = assembleText(writeSharedHandler({ ...PLAIN, startUp, waits, ram })).timingClaims();
  expect(claims?.handler).toBeDefined();
  const result = certify(claims!);
  expect(isFailure(result) && result.message).toBe(false);
});

it('a handler that is proven draws its frames, and holds what the proof says', { timeout: 0 }, () => {
  const proven = forProven(({ claims, program, source }, { ram }, seed) => {
    const { timing, declarations } = program.debugInfo;
    if (!timing.every(({ verdict, kind }) => verdict === 'exact' || kind === 'at-most')) return;
    const options = { core: 'reference', seed, ramKib: ram as 32 | 64 | 128 } as const;
    // A store of which the address is not known is believed to hit nothing.
    if (!watchValues(claims, createMachine(program.image, options), source)) return;
    const machine = createMachine(program.image, options);
    const check = new DeclarationCheck(declarations, machine);
    machine.run(CYCLES, { probe: check });
    const difference = check.difference && formatDifference(check.difference);
    expect(difference && `a run differs from what is called proven: ${difference}\n${source}`).toBeUndefined();
  });
  expect(proven, 'no handler is proven any more').toBeGreaterThan(0);
});

/**
 * Compares all that a run executes with what the proof says of it.
 * @returns false where what the proof assumes is not true
 */
function watchValues({ program, exact }: TimingClaims, machine: Machine, source: string): boolean {
  const context = prepareProof(program);
  const { results } = proveTiming(program, context);
  const outside = new ProgramWatch(context, new Set(exact), machine);
  const checks = new Map(program.checks.map((check) => [check.address as number, check]));
  const inside = new HandlerWatch(followHandler(context, results), machine, program);
  while (machine.cycle < CYCLES) {
    const check = machine.nextAddress === machine.address + 1 ? checks.get(machine.address) : undefined;
    if (check !== undefined && !outside.isAway) inside.begin(check);
    const isInHandler = outside.isAway && !context.words.slots.has(machine.address);
    const wrong = outside.look();
    if (wrong === null) return false;
    if (wrong !== undefined) throw new Error(`the proof says other values: ${wrong}\n${source}`);
    if (isInHandler && outside.isAway) {
      const wrongInside = inside.look();
      if (wrongInside === null) return false;
      if (wrongInside !== undefined) throw new Error(`the proof says other values: ${wrongInside}\n${source}`);
    }
    machine.step();
  }
  return true;
}

/**
 * Random handlers that share bytes with the program: what is called proven, the verifier accepts, and a run shows it,
 * in each word.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isFailure } from '#basics';
import type { Assembly } from '#assembler';
import { certify } from '#certifier';
import { createMachine, DeclarationCheck, formatDifference, type Machine, type MachineOptions } from '#emulator';
import type { TimeCheck, TimingClaims } from '#proof';
import { assembleText, assembleTimed } from '#test/assembler/assembled-text.ts';
import { draws, forAll } from '#test/draws.ts';
import { followHandler, HandlerWatch } from '#test/timing/handler-watch.ts';
import { PLAIN, plain, sharedHandler, writeSharedHandler } from '#test/timing/shared-handler.ts';
import { watchRun } from '#test/timing/watched-run.ts';
import { good } from '#test/good.ts';

const RUNS = draws(12);
/** Two frames of 40 lines, and a half. */
const CYCLES = 20_000;

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
  good(certify(claims!));
});

/** Compares a run with what the proof says of it. @returns whether all that the proof assumes is true */
function isAsAssumed({ program }: TimingClaims, machine: Machine, source: string): boolean {
  let handler: HandlerWatch | undefined;
  const inside = (...proof: Parameters<typeof followHandler>): HandlerWatch =>
    (handler = new HandlerWatch(followHandler(...proof), machine, program));
  const atCheck = (check: TimeCheck): void => handler?.begin(check);
  return watchRun({ program, source, machine, cycles: CYCLES, atCheck, inside }).isAsAssumed;
}

/** A program whose handler is proven. */
interface Proven {
  readonly source: string;
  readonly program: Assembly;
  readonly claims: TimingClaims;
}

/** Why a run does not show what is called proven; a store to an unknown address is believed to hit nothing. */
function differenceInRun({ claims, program, source }: Proven, options: MachineOptions): string | undefined {
  const { timing, declarations } = program.debugInfo;
  if (!timing.every(({ verdict, kind }) => verdict === 'exact' || kind === 'at-most')) return undefined;
  if (!isAsAssumed(claims, createMachine(program.image, options), source)) return undefined;
  const machine = createMachine(program.image, options);
  const check = new DeclarationCheck(declarations, machine);
  machine.run(CYCLES, { probe: check });
  return check.difference && formatDifference(check.difference);
}

/** Draws programs and looks at those whose handler is proven. @param look throws what is wrong with one */
function forProven(look: (proven: Proven, options: MachineOptions) => void): void {
  let proven = 0;
  forAll(RUNS, [sharedHandler, fc.nat(0xff)], (drawn, seed) => {
    const source = writeSharedHandler(drawn);
    const program = assembleTimed(source);
    const claims = program.timingClaims();
    if (program.debugInfo.handler?.verdict !== 'proven' || claims === undefined) return;
    proven++;
    look({ source, program, claims }, { core: 'reference', seed, ramKib: drawn.ram as 32 | 64 | 128 });
  });
  console.info(`${proven} proven handlers`);
  expect(proven, 'no handler is proven any more').toBeGreaterThan(0);
}

// Two tests, since faults are planted for each of the two judges alone.
it('a handler that is proven is accepted by the verifier', { timeout: 0 }, () => {
  forProven(({ claims, source }) => {
    const result = certify(claims);
    expect(isFailure(result) && `the verifier refuses what is called proven: ${result.message}\n${source}`).toBe(false);
  });
});

it('a handler that is proven draws its frames, and holds what the proof says', { timeout: 0 }, () => {
  forProven((proven, options) => {
    const difference = differenceInRun(proven, options);
    expect(difference && `a run differs from what is called proven: ${difference}\n${proven.source}`).toBeUndefined();
  });
});

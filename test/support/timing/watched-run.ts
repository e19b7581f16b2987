/** Runs that are compared word by word with what the proof says of each word that executes. */
import type { Machine } from '#emulator';
import { prepareProof, proveTiming } from '#proof';
import type { ProofContext, TimeCheck, TimingProgram, TimingResult } from '#proof';
import { exactOf } from './claims.ts';
import { ProgramWatch } from './program-watch.ts';

/** Looks at words: returns what the proof says wrongly, or null if what it assumes does not hold from here on. */
interface Watch {
  look(): string | null | undefined;
}

interface WatchedRun {
  readonly program: TimingProgram;
  /** The text of the program, which is shown with a fault. */
  readonly source: string;
  readonly machine: Machine;
  readonly cycles: number;
  /** Called at the first word of a check, before it executes. */
  readonly atCheck: (check: TimeCheck) => void;
  /** Looks at what the handler executes. */
  readonly inside?: (context: ProofContext, results: readonly TimingResult[]) => Watch;
}

/** Compares a run with the proof. @returns how many words were compared, and whether all assumptions held */
export function watchRun({ program, source, machine, cycles, atCheck, inside }: WatchedRun) {
  const context = prepareProof(program);
  const { results } = proveTiming(program, context);
  const outside = new ProgramWatch(context, exactOf(results), machine);
  const handler = inside?.(context, results);
  const checks = new Map(program.checks.map((check) => [check.address as number, check]));
  const isRefuted = (watch: Watch): boolean => {
    const wrong = watch.look();
    if (typeof wrong === 'string') throw new Error(`the proof says other values: ${wrong}\n${source}`);
    return wrong === null;
  };
  while (machine.cycle < cycles) {
    const check = machine.nextAddress === machine.address + 1 ? checks.get(machine.address) : undefined;
    if (check !== undefined && !outside.isAway) atCheck(check);
    const isInHandler = outside.isAway && !context.words.slots.has(machine.address);
    const isOver = isRefuted(outside) || (isInHandler && outside.isAway && handler !== undefined && isRefuted(handler));
    if (isOver) return { compared: outside.compared, isAsAssumed: false };
    machine.step();
  }
  return { compared: outside.compared, isAsAssumed: true };
}

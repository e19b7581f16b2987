/**
 * Movements: ways in which the machine goes on until it stops by itself.
 *
 * A movement advances in slices, so that the adapter can listen to its client in between. `FreeRun` is
 * "continue"; the steps are in stepping.ts. All of them stop at breakpoints, watches and faults.
 */
import type { History, Machine, Watch } from '#emulator';
import type { BreakpointTable } from '../breakpoints/breakpoint-table.ts';
import type { Invariant } from '../breakpoints/invariant.ts';
import type { Watches } from '../breakpoints/watches.ts';
import type { Program, Stop } from '../program/program.ts';
import type { CallFrame } from './call-stack.ts';

export interface Movement {
  /** Whether the pace of real time applies; a step is done as fast as it can be. */
  readonly paced: boolean;
  /** Executes at most `cycles` cycles; returns why it stopped, or undefined to go on. */
  advance(cycles: number): Stop | undefined;
  /** The search that it is, if it looks for something in the past. */
  readonly search?: PastSearch;
}

/** A search of the past. While it runs, the machine may be anywhere, and must not be changed. */
export interface PastSearch {
  /** What is being searched for, for people. */
  readonly title: string;
  /** How much of the past has been searched, 0 to 1. */
  readonly progress: number;
  /** Ends it where it is now; returns the stop there. */
  pause(): Stop;
  /** Ends it where it began. */
  cancel(): Stop;
}

export interface MovementContext {
  readonly machine: Machine;
  /** The machine's past; all running goes through it. */
  readonly history: History;
  readonly program: Program;
  readonly breakpoints: BreakpointTable;
  readonly watches: Watches;
  readonly invariant: Invariant;
  callStack(): readonly CallFrame[];
}

/** Runs until a breakpoint, a watch or a fault stops it. */
export class FreeRun implements Movement {
  readonly paced = true;

  /** @param decided whether the breakpoint at the machine's position, if any, is done with */
  constructor(
    private readonly context: MovementContext,
    private decided = true,
  ) {}

  advance(cycles: number): Stop | undefined {
    const { machine, breakpoints } = this.context;
    const end = machine.cycle + cycles;
    while (machine.cycle < end) {
      const hit = this.decided ? undefined : breakpoints.hitAt(machine.address);
      const stop = hit ?? run(this.context, end - machine.cycle);
      this.decided = hit !== undefined;
      if (stop !== undefined) return stop;
    }
    return undefined;
  }
}

/**
 * Executes at most `cycles` cycles, or up to the next marked address, ignoring a mark at the present one. The caller
 * decides whether the breakpoint at the new address stops.
 * @param also a watch of the movement's own; the caller sees what it hit
 */
export function run(
  { history, watches, breakpoints }: MovementContext,
  cycles: number,
  also?: Watch,
): Stop | undefined {
  const asked = watches.stopsForward();
  const watched = also === undefined ? asked : { ...asked, watches: [...(asked.watches ?? []), also] };
  // A single cycle never reaches another address to test, and leaving out the marks is faster.
  const reason = history.run(cycles, cycles === 1 ? watched : breakpoints.stopsWith(watched));
  return reason.kind === 'cycles' || reason.kind === 'breakpoint' ? undefined : watches.describe(reason);
}

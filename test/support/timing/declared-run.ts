/** Runs of programs, compared with what these declare, in both cores, which must stop alike. */
import { expect } from 'vitest';
import { createMachine, DeclarationCheck, type Machine } from '#emulator';
import type { RunDeclarations } from '#isa';

const CORES = ['reference', 'fast'] as const;

interface RunOptions {
  readonly seed?: number;
  /** The program, which is shown if the cores do not stop alike. */
  readonly source?: string;
  /** Puts something into RAM before the run. */
  readonly prepare?: (machine: Machine) => void;
}

/** How a run first differs from what is declared. */
export function firstDifference(
  image: Uint16Array,
  declarations: RunDeclarations,
  cycles: number,
  { seed = 3, source, prepare }: RunOptions = {},
): DeclarationCheck['difference'] {
  const found = CORES.map((core) => {
    const machine = createMachine(image, { core, seed, translateAfter: 1 });
    prepare?.(machine);
    const check = new DeclarationCheck(declarations, machine);
    const { kind } = machine.run(cycles, { probe: check });
    return { kind, difference: check.difference, cycle: machine.cycle };
  });
  expect(found[1], source).toEqual(found[0]);
  return found[0]!.difference;
}

/** The first difference that a run shows if it is compared from one of its first cycles on. */
export function differenceFromAnywhere(
  image: Uint16Array,
  declarations: RunDeclarations,
  starts: number,
  cycles: number,
): DeclarationCheck['difference'] {
  const machine = createMachine(image, { seed: 3 });
  for (let start = 0; start < starts; start++) {
    machine.run(1);
    const before = machine.snapshot();
    const check = new DeclarationCheck(declarations, machine);
    if (machine.run(cycles, { probe: check }).kind === 'probe') return check.difference;
    machine.restore(before);
  }
  return undefined;
}

interface Slices {
  /** Cycles of the run before stops are noted, of the run as a whole, and of a slice. */
  readonly quiet?: number;
  readonly cycles: number;
  readonly slice: number;
  /** A byte whose writes stop the run, too. */
  readonly watched: number;
}

/** Expects the same stops of both cores, in slices with cycles between them that the comparison does not see. */
export function expectSameStops(
  image: Uint16Array,
  declarations: RunDeclarations,
  { quiet = 0, cycles, slice, watched }: Slices,
  source?: string,
): void {
  const found = CORES.map((core) => {
    const machine = createMachine(image, { core, seed: 3, translateAfter: 1 });
    const check = new DeclarationCheck(declarations, machine);
    const asked = { probe: check, watches: [{ address: watched, length: 1, access: ['write'] as const }] };
    const stops: unknown[] = [];
    // The fast core translates for new stops after a while.
    while (machine.cycle < quiet) machine.run(quiet - machine.cycle, asked);
    while (machine.cycle < cycles && stops.length < 30) {
      const { kind } = machine.run(slice, asked);
      stops.push(kind === 'probe' ? check.difference : [kind, machine.cycle]);
      // After these cycles, nothing from before may count as known.
      if (kind === 'cycles') machine.run(777);
    }
    return [...stops, machine.ramHash];
  });
  expect(found[1], source).toEqual(found[0]);
}

/** The addresses that a run executes. */
export function executedIn(image: Uint16Array, cycles: number): readonly number[] {
  const machine = createMachine(image, { seed: 3 });
  machine.startProfile();
  machine.run(cycles);
  return [...machine.profile!.executions.entries()].flatMap(([address, count]) => (count > 0 ? [address] : []));
}

/** Around a program whose checks all leave, so that it does not matter what they pay for; its code goes in between. */
export const EACH_LEAVES = {
  head: `
.zp account at $20
.zp back at $22
.timing account=account
        .org 0
        ld   0
        st   [account]
start:
`,
  end: `
        bra  start
        nop
leave:  .trampoline
        adda 5
        st   [back]
        ld   0
        st   [account]
        .resume
        bra  [back]
        nop
`,
};

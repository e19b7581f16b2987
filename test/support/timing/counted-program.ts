/** Timed programs that run with new data at each check, counted from outside. */
import { type TimedProgram, ACCOUNT } from '../assembler/timed-program.ts';
import { expect } from 'vitest';
import { createMachine, type Machine } from '#emulator';
import { decode } from '#isa';
import { countSegments, type Segment } from './ledger.ts';
import { newData } from './new-data.ts';
import { placeOf } from './program-watch.ts';

/** Runs a program over many checks, with new data at each; the account decides when to leave. */
export function* count(program: TimedProgram, seed: number, cycles: number, mayStray = false): Generator<Segment> {
  const machine = createMachine(program.words, { core: 'reference', seed });
  const charges = new Map(program.charges.map((charge) => [charge.address + 2, charge.cycles]));
  const atCheck = newData(machine, seed);
  const endsAt = untilUnstored(machine);
  yield* countSegments(machine, cycles, {
    checks: program.checks,
    charges,
    atCheck,
    account: ACCOUNT,
    mayStray,
    endsAt,
  });
}

/** Whether the next word jumps through a byte to which nothing was stored yet, of which the proof says nothing. */
export function untilUnstored(machine: Machine): (address: number) => boolean {
  const stored = new Set<number>();
  return (address) => {
    const { opcode, operand } = decode(machine.rom[address]!);
    if (opcode.writesRam) stored.add(placeOf(opcode, operand, machine.registers, machine.ramKib));
    return opcode.operation === 'jump' && opcode.bus === 'ram' && !stored.has(operand);
  };
}

/** Expects that the checks that are called exact are so in what is counted. @param exact their addresses */
export function expectExact(exact: ReadonlySet<number>, segments: Iterable<Segment>): void {
  for (const segment of segments) {
    const { check, next, difference, drift, lowest, astray } = segment;
    const isEntered = astray === 0 || !exact.has(next.address);
    const isRight = (difference === 0 && drift === 0 && lowest >= -128) || !exact.has(check.address);
    // Not with each segment, of which there are hundreds of thousands.
    if (!isEntered || !isRight)
      expect.fail(`a check is called exact, and counted otherwise: ${JSON.stringify(segment)}`);
  }
}

/**
 * Timed programs that run with new data at each check, counted from outside. What the timing proof claims of the
 * programs of tests, for the verifier.
 */
import { claimedFacts, prepareProof, proveTiming, type ProofContext, type TimingClaims } from '#proof';
import { type TimedProgram, ACCOUNT } from '../assembler/timed-program.ts';
import { expect } from 'vitest';
import { createMachine } from '#emulator';
import { decode } from '#isa';
import { countSegments, type Segment } from './ledger.ts';
import { newData } from './new-data.ts';

/** What the proof claims of a program, if every jump is known. */
export function claimsOf(program: TimedProgram, proof: ProofContext = prepareProof(program)): TimingClaims | undefined {
  const { found } = proof;
  if (found.lostJumps.length > 0) return undefined;
  const checks = new Set(program.checks.map(({ address }) => address));
  const exact = proveTiming(program, proof).results.filter(({ verdict }) => verdict === 'exact');
  return {
    program,
    exact: [...new Set(exact.map(({ address }) => address))].filter((address) => checks.has(address)),
    ...claimedFacts(proof),
  };
}

/** Runs a program over many checks, with new data at each; the account decides when to leave. */
export function* count(program: TimedProgram, seed: number, cycles: number, mayStray = false): Generator<Segment> {
  const machine = createMachine(program.words, { core: 'reference', seed });
  const charges = new Map(program.charges.map((charge) => [charge.address + 2, charge.cycles]));
  const atCheck = newData(machine, seed);
  const endsAt = untilUnstored(program);
  yield* countSegments(machine, cycles, {
    checks: program.checks,
    charges,
    atCheck,
    account: ACCOUNT,
    mayStray,
    endsAt,
  });
}

/** Ends at a jump through a byte to which nothing has been stored yet; the proof says nothing about it. */
function untilUnstored({ words }: TimedProgram): (address: number) => boolean {
  const stored = new Set<number>();
  return (address) => {
    const { opcode, operand } = decode(words[address]!);
    if (opcode.operation === 'st' && opcode.address === 'd') stored.add(operand);
    return opcode.operation === 'jump' && opcode.bus === 'ram' && !stored.has(operand);
  };
}

/** Expects that checks which are called exact, by address, are so in what is counted. */
export function expectExact(exact: ReadonlySet<number>, segments: Iterable<Segment>): void {
  for (const { check, next, difference, drift, lowest, astray } of segments) {
    if (exact.has(next.address)) expect({ next, astray }).toEqual({ next, astray: 0 });
    if (!exact.has(check.address)) continue;
    expect({ check, difference, drift }).toEqual({ check, difference: 0, drift: 0 });
    expect(lowest).toBeGreaterThanOrEqual(-128);
  }
}

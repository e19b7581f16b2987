/**
 * The timing proof of a program: a verdict for each check, charge and assertion.
 *
 * docs/timing.md says what is proven, what is assumed, and why the proof is sound.
 */
import { hexWord } from '#isa';
import { proveBlock } from './block-proof.ts';
import { proveCheck } from './check-proof.ts';
import { prepareProof, type ProofContext } from './context.ts';
import type { TimingProgram } from './program.ts';
import type { LostRegister, TimingReport, TimingResult } from './report.ts';

/** Proves all checks and assertions of a program, in the order in which they are given. */
export function proveTiming(program: TimingProgram, context: ProofContext = prepareProof(program)): TimingReport {
  const results: TimingResult[] = [];
  const lost = new Map<string, LostRegister>();
  for (const check of program.checks) {
    const proof = proveCheck(context, check);
    results.push(proof.result);
    for (const each of proof.lostRegisters) {
      const key = `${each.address} ${each.register}`;
      if (!lost.has(key)) lost.set(key, each);
    }
  }
  for (const assertion of program.assertions) results.push(proveBlock(context, assertion));
  return { results, lostRegisters: [...lost.values()] };
}

/** The path of a result for people, a line for each word: cycle, balance, address, text. */
export function formatPath(result: TimingResult, textAt: (address: number) => string): string {
  return result.path
    .map(({ address, cycle, balance }) => {
      const left = balance === undefined ? '' : `${balance}`.padStart(6);
      return `${`${cycle}`.padStart(5)}${left}  ${hexWord(address)}  ${textAt(address)}`;
    })
    .join('\n');
}

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
import { faultOfCharge } from './time-words.ts';

/** Proves all checks and assertions of a program, in the order in which they are given. */
export function proveTiming(program: TimingProgram, context: ProofContext = prepareProof(program)): TimingReport {
  const results: TimingResult[] = [];
  const lost = new Map<string, LostRegister>();
  const badCharge = faultOfCharges(context);
  for (const check of program.checks) {
    const proof = proveCheck(context, check);
    const result = proof.result;
    results.push(badCharge !== undefined && result.verdict === 'exact' ? { ...result, ...badCharge } : result);
    for (const each of proof.lostRegisters) {
      const key = `${each.address} ${each.register}`;
      if (!lost.has(key)) lost.set(key, each);
    }
  }
  for (const assertion of program.assertions) results.push(proveBlock(context, assertion));
  return { results, lostRegisters: [...lost.values()] };
}

/** A charge whose words are wrong spoils every proof that may count on it. */
function faultOfCharges(
  context: ProofContext,
): Pick<TimingResult, 'verdict' | 'reason' | 'message' | 'place'> | undefined {
  for (const charge of context.program.charges) {
    const message = faultOfCharge(context.program, charge, context.words.accounts);
    if (message !== undefined) return { verdict: 'unproven', reason: 'timing-words', message, place: charge.address };
  }
  return undefined;
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

/**
 * The timing proof of a program: a verdict for each check and assertion.
 *
 * docs/timing.md says what is proven, what is assumed, and why the proof is sound.
 */
import { hexWord } from '#isa';
import { findLostAccounts } from './account-in-ac.ts';
import { proveBlock } from './block-proof.ts';
import { proveCheck } from './check-proof.ts';
import { proveHandler } from './handler/handler-proof.ts';
import { LIMITS } from './contract/limits.ts';
import { finish, type Pieces } from './contract/pieces.ts';
import { prepareProof, type ProofContext } from './kept/context.ts';
import { findOutOfOrder } from './start-up-order.ts';
import type { TimeAssertion, TimingProgram } from './contract/program.ts';
import { isTimedBlock } from './contract/report.ts';
import type { CheckFault, Judged, LostRegister, TimingReport, TimingResult } from './contract/report.ts';
import type { Sightings } from './runs/sightings.ts';

/** Proves all checks and assertions of a program, in the order in which they are given. */
export function proveTiming(program: TimingProgram, context: ProofContext = prepareProof(program)): TimingReport {
  return finish(proveInPieces(program, context));
}

/** The same in pieces, one for each check and assertion. */
export function* proveInPieces(program: TimingProgram, context: ProofContext): Pieces<TimingReport> {
  const { view, sightings } = context;
  let left: number = LIMITS.allChecks;
  const results: TimingResult[] = [];
  const lost = new Map<string, LostRegister>();
  const most = (): number => Math.max(LIMITS.leastForCheck, Math.min(LIMITS.check, left));
  const faults = [findLostAccounts(context), findOutOfOrder(context)];
  for (const check of program.checks) {
    const { form, address, cycles, account, trampoline } = check;
    const question = [form, address, cycles, account, trampoline].join(' ');
    const { value, states } = context.checks.ask(view, question, most(), () => proveCheck(context, check, most()));
    left -= states;
    if (isInDoubt(value) || value.lostRegisters.some(({ doubt }) => doubt !== undefined)) yield* sightings.look();
    results.push(faults.reduce((result, each) => withFault(result, each.get(address)), shownBy(sightings, value)));
    for (const each of value.lostRegisters) {
      const key = `${each.address} ${each.register}`;
      if (lost.get(key)?.doubt !== undefined || !lost.has(key)) lost.set(key, readShownBy(sightings, each));
    }
    yield;
  }
  for (const assertion of program.assertions) {
    const { kind, address, from, to, cycles } = assertion;
    const others = otherEnds(program.assertions, assertion);
    const question = [kind, address, from, to, cycles, ...others].join(' ');
    const { value, states } = context.blocks.ask(view, question, most(), () =>
      proveBlock(context, assertion, others, most()),
    );
    left -= states;
    if (isInDoubt(value)) yield* sightings.look();
    results.push(shownBy(sightings, value));
    yield;
  }
  const { words, found, handler: memory } = context;
  const { hidesRam } = view.overall;
  const handler = yield* proveHandler({ program, words, found, results, hidesRam, sightings }, memory);
  return { results, lostRegisters: [...lost.values()], ...(handler !== undefined && { handler }) };
}

/** The ends of the other blocks that begin at the same word. */
function otherEnds(assertions: readonly TimeAssertion[], { from, to }: TimeAssertion): readonly number[] {
  const ends = assertions.filter((each) => each.from === from && each.to !== to).map((each) => each.to);
  return [...new Set(ends)].sort((a, b) => a - b);
}

/** Whether a run can show that something is wrong. */
function isInDoubt({ result, suspects }: Judged): boolean {
  return suspects.length > 0 || isUncounted(result);
}

/** Whether a loop after a check may turn any number of times. */
function isUncounted({ kind, reason }: TimingResult): boolean {
  return reason === 'timing-loop' && !isTimedBlock(kind);
}

/** A verdict, wrong if a run takes one of the paths by which it may be. */
function shownBy(sightings: Sightings, judged: Judged): TimingResult {
  const { result, suspects } = judged;
  if (!isInDoubt(judged)) return result;
  if (isUncounted(result)) return sightings.showFalse(result.address) ? { ...result, verdict: 'wrong' } : result;
  return sightings.firstShown(suspects) ?? result;
}

/** A read of a lost register, without doubt if a run comes to it. */
function readShownBy(sightings: Sightings, read: LostRegister): LostRegister {
  const { doubt, ...certain } = read;
  return doubt === undefined || sightings.showRead(read) ? certain : read;
}

function withFault(result: TimingResult, fault: CheckFault | undefined): TimingResult {
  if (fault === undefined || result.verdict === 'wrong' || result.verdict === fault.verdict) return result;
  return { ...result, ...fault, difference: 0 };
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

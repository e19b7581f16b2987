/**
 * The proof for one time check: all paths from after it to the next check spend what was charged.
 *
 * The balance is the number of cycles paid and not yet spent. A forward check expects 0 at its first word and leaves
 * n-5 after its last; a `sync` expects -(n-5) and leaves 0. Both add n and take 5. A short check expects -2, adds n,
 * takes 3 and leaves n-5 as well. Every other word takes 1, so the balance at the next check is known to the cycle, and
 * it must be what that check expects. A path that comes back from the handler starts after the check with the same
 * balance; that is what the proof assumes of the handler.
 */
import { AC, hexByte, hexWord, X, Y } from '#isa';
import { aheadOf, balanceAfter, balanceInto } from './contract/check-balance.ts';
import type { Found } from './kept/answers.ts';
import type { PathContext } from './kept/context.ts';
import { countCosts, pathTo, type Arrival } from './paths/costs.ts';
import type { PathEnd, PathGraph } from './paths/path-graph.ts';
import { afterCheck, followPaths } from './paths/paths.ts';
import { judgeReads, questionOf } from './paths/possible-paths.ts';
import { judgePaths } from './paths/sure-paths.ts';
import type { TimeCheck } from './contract/program.ts';
import type { ProgramView } from './kept/program-view.ts';
import { firstUnfollowed, type Unfollowed } from './unfollowed.ts';
import type { CheckProof, Judged, LostRegister, PathStep, TimingReason, TimingResult } from './contract/report.ts';
import { LARGEST_CHARGE, faultOfCheck } from './words/time-words.ts';
import { pairsAfterCheck } from './values/pairs.ts';
import type { Known } from './values/known.ts';
import { ANY, LOST, NOTHING } from './values/values.ts';

/** The most wrong paths of a check of which runs are asked. */
export const MOST_SUSPECTS = 20;

/** A path that proves a check wrong. */
interface Wrong {
  readonly reason: TimingReason;
  readonly message: string;
  readonly arrival: Arrival;
  readonly difference: number;
}

/** @param most states that it may take */
export function proveCheck(context: PathContext, check: TimeCheck, most: number): Found<CheckProof> {
  const { view } = context;
  const fault = faultOfCheck(view, check) ?? faultOfAccount(view, check);
  if (fault !== undefined) {
    const result = verdict(check, 'wrong', fault.reason, fault.message, check.address);
    return { value: { result, suspects: [], lostRegisters: [] }, states: 0 };
  }
  const graph = followCheck(context, check, most);
  const lostRegisters = judgeReads(view, graph).flatMap(({ node, mask, doubt }) =>
    registersIn(mask).map((register) => ({
      register,
      address: node.address,
      check: check.address,
      ...(doubt !== undefined && { doubt: doubt.message }),
    })),
  );
  return { value: { ...judge(view, check, graph), lostRegisters }, states: graph.nodes.length };
}

function faultOfAccount(view: ProgramView, { account }: TimeCheck): ReturnType<typeof faultOfCheck> {
  if (!view.overall.external.has(account)) return undefined;
  const message = `The account ${hexByte(account)} is declared to be changed from outside`;
  return { reason: 'timing-account', message };
}

/** All paths from after a check to the next ones. @param most states that they may take */
export function followCheck(context: PathContext, check: TimeCheck, most: number): PathGraph {
  const { view } = context;
  return followPaths(context, {
    ...afterCheck(check),
    known: knownBytes(view, afterCheck(check).address, view.overall.lostOutside.length === 0),
    lost: AC | X | Y,
    atCheck: 'end',
    guardAccount: true,
    around: view.around,
    most,
  });
}

/**
 * What is known where a path begins: nothing of registers.
 * @param isTrusted whether all that can be stored into the tracked bytes is known; otherwise they may hold anything
 */
export function knownBytes(view: ProgramView, address: number, isTrusted: boolean): Known {
  const { plan } = view.overall;
  const { cells, pairs } = (isTrusted ? view.cellsAt(address) : undefined) ?? {
    cells: plan.cells.map(() => (isTrusted ? NOTHING : LOST)),
    pairs: 0,
  };
  return { ac: ANY, y: ANY, cells, pairs: pairsAfterCheck(pairs, plan, NO_STORES) };
}

const NO_STORES: ReadonlySet<number> = new Set();

function judge(view: ProgramView, check: TimeCheck, graph: PathGraph): Judged {
  const costs = countCosts(graph);
  const atChecks = costs.ends.filter((arrival) => arrival.node.end?.kind === 'check');
  const guaranteed = balanceAfter(check);
  const late = atChecks.reduce((most, arrival) => Math.max(most, lateness(view, arrival, guaranteed)), 0);
  const range = rangeOf(atChecks);
  const found = atChecks
    .map((arrival) => wrongArrival(view, check, arrival))
    .filter((each) => each !== undefined)
    .sort((a, b) => a.arrival.elapsed - b.arrival.elapsed)
    .concat([costs.mostCharged, costs.leastCharged].flatMap((arrival) => outOfRange(check, arrival) ?? []))
    // The cost of a path through an endless loop means nothing; the loop is the finding.
    .filter(({ arrival }) => !pathTo(arrival).some(({ node }) => costs.loops.has(node)));
  const faultOf = (arrival: Arrival): Wrong | undefined =>
    outOfRange(check, arrival) ?? (arrival.node.end?.kind === 'check' ? wrongArrival(view, check, arrival) : undefined);
  const wrong = found.length === 0 ? undefined : judgePaths(questionOf(view, graph, faultOf, costs.loops), found);
  const wrongBy = ({ reason, message, arrival, difference }: Wrong): TimingResult => {
    const path = stepsOf(check, arrival);
    return { ...verdict(check, 'wrong', reason, message, arrival.node.address), path, difference, range, late };
  };
  if (wrong?.doubt !== undefined) {
    const { arrival, doubt } = wrong;
    const message = `${wrong.message}, ${doubt.message}`;
    const doubtful = verdict(check, 'unproven', 'timing-tests', message, doubt.place);
    const suspects = [wrong, ...found.slice(0, MOST_SUSPECTS)].map(wrongBy);
    return { result: { ...doubtful, path: stepsOf(check, arrival), range, late }, suspects };
  }
  if (wrong !== undefined) return { result: wrongBy(wrong), suspects: [] };
  const unproven =
    firstUnfollowed(view, graph, costs, 'neither a time check nor a known count') ??
    (atChecks.length === 0 ? noCheck(check) : undefined);
  if (unproven !== undefined) {
    const path = unproven.arrival === undefined ? [] : stepsOf(check, unproven.arrival);
    const result = verdict(check, 'unproven', unproven.reason, unproven.message, unproven.place);
    return { result: { ...result, path, range, late }, suspects: [] };
  }
  const result = verdict(check, 'exact', undefined, exactMessage(check, late), check.address);
  return { result: { ...result, range, late }, suspects: [] };
}

/** Whether the charges or refunds on a path may take the account out of range. */
function outOfRange(check: TimeCheck, arrival: Arrival): Wrong | undefined {
  const { charged } = arrival;
  const message =
    charged > LARGEST_CHARGE
      ? `Charges of ${charged} cycles on one path can make the account less than -128`
      : -charged > check.cycles
        ? `Refunds of ${-charged} cycles on one path are more than the ${check.cycles} that were charged`
        : undefined;
  return message === undefined ? undefined : { reason: 'timing-range', message, arrival, difference: 0 };
}

/** Cycles that a path takes beyond those that the check at its start guarantees. */
function lateness(view: ProgramView, { node, elapsed }: Arrival, guaranteed: number): number {
  return elapsed - guaranteed - aheadOf(checkAtEnd(view, node.end));
}

function checkAtEnd(view: ProgramView, end: PathEnd | undefined): TimeCheck {
  return view.check((end as PathEnd & { kind: 'check' }).address)!;
}

function exactMessage(check: TimeCheck, late: number): string {
  const paid = `Every path to the next check takes what was charged, ${check.cycles} cycles here`;
  return late === 0 ? paid : `${paid}; the handler may be entered ${late} cycles late`;
}

function noCheck(check: TimeCheck): Unfollowed {
  return { reason: 'timing-loop', message: 'No path from this check comes to a next one', place: check.address };
}

function wrongArrival(view: ProgramView, check: TimeCheck, arrival: Arrival): Wrong | undefined {
  const next = checkAtEnd(view, arrival.node.end);
  const start = balanceAfter(check);
  const balance = start + arrival.charged - arrival.elapsed;
  const difference = balanceInto(next) - balance;
  const where = `the check at ${hexWord(next.address)}`;
  if (next.account !== check.account) {
    const message = `A path leads to ${where}, which keeps another account`;
    return { reason: 'timing-declaration', message, arrival, difference };
  }
  if (difference !== 0) {
    const paid = arrival.elapsed - difference;
    const message = `A path to ${where} takes ${arrival.elapsed} cycles where ${paid} were charged (${signed(difference)})`;
    return { reason: 'timing-wrong', message, arrival, difference };
  }
  const { slack } = view.overall;
  const forward = check.form !== 'sync' && next.form !== 'sync';
  const uncharged = -start - arrival.lowest - aheadOf(next);
  if (slack === undefined && forward && uncharged > 0) {
    const message = `A path to ${where} spends ${uncharged} cycles before they are charged`;
    return { reason: 'timing-overdraft', message, arrival, difference: 0 };
  }
  const late = lateness(view, arrival, start);
  if (slack !== undefined && late > slack) {
    const message = `A path to ${where} can be ${late} cycles late, and the handler has only ${slack} in hand`;
    return { reason: 'timing-overdraft', message, arrival, difference: 0 };
  }
  if (Math.max(0, arrival.charged) + next.cycles > LARGEST_CHARGE) {
    const message = `The charges on the path to ${where} can make the account less than -128`;
    return { reason: 'timing-range', message, arrival, difference: 0 };
  }
  return undefined;
}

/** A result without path and numbers. */
function verdict(
  check: TimeCheck,
  is: TimingResult['verdict'],
  reason: TimingReason | undefined,
  message: string,
  place: number,
): TimingResult {
  const { form, address, cycles } = check;
  const common = {
    kind: form,
    address,
    cycles,
    verdict: is,
    message,
    place,
    path: [],
    difference: 0,
    range: null,
    late: 0,
  } as const;
  return reason === undefined ? common : { ...common, reason };
}

function stepsOf(check: TimeCheck, arrival: Arrival): readonly PathStep[] {
  const start = balanceAfter(check);
  return pathTo(arrival).map(({ node, elapsed, charged }) => ({
    address: node.address,
    cycle: elapsed,
    balance: start + charged - elapsed,
  }));
}

export function rangeOf(arrivals: readonly Arrival[]): { min: number; max: number } | null {
  if (arrivals.length === 0) return null;
  let min = Infinity;
  let max = -Infinity;
  for (const { elapsed } of arrivals) {
    min = Math.min(min, elapsed);
    max = Math.max(max, elapsed);
  }
  return { min, max };
}

export function signed(difference: number): string {
  return difference > 0 ? `${difference} too many` : `${-difference} too few`;
}

/** The names of the registers in a mask, but for OUT. */
export function registersIn(mask: number): readonly LostRegister['register'][] {
  const names: LostRegister['register'][] = [];
  if (mask & AC) names.push('AC');
  if (mask & X) names.push('X');
  if (mask & Y) names.push('Y');
  return names;
}

/**
 * What short checks need: AC holds the account where one begins, whichever way execution reaches it.
 *
 * From each short check, all ways that execution can take are followed back to the words that bring the account into
 * AC. They are short: mostly the word before the check does it, in the delay slot of a jump.
 */
import { elementAt } from '#basics';
import { AC, hexWord, opcodeOfWord, registersWritten, writesRam } from '#isa';
import type { TimeCheck } from './contract/program.ts';
import type { CheckFault } from './contract/report.ts';
import type { ProofContext } from './kept/context.ts';
import { isCheckEnd, isEntry, pointsBefore, type ReachedPoint } from './reach/reached.ts';
import { advanced, pathTo, startAt, type Arrival } from './paths/costs.ts';
import type { Step, StepGraph } from './paths/path-graph.ts';
import { judgePaths } from './paths/sure-paths.ts';
import { runProgramOf } from './values/run-program.ts';
import { SymbolicRun } from './values/symbolic-run.ts';

type Parts = Pick<ProofContext, 'program' | 'words' | 'found' | 'sightings'>;

/** What a word does to an AC that holds the account. */
type Effect = 'brings' | 'keeps' | 'loses';

/** Finds the short checks at whose first word AC may hold something else than the account. */
export function findLostAccounts(parts: Parts): ReadonlyMap<number, CheckFault> {
  const lost = new Map<number, CheckFault>();
  const shorts = parts.program.checks.filter(({ form }) => form === 'short');
  if (shorts.length === 0) return lost;
  const points = pointsOf(parts, shorts);
  const before = pointsBefore(parts.found.points);
  const unknown = parts.found.lostJumps.find(({ inHandler }) => !inHandler);
  for (const check of shorts) {
    const [fault] = points.get(check.address)?.flatMap((point) => faultOf(parts, check, point, before) ?? []) ?? [];
    if (fault !== undefined) lost.set(check.address, fault);
    else if (unknown !== undefined) lost.set(check.address, notKnown(unknown.address));
  }
  return lost;
}

/** Points in which a short check begins, outside of the handler. */
function pointsOf({ found }: Parts, shorts: readonly TimeCheck[]): ReadonlyMap<number, readonly ReachedPoint[]> {
  const firsts = new Map<number, ReachedPoint[]>(shorts.map(({ address }) => [address, []]));
  for (const point of found.points) {
    if (!point.inHandler && point.next === ((point.address + 1) & 0xffff)) firsts.get(point.address)?.push(point);
  }
  return firsts;
}

type Before = ReturnType<typeof pointsBefore>;

/** Whether some way back from a check comes to a word that leaves something else in AC, or to where execution begins. */
function mayBeLost(parts: Parts, { account }: TimeCheck, first: ReachedPoint, before: Before): boolean {
  const kept = new Set([first]);
  // Iterating a set includes what is added on the way.
  for (const point of kept) {
    if (isEntry(parts.program, point)) return true;
    for (const each of before[point.index] ?? []) {
      const effect = effectOf(parts, account, each);
      if (effect === 'loses') return true;
      if (effect === 'keeps') kept.add(each);
    }
  }
  return false;
}

/** What is wrong with ways to a check: rather what some run shows than what is in doubt. */
function faultOf(parts: Parts, check: TimeCheck, first: ReachedPoint, before: Before): CheckFault | undefined {
  if (!mayBeLost(parts, check, first, before)) return undefined;
  const isStart = (point: ReachedPoint): boolean => isEntry(parts.program, point) || isCheckEnd(parts.words, point);
  const leading = new Set([first]);
  for (const point of leading) {
    if (isStart(point)) continue;
    for (const each of before[point.index] ?? []) if (!each.inHandler) leading.add(each);
  }
  let doubtful: CheckFault | undefined;
  for (const start of [...leading].filter(isStart)) {
    const { graph, points, found } = stepsFrom(parts, check, start, leading);
    const lostAt = (arrival: Arrival) => (arrival.node.end === NOT_HELD ? { arrival } : undefined);
    const lost = judgePaths({ graph, start: runFrom(parts, start), faultOf: lostAt, isTimed: false }, found);
    if (lost === undefined) continue;
    const way = pathTo(lost.arrival).flatMap(({ node }) => points[node.index] ?? []);
    const last = way.slice(0, -1).findLastIndex((point) => effectOf(parts, check.account, point) !== 'keeps');
    const place = last < 0 ? undefined : elementAt(way, last);
    const isSure = place === undefined || surelyLoses(parts, place);
    const isWrong = (isSure && lost.doubt === undefined) || parts.sightings.showLostAccount(check);
    const why =
      place === undefined
        ? `execution can begin at ${hexWord(start.address)}`
        : whatLoses(parts, place, isSure || isWrong ? 'leaves' : 'may leave');
    const fault = faultOn(check, way.slice(Math.max(0, last)), why);
    if (isWrong) return fault;
    doubtful ??= inDoubt(fault, lost.doubt?.message);
  }
  return doubtful;
}

/**
 * Steps from where execution begins, or the handler may have run, to a check; with the shortest path to each step of it
 * where AC does not hold the account.
 */
function stepsFrom(
  parts: Parts,
  { account }: TimeCheck,
  start: ReachedPoint,
  leading: ReadonlySet<ReachedPoint>,
): {
  readonly graph: StepGraph;
  readonly points: readonly ReachedPoint[];
  readonly found: readonly { arrival: Arrival }[];
} {
  const [first] = leading;
  const points: ReachedPoint[] = [];
  const nodes: (Step & { followers: number[] })[] = [];
  const arrivals: Arrival[] = [];
  const holds: boolean[] = [];
  const known = new Map<string, number>();
  const add = (point: ReachedPoint, isHeld: boolean, from?: Arrival): number => {
    const key = `${point.index} ${isHeld}`;
    let index = known.get(key);
    if (index !== undefined) return index;
    known.set(key, (index = points.push(point) - 1));
    const isCheck = parts.words.checks.has(point.address) && point.next === ((point.address + 1) & 0xffff);
    const isEnd = isCheck || !leading.has(point);
    const end = point === first && !isHeld ? NOT_HELD : isEnd ? OTHER_END : undefined;
    const node = { index, address: point.address, next: point.next, charge: 0, followers: [], end };
    nodes.push(node);
    arrivals.push(from === undefined ? startAt(node) : advanced(from, node));
    holds.push(isHeld);
    return index;
  };
  add(start, false);
  // Iterating an array includes what is added on the way.
  for (const [index, point] of points.entries()) {
    if (elementAt(nodes, index).end !== undefined) continue;
    const effect = effectOf(parts, account, point);
    const isHeld = effect === 'brings' || (effect === 'keeps' && holds[index] === true);
    for (const each of point.followers)
      if (!each.inHandler) elementAt(nodes, index).followers.push(add(each, isHeld, arrivals[index]));
  }
  const found = arrivals.filter(({ node }) => node.end === NOT_HELD).map((arrival) => ({ arrival }));
  return { graph: { nodes, starts: nodes.slice(0, 1) }, points, found };
}

const OTHER_END = { kind: 'exit' } as const;
const NOT_HELD = { kind: 'fault', reason: 'timing-ac', message: '', place: 0 } as const;

/** A path that begins where execution does, with what RAM held at power-on, or at the end of a check. */
function runFrom({ program, words, found }: Parts, { address }: ReachedPoint): SymbolicRun {
  const begins = { isPowerOn: !words.slots.has(address) };
  const isTable = (entry: number): boolean => found.entries.has(entry);
  return SymbolicRun.start({ ...runProgramOf(program, isTable), begins });
}

function effectOf(parts: Parts, account: number, point: ReachedPoint): Effect {
  const { program, words, found } = parts;
  const word = program.words[point.address] ?? 0;
  const operand = word & 0xff;
  const { operation, bus, address, target } = opcodeOfWord(word);
  if (isCheckEnd(words, point)) return 'loses';
  const { ram, values } = found.around;
  if (found.storedByX.get(point.address)?.has(account) === true) return 'loses';
  if (writesRam(word, ram) && operand === account) {
    if (address === 'd') return bus === 'ac' ? 'brings' : 'loses';
    if (address === 'yd' && values.inPageZero(point.y, ram) !== 'never') return 'loses';
  }
  if (operation === 'ld' && target === 'ac' && bus === 'ram' && address === 'd' && operand === account) return 'brings';
  return (registersWritten(word) & AC) === 0 ? 'keeps' : 'loses';
}

/** Whether a word that loses the account cannot leave it in AC after all, as one could that loads a copy of it. */
function surelyLoses({ words, program }: Parts, point: ReachedPoint): boolean {
  const word = program.words[point.address] ?? 0;
  const { operation, bus } = opcodeOfWord(word);
  return isCheckEnd(words, point) || (registersWritten(word) & AC) === 0 || (operation === 'ld' && bus === 'd');
}

function whatLoses({ words, program }: Parts, point: ReachedPoint, leaves: 'leaves' | 'may leave'): string {
  const { address } = point;
  if (isCheckEnd(words, point)) return 'the video handler may have run since AC was set';
  const isAc = (registersWritten(program.words[address] ?? 0) & AC) !== 0;
  return isAc
    ? `the word at ${hexWord(address)} ${leaves} something else in AC`
    : `the word at ${hexWord(address)} writes the account`;
}

/** An unresolved jump may lead to the check. */
function notKnown(jump: number): CheckFault {
  const message = `It is not known whether AC holds the account here, since the jump at ${hexWord(jump)} may come here, too`;
  return { verdict: 'unproven', reason: 'timing-jump', message, place: jump, path: [] };
}

/** @param way points from that where AC is lost to the check */
function faultOn({ address }: TimeCheck, way: readonly ReachedPoint[], why: string): CheckFault {
  const path = way.map((point, cycle) => ({ address: point.address, cycle }));
  const message = `AC may not hold the account at the short check at ${hexWord(address)}: ${why}`;
  return { verdict: 'wrong', reason: 'timing-ac', message, place: way[0]?.address ?? address, path };
}

/** @param doubt why perhaps no run takes the path */
function inDoubt(fault: CheckFault, doubt: string | undefined): CheckFault {
  if (doubt === undefined) return { ...fault, verdict: 'unproven' };
  return { ...fault, verdict: 'unproven', reason: 'timing-tests', message: `${fault.message}, ${doubt}` };
}

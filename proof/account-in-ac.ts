/**
 * What short checks need: AC holds the account where one begins, whichever way execution reaches it.
 *
 * From each short check, all ways that execution can take are followed back to the words that bring the account into
 * AC. They are short: mostly the word before the check does it, in the delay slot of a jump.
 */
import { AC, hexWord, opcodeOfWord, registersWritten, writesRam } from '#isa';
import type { TimeCheck } from './contract/program.ts';
import type { CheckFault } from './contract/report.ts';
import type { ViewParts } from './kept/program-view.ts';
import { isEntry, pointsBefore, type ReachedPoint } from './reach/reached.ts';
import { contradictionOn, describeContradiction, runProgramOf, SymbolicRun } from './values/symbolic-run.ts';

/** The most points that all ways back from one check may have together. */
const MOST_POINTS = 20_000;

type Parts = Pick<ViewParts, 'program' | 'words' | 'found'>;

/** A point on the way back, and the one after it. */
interface Way {
  readonly point: ReachedPoint;
  readonly then: Way | undefined;
}

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
    const [fault] = points.get(check.address)?.flatMap((point) => followBack(parts, check, point, before) ?? []) ?? [];
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

/** A way back on which AC comes to hold something else. */
interface Loss {
  readonly way: Way;
  readonly why: string;
}

type Before = ReturnType<typeof pointsBefore>;

/** A loss on a path that a run can take, if there is one; else the nearest one, with why no run can take its path. */
function followBack(parts: Parts, check: TimeCheck, first: ReachedPoint, before: Before): CheckFault | undefined {
  const once = { seen: new Set([first]), points: Infinity };
  const [nearest] = losses(parts, check.account, first, before, once);
  if (nearest === undefined) return undefined;
  const program = runProgramOf(parts.program, (address) => parts.found.entries.has(address));
  const budget: Budget = { points: MOST_POINTS };
  let impossible: CheckFault | undefined;
  for (const loss of losses(parts, check.account, first, before, budget)) {
    for (const path of fromStarts(parts, loss.way, before, budget)) {
      const contradiction = contradictionOn(path, SymbolicRun.start(program, new Map()));
      const fault = faultOf(check, loss);
      if (contradiction === undefined) return fault;
      const message = `${fault.message}, but ${describeContradiction(contradiction)}`;
      impossible ??= { ...fault, verdict: 'unproven', reason: 'timing-tests', message };
    }
  }
  return impossible ?? faultOf(check, nearest);
}

/** How far ways are followed. */
interface Budget {
  /** Points that all ways together may still have. */
  points: number;
  /** The points that were reached, if only one way from each is followed. */
  readonly seen?: Set<ReachedPoint>;
}

function* losses(parts: Parts, account: number, first: ReachedPoint, before: Before, budget: Budget): Generator<Loss> {
  const { seen } = budget;
  const work: Way[] = [{ point: first, then: undefined }];
  for (let way = work.shift(); way !== undefined && budget.points > 0; way = work.shift()) {
    const { point } = way;
    budget.points--;
    if (isEntry(parts.program, point)) yield { way, why: `execution can begin at ${hexWord(point.address)}` };
    for (const each of before[point.index] ?? []) {
      const longer = { point: each, then: way };
      const effect = effectOf(parts, account, each);
      if (effect === 'loses') yield { way: longer, why: whatLoses(parts, each) };
      if (effect !== 'keeps' || seen?.has(each) === true) continue;
      seen?.add(each);
      work.push(longer);
    }
  }
}

/** Paths that end with a given way, each from where execution begins or the handler may have run. */
function* fromStarts(parts: Parts, end: Way, before: Before, budget: Budget): Generator<readonly ReachedPoint[]> {
  const work = [end];
  for (let way = work.shift(); way !== undefined && budget.points > 0; way = work.shift()) {
    const { point } = way;
    budget.points--;
    if (isEntry(parts.program, point) || isCheckEnd(parts.words.slots, point)) {
      const path = pointsOn(way);
      budget.points -= path.length;
      yield path;
    } else for (const each of before[point.index] ?? []) work.push({ point: each, then: way });
  }
}

function pointsOn(way: Way): readonly ReachedPoint[] {
  const points: ReachedPoint[] = [];
  for (let at: Way | undefined = way; at !== undefined; at = at.then) points.push(at.point);
  return points;
}

function effectOf(parts: Parts, account: number, point: ReachedPoint): Effect {
  const { program, words, found } = parts;
  const word = program.words[point.address] ?? 0;
  const operand = word & 0xff;
  const { operation, bus, address, target } = opcodeOfWord(word);
  if (isCheckEnd(words.slots, point)) return 'loses';
  const { ram, values } = found.around;
  if (writesRam(word, ram) && operand === account) {
    if (address === 'd') return bus === 'ac' ? 'brings' : 'loses';
    if (address === 'yd' && values.inPageZero(point.y, ram) !== 'never') return 'loses';
  }
  if (operation === 'ld' && target === 'ac' && bus === 'ram' && address === 'd' && operand === account) return 'brings';
  return (registersWritten(word) & AC) === 0 ? 'keeps' : 'loses';
}

function isCheckEnd(slots: ReadonlyMap<number, TimeCheck>, { address, next }: ReachedPoint): boolean {
  return slots.has(address) && next === ((address + 1) & 0xffff);
}

function whatLoses({ words, program }: Parts, point: ReachedPoint): string {
  const { address } = point;
  if (isCheckEnd(words.slots, point)) return 'the video handler may have run since AC was set';
  const isAc = (registersWritten(program.words[address] ?? 0) & AC) !== 0;
  return isAc
    ? `the word at ${hexWord(address)} leaves something else in AC`
    : `the word at ${hexWord(address)} writes the account`;
}

/** An unresolved jump may lead to the check. */
function notKnown(jump: number): CheckFault {
  const message = `It is not known whether AC holds the account here, since the jump at ${hexWord(jump)} may come here, too`;
  return { verdict: 'unproven', reason: 'timing-jump', message, place: jump, path: [] };
}

function faultOf({ address }: TimeCheck, { way, why }: Loss): CheckFault {
  const path = pointsOn(way).map((point, cycle) => ({ address: point.address, cycle }));
  const message = `AC may not hold the account at the short check at ${hexWord(address)}: ${why}`;
  return { verdict: 'wrong', reason: 'timing-ac', message, place: way.point.address, path };
}

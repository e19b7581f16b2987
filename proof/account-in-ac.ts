/**
 * What short checks need: AC holds the account where one begins, whichever way execution reaches it.
 *
 * From each short check the ways are followed back to the words that bring the account into AC, over all that
 * execution can reach. They are a few words long: mostly the one before does it, which is the delay slot of a jump.
 */
import { AC, hexWord, opcodeOfWord, registersWritten, writesRam } from '#isa';
import type { TimeCheck } from './contract/program.ts';
import type { PathStep, TimingReason } from './contract/report.ts';
import type { ViewParts } from './kept/program-view.ts';
import type { ReachedPoint } from './reach/reached.ts';

/** Why AC may hold something else at a short check. */
export interface AccountLost {
  readonly verdict: 'wrong' | 'unproven';
  readonly reason: TimingReason;
  readonly message: string;
  readonly place: number;
  readonly path: readonly PathStep[];
}

type Parts = Pick<ViewParts, 'program' | 'words' | 'found'>;

/** A point on the way back, and the one after it. */
interface Way {
  readonly point: ReachedPoint;
  readonly then: Way | undefined;
}

/** What a word does to an AC that holds the account. */
type Effect = 'brings' | 'keeps' | 'loses';

/** Finds the short checks at whose first word AC may hold something else than the account. */
export function findLostAccounts(parts: Parts): ReadonlyMap<number, AccountLost> {
  const lost = new Map<number, AccountLost>();
  const shorts = parts.program.checks.filter(({ form }) => form === 'short');
  if (shorts.length === 0) return lost;
  const points = pointsOf(parts, shorts);
  const before = predecessors(parts.found.points);
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

function predecessors(points: readonly ReachedPoint[]): readonly (readonly ReachedPoint[] | undefined)[] {
  const before: ReachedPoint[][] = [];
  for (const point of points) for (const each of point.followers) (before[each.index] ??= []).push(point);
  return before;
}

function followBack(
  parts: Parts,
  check: TimeCheck,
  first: ReachedPoint,
  before: readonly (readonly ReachedPoint[] | undefined)[],
): AccountLost | undefined {
  const seen = new Set<ReachedPoint>([first]);
  const work: Way[] = [{ point: first, then: undefined }];
  for (let way = work.shift(); way !== undefined; way = work.shift()) {
    const { point } = way;
    if (isEntry(parts, point)) return faultOf(check, way, `execution can begin at ${hexWord(point.address)}`);
    for (const each of before[point.index] ?? []) {
      const longer = { point: each, then: way };
      const effect = effectOf(parts, check.account, each);
      if (effect === 'loses') return faultOf(check, longer, whatLoses(parts, each));
      if (effect === 'brings' || seen.has(each)) continue;
      seen.add(each);
      work.push(longer);
    }
  }
  return undefined;
}

/** Whether execution can begin at a point. */
function isEntry({ program }: Parts, { address, next }: ReachedPoint): boolean {
  return next === address + 1 && (address === 0 || program.entries.includes(address));
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

/** Where a jump can go anywhere, it can come from there. */
function notKnown(jump: number): AccountLost {
  const message = `It is not known whether AC holds the account here, since the jump at ${hexWord(jump)} may come here, too`;
  return { verdict: 'unproven', reason: 'timing-jump', message, place: jump, path: [] };
}

function faultOf({ address }: TimeCheck, way: Way, why: string): AccountLost {
  const path: PathStep[] = [];
  for (let at: Way | undefined = way; at !== undefined; at = at.then) {
    path.push({ address: at.point.address, cycle: path.length });
  }
  const message = `AC may not hold the account at the short check at ${hexWord(address)}: ${why}`;
  return { verdict: 'wrong', reason: 'timing-ac', message, place: way.point.address, path };
}

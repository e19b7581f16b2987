/** What a program declares about its run, as debug information carries it. */
import { decode, nearTarget, wordAt, type RunDeclarations } from '#isa';
import { pairKey, VGA, type TimingProgram, type ProofContext } from '#proof';
import type { LintProgram } from '../lints/index.ts';
import type { DebugHandler } from '../contract/debug-info.ts';
import type { Proof } from './kept-proof.ts';

/**
 * Collects the declarations.
 * @param handler the verdict on the handler: only a proven one takes whole lines
 * @param proof is asked only if loops are declared, or several blocks begin at one address
 */
export function declarationsOf(program: LintProgram, handler: DebugHandler | null, proof: Proof): RunDeclarations {
  const { checks, charges, targets, tables, loops, resumes = [], shape = VGA } = program;
  const isProven = handler?.verdict === 'proven';
  const blindStores = blindStoresOf(program, isProven ? inHandlerOnly(proof.of(program).proof) : undefined);
  const blocks = blocksOf(program, proof);
  const resuming = new Set(resumes);
  return {
    account: checks[0]?.account ?? null,
    line: isProven ? shape.line : null,
    checks: checks.map(({ address, form, cycles }) => ({ address, form, cycles })),
    jumps: targets.map((jump) => ({
      address: jump.address,
      targets: jump.targets.flatMap((target) => tables.get(target) ?? [target]),
      resumes: jump.targets.length === 0 || resuming.has(jump.address),
    })),
    loops: loops.length === 0 ? [] : loopsOf(program, proof.of(program).proof.view.parts),
    charges: charges.flatMap(({ address, cycles, perCount }) => {
      if (perCount === undefined) return [];
      const { count, factor } = perCount;
      return [{ address, cycles, factor, count: count === '' ? null : count }];
    }),
    ...(isProven && { frameLines: shape.lines }),
    ...(blindStores !== undefined && { blindStores }),
    ...(blocks.length > 0 && { blocks }),
  };
}

/** Exact blocks that are left through the end of another. The starts of blocks and entries may be jumped to. */
function blocksOf(program: LintProgram, proof: Proof): NonNullable<RunDeclarations['blocks']> {
  const { assertions, checks, entries } = program;
  const starts = new Set(assertions.map(({ from }) => from));
  if (starts.size === assertions.length) return [];
  for (const entry of entries) starts.add(entry);
  const verdicts = proof.of(program).report().results;
  return assertions.flatMap(({ from, to }, index) => {
    const left = verdicts[checks.length + index]?.left;
    return left === undefined ? [] : [{ from, to, ...left, inside: left.inside.filter((each) => !starts.has(each)) }];
  });
}

/** Addresses that only the handler executes, as its proof has followed it. */
function inHandlerOnly({ handler: { kept, ways } }: ProofContext): ReadonlySet<number> {
  const addresses = new Set<number>();
  kept?.seen.forEach((isSeen, address) => {
    if (isSeen === 1 && ways?.isOutside[address] !== 1) addresses.add(address);
  });
  return addresses;
}

/**
 * Stores whose address no proof knows, and the byte that they must not hit: the account.
 * @param proven addresses of words that the proof of the handler has followed, with all that their stores may hit
 */
function blindStoresOf(
  { words, used, checks }: TimingProgram,
  proven: ReadonlySet<number> = new Set(),
): RunDeclarations['blindStores'] {
  const account = checks[0]?.account;
  if (account === undefined) return undefined;
  const stores: number[] = [];
  words.forEach((word, address) => {
    const { opcode, operand } = decode(word);
    if (used[address] !== 1 || !opcode.writesRam || opcode.address === 'd' || proven.has(address)) return;
    if (opcode.address !== 'yd' || operand === account) stores.push(address);
  });
  return stores.length === 0 ? undefined : { words: stores, bytes: [account] };
}

type ProgramParts = ProofContext['view']['parts'];
type Loop = RunDeclarations['loops'][number];
type CountedLoop = ProgramParts['loops']['byHead'] extends ReadonlyMap<number, infer L> ? L : never;
type Point = ProgramParts['found']['points'][number];

/** The loops of a program, one for each head. */
function loopsOf({ words, checks }: TimingProgram, { loops, found }: ProgramParts): readonly Loop[] {
  const checkedAt = new Set(checks.map(({ address }) => address));
  const lost = new Set(found.lostJumps.flatMap(({ address, inHandler }) => (inHandler ? [] : [address])));
  const before = lost.size === 0 ? undefined : pointsBefore(found.points);
  const compared = [...loops.byHead.values()].filter((loop) => !runsWithinItself(loop, found.points, checkedAt));
  return compared.map((loop) => {
    const { head, last, min, max, count = null, points } = loop;
    const entries = [...loops.entered].flatMap(([address, heads]) => (heads.includes(head) ? [address] : []));
    const mayTurn = before === undefined ? new Set<Point>() : leadingTo(found.points, before, lost, head);
    const exits = exitsOf(loop, found.points, mayTurn);
    if (points !== undefined) return { head, last, min, max, count, exits, entries };
    // Nothing is known to come to the head, so such a branch may as well go past the loop.
    const past = entries.map((address) => {
      return { address, next: address + 1, to: nearTarget(address, wordAt(words, address) & 0xff) };
    });
    return { head, last, min, max, count, exits: [...exits, ...past], entries: [] };
  });
}

/** Whether a check within a loop may leave for the handler, and the handler may run the loop, too. */
function runsWithinItself({ head, points }: CountedLoop, all: readonly Point[], checks: ReadonlySet<number>): boolean {
  const isLeft = ({ address, next, inHandler }: Point): boolean =>
    !inHandler && checks.has(address) && points?.has(pairKey(address, next)) === true;
  return all.some(({ address, inHandler }) => address === head && inHandler) && all.some(isLeft);
}

/**
 * The exits of a loop: steps from a pair from which the loop can repeat to one from which it cannot. A visit to the
 * video handler is not a step of the program.
 */
function exitsOf(
  { head, points: within, strays }: CountedLoop,
  points: readonly Point[],
  mayTurn: ReadonlySet<Point>,
): NonNullable<Loop['exits']> {
  const pairOf = ({ address, next }: Point): number => pairKey(address, next);
  const isWithin = (point: Point): boolean => within?.has(pairOf(point)) === true || mayTurn.has(point);
  const isVisit = ({ inHandler, followers }: Point): boolean => inHandler && followers.some((each) => !each.inHandler);
  // A head from which nothing turns is left at once, but not where the handler executes it alone, as that of a check.
  const isHead = ({ address, next, inHandler }: Point): boolean =>
    address === head && (next === head + 1 || !inHandler);
  const leaving = points.filter((point) => (isHead(point) || isWithin(point)) && !isVisit(point));
  const exits = leaving.flatMap((point) => {
    // A step to the head is a turn or an entry, even if the loop is left after it.
    const isOutside = (each: Point): boolean => !isHead(each) && !isWithin(each) && !strays.has(pairOf(each));
    const outside = point.followers.filter((each) => each.inHandler === point.inHandler && isOutside(each));
    return outside.map(({ address, next }) => ({ address: point.address, next: address, to: next }));
  });
  return [...new Map(exits.map((exit) => [Object.values(exit).join(), exit])).values()];
}

function pointsBefore(points: readonly Point[]): ReadonlyMap<Point, readonly Point[]> {
  const before = new Map<Point, Point[]>(points.map((point) => [point, []]));
  for (const point of points) for (const each of point.followers) before.get(each)?.push(point);
  return before;
}

/** Points from which a jump with unknown targets is reached without passing the head: the loop may repeat there. */
function leadingTo(
  points: readonly Point[],
  before: ReadonlyMap<Point, readonly Point[]>,
  lost: ReadonlySet<number>,
  head: number,
): ReadonlySet<Point> {
  const found = new Set(points.filter(({ address }) => lost.has(address)));
  for (const point of found) {
    if (point.address === head) continue;
    for (const each of before.get(point) ?? []) found.add(each);
  }
  return found;
}

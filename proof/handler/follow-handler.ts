/**
 * Following a handler to a verdict.
 *
 * First it is followed over everything that may happen, which can prove it: with its idle bytes open, then with their
 * values. If something is wrong there, it is followed *strictly*: only over what some run is known to do. Only what is
 * then still wrong is called wrong.
 */
import { CHECK_SHAPES, hexWord } from '#isa';
import type { TimeCheck, TimingProgram } from '../contract/program.ts';
import type { HandlerClaims, HandlerResult } from '../contract/report.ts';
import type { Pieces } from '../contract/pieces.ts';
import { Sources } from '../values/sources.ts';
import { VGA, type FrameShape } from '../contract/frame-shape.ts';
import { either, testsOf, type Doubts } from './doubts.ts';
import { faultAt, type HandlerFault } from './fault.ts';
import { followLines, type LinesFound } from './lines.ts';
import { Lefts } from './ranges.ts';
import type { HandlerSurroundings } from './surroundings.ts';
import { constantsOf, HandlerValues } from './values.ts';
import type { State } from './state.ts';
import type { Tools } from './tools.ts';
import { Walker, type Step } from './walker.ts';
import { followWayIn } from './way-in.ts';
import { ZeroPages } from './zero-page.ts';

/** An account that exceeds the charge by this much or more tests negative: the check leaves although it is paid. */
const SIGN = 128;

/** A verdict and, for a proven handler, what it rests on. */
export interface Verdict {
  readonly result: HandlerResult;
  readonly claims?: HandlerClaims;
  /** Whether it would be wrong, but only on a path that no run can take. */
  readonly isImpossible?: boolean;
  /** Bytes of the zero page that a proven handler stores to, each with the address of a word that does. */
  readonly stores?: ReadonlyMap<number, number>;
}

export interface Following {
  readonly tools: Tools;
  readonly step: Step;
  readonly checks: readonly TimeCheck[];
  /** What the rest of the program does, in the values of `tools` and in any others. */
  readonly around: HandlerSurroundings;
  readonly aroundIn: (values: HandlerValues) => HandlerSurroundings;
  /** The most cycles by which a check can be late; the same without checks that are off only where no run can go. */
  readonly late: number;
  readonly lateSurely: number;
  /** 1 for the addresses of words that were executed; grows. */
  readonly seen: Uint8Array;
}

export function* followHandler(following: Following, idle: ReadonlySet<number>): Pieces<Verdict> {
  const open = yield* follow(following, idle);
  if (open.result.verdict === 'proven') return open;
  const known = idle.size === 0 ? open : yield* follow(following, new Set());
  const { result, isImpossible } = known;
  if (result.verdict !== 'wrong' && isImpossible !== true) return known;
  const lostTests = new Set<number>();
  const sure = yield* followPossible(strictly(following, lostTests), idle);
  if (sure.result.verdict === 'wrong') return sure;
  if (isImpossible === true) return { ...known, result: { ...result, isDoubtful: true } };
  const message = `${result.message}, but ${describe(lostTests)}`;
  return { result: { ...result, verdict: 'assumed', message, isDoubtful: true } };
}

/** The verdict; if it is wrong only on a path that no run can take, the verdict that leaves out such paths. */
function* followPossible(following: Following, idle: ReadonlySet<number>): Pieces<Verdict> {
  const verdict = yield* follow(following, idle);
  if (verdict.isImpossible !== true) return verdict;
  return yield* follow({ ...following, tools: { ...following.tools, sources: new Sources() } }, idle);
}

/** How a handler is followed strictly. @param lostTests gets the addresses of the tests that leave faults in doubt */
function strictly(following: Following, lostTests: Set<number>): Following {
  const values = new HandlerValues(true);
  const around = following.aroundIn(values);
  const { program } = following.tools;
  const account = around.atStart.get(program.checks[0]!.account);
  const atFirst = account && constantsOf(account);
  const lefts = atFirst && new Lefts(stepOf(program), atFirst);
  const tools: Tools = { ...following.tools, values, pages: new ZeroPages(), lostTests, lefts };
  return { ...following, tools, around, late: following.lateSurely };
}

/** The greatest common divisor of all that a program charges. */
export function stepOf({ checks, charges }: TimingProgram): number {
  const factors = charges.map(({ perCount }) => perCount?.factor ?? 0);
  const all = [...checks.map(({ cycles }) => cycles), ...charges.map(({ cycles }) => cycles), ...factors];
  const divisor = (a: number, b: number): number => (b === 0 ? Math.abs(a) : divisor(b, a % b));
  return Math.max(1, all.reduce(divisor, 0));
}

/** Why what is wrong is not so when followed strictly, as a part of a sentence. */
function describe(lostTests: ReadonlySet<number>): string {
  if (lostTests.size === 0) return 'it is not known whether a run comes to that';
  return `it is not known which way a run goes at ${[...lostTests].slice(0, 3).map(hexWord).join(', ')}`;
}

/** @param kept bytes that one line leaves for another; more are added as they are found */
function* follow(following: Following, idle: ReadonlySet<number>, kept = new Set<number>()): Pieces<Verdict> {
  const { tools, step, checks, around, late, seen } = following;
  const { account, trampoline } = checks[0]!;
  const shape = tools.program.shape ?? VGA;
  const charges = checks.map(({ cycles }) => cycles);
  const leastWords = Math.min(...checks.map(({ form }) => CHECK_SHAPES[form].words));
  let mostLeft = Math.max(...charges) - 1;
  // Repeated whenever more is found: a byte that lines keep, a number of cycles left, or an account that holds more.
  for (;;) {
    const onWayIn = new Walker(tools, step, seen);
    const ends = followWayIn(tools, onWayIn, checks, { min: -late, max: mostLeft });
    const wayIn = onWayIn.fault ?? wayInOf(tools, ends);
    if (typeof wayIn !== 'number') return faulty(wayIn);
    const walker = new Walker(tools, step, seen, kept, idle);
    const isEach = ends.reduce((all, { doubts }) => either(all, doubts), onWayIn.failed) === undefined;
    const question = { starts: ends, isEach, wayIn, leastWords, account, shape, around };
    const lines = yield* followLines(tools, walker, question, kept);
    if (walker.isShort) continue;
    if (walker.fault !== undefined) return faulty(walker.fault);
    const isMore = [...lines.totals].filter((total) => tools.lefts?.add(total)).length > 0;
    if (isMore) continue;
    if (lines.frames === 0) return { result: assumed('The handler never begins vSync', trampoline) };
    if (lines.mostLeft <= mostLeft || lines.mostLeft < SIGN + Math.min(...charges)) {
      const result = { verdict: 'proven', message: provenMessage(shape), place: trampoline, path: [] } as const;
      const stores = new Map([...onWayIn.stores, ...walker.stores]);
      return { result, stores, claims: claimsOf(tools, lines, { kept, account, wayIn, between: around.between }) };
    }
    mostLeft = lines.mostLeft;
  }
}

/** What a proof has found, as plain data. */
function claimsOf(
  { pages, values }: Tools,
  { begun, mostLeft, vSyncAt }: LinesFound,
  {
    kept,
    account,
    wayIn,
    between,
  }: { readonly kept: ReadonlySet<number>; readonly account: number; readonly wayIn: number } & Pick<
    HandlerSurroundings,
    'between'
  >,
): HandlerClaims {
  const bytes = [...kept].filter((byte) => byte !== account).sort((a, b) => a - b);
  const stored = bytes.flatMap((byte) => {
    const value = between.get(byte);
    return value === undefined ? [] : [[byte, constantsOf(value)] as const];
  });
  const lines = begun.map(({ sync, lines: rises, zero }) => ({
    sync,
    lines: Math.max(-1, rises),
    held: bytes.map((byte) => constantsOf(pages.valueAt(zero, byte) ?? values.lost)),
  }));
  return { bytes, between: new Map(stored), wayIn, mostLeft, vSyncAt, lines };
}

function provenMessage({ line, hSync, lines }: FrameShape): string {
  return `Every line takes ${line} cycles, hSync ${hSync}, a frame ${lines} lines, and the account is what is left`;
}

function faulty({ isWrong, isImpossible, message, place, path }: HandlerFault): Verdict {
  return { result: { verdict: isWrong ? 'wrong' : 'assumed', message, place, path }, isImpossible };
}

/** Cycles from a check to the fall of hSync, less the cycles left; a fault if two ways in differ. */
function wayInOf(tools: Tools, ends: readonly State[]): number | HandlerFault {
  const byTime = new Map<number, { readonly state: State; readonly doubts: Doubts }>();
  for (const state of ends) {
    const { leftMin, leftMax } = state.ranges;
    if (!state.settled && leftMin !== leftMax) return faultAt(tools, false, DOES_NOT_WAIT, [state]);
    const time = state.settled ? state.time : state.time - leftMin;
    const there = byTime.get(time);
    byTime.set(time, { state, doubts: there === undefined ? state.doubts : either(there.doubts, state.doubts) });
  }
  // Those first to which some run comes.
  const [first, second] = [...byTime].sort(
    ([, a], [, b]) => Number(a.doubts !== undefined) - Number(b.doubts !== undefined),
  );
  if (first === undefined) return faultAt(tools, false, DOES_NOT_WAIT);
  if (second === undefined) return first[0];
  const [[longer, more], [shorter, less]] = second[0] > first[0] ? [second, first] : [first, second];
  const message = `From a check to hSync it takes the account and ${longer} cycles on one way, the account and ${shorter} on another`;
  for (const { doubts } of [more, less]) for (const address of testsOf(doubts)) tools.lostTests?.add(address);
  return faultAt(tools, second[1].doubts === undefined, message, [more.state, less.state]);
}

const DOES_NOT_WAIT = 'The way into the handler does not wait for the cycles that the account holds';

export function assumed(message: string, place: number): HandlerResult {
  return { verdict: 'assumed', message, place, path: [] };
}

/**
 * Following a handler to a verdict.
 *
 * It is followed over everything that may happen: with its idle bytes open, then with their values. What is wrong there
 * may be so only on paths that no run takes; runs are asked.
 */
import { CHECK_SHAPES } from '#isa';
import type { TimeCheck } from '../contract/program.ts';
import type { HandlerClaims, HandlerResult } from '../contract/report.ts';
import type { Pieces } from '../contract/pieces.ts';
import { VGA, type FrameShape } from '../contract/frame-shape.ts';
import { unequalWays } from '../contract/line-faults.ts';
import { faultAt, type HandlerFault } from './fault.ts';
import { followLines, type LinesFound } from './lines.ts';
import type { HandlerSurroundings } from './surroundings.ts';
import { constantsOf } from './values.ts';
import type { State } from './state.ts';
import type { Tools } from './tools.ts';
import { Walker, type Step } from './walker.ts';
import { followWayIn } from './way-in.ts';

/** An account that exceeds the charge by this much or more tests negative: the check leaves although it is paid. */
const SIGN = 128;

/** A verdict and, for a proven handler, what it rests on. */
export interface Verdict {
  readonly result: HandlerResult;
  readonly claims?: HandlerClaims;
  /** What is wrong on a path, if a run takes it, or could not be followed. */
  readonly suspect?: HandlerFault;
  /** Bytes of the zero page that a proven handler stores to, each with the address of a word that does. */
  readonly stores?: ReadonlyMap<number, number>;
}

export interface Following {
  readonly tools: Tools;
  readonly step: Step;
  readonly checks: readonly TimeCheck[];
  /** What the rest of the program does. */
  readonly around: HandlerSurroundings;
  /** The most cycles by which a check can be late. */
  readonly late: number;
  /** 1 for the addresses of words that were executed; grows. */
  readonly seen: Uint8Array;
}

export function* followHandler(following: Following, idle: ReadonlySet<number>): Pieces<Verdict> {
  const open = yield* follow(following, idle);
  return open.result.verdict === 'proven' || idle.size === 0 ? open : yield* follow(following, new Set());
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
    const question = { starts: ends, wayIn, leastWords, account, shape, around };
    const lines = yield* followLines(tools, walker, question, kept);
    if (walker.isShort) continue;
    if (walker.fault !== undefined) return faulty(walker.fault);
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

function faulty(fault: HandlerFault): Verdict {
  const { message, place, path } = fault;
  return { result: { verdict: 'assumed', message, place, path }, suspect: fault };
}

/** Cycles from a check to the fall of hSync, less the cycles left; a fault if two ways in differ. */
function wayInOf(tools: Tools, ends: readonly State[]): number | HandlerFault {
  const byTime = new Map<number, State>();
  for (const state of ends) {
    const { leftMin, leftMax } = state.ranges;
    if (!state.settled && leftMin !== leftMax) return faultAt(tools, false, DOES_NOT_WAIT, [state]);
    byTime.set(state.settled ? state.time : state.time - leftMin, state);
  }
  const [first, second] = [...byTime];
  if (first === undefined) return faultAt(tools, false, DOES_NOT_WAIT);
  if (second === undefined) return first[0];
  const [[longer, more], [shorter, less]] = second[0] > first[0] ? [second, first] : [first, second];
  return faultAt(tools, true, unequalWays(longer, shorter), [more, less]);
}

const DOES_NOT_WAIT = 'The way into the handler does not wait for the cycles that the account holds';

export function assumed(message: string, place: number): HandlerResult {
  return { verdict: 'assumed', message, place, path: [] };
}

/**
 * The proof of the video handler: from every check that leaves to the word after it.
 *
 *     check ──▶ trampoline ──▶ slide ──▶│ hSync falls … rises … ──▶ after the check, or the next line
 *               the way in: account + W │ a line: 200 cycles, the account is what is left of it
 *
 * Proven is: from each check's first word the fall of hSync is as many cycles away as the account held, plus one number W
 * for all checks; every line takes its cycles; the edges of both sync signals are in their cycles and lines, over whole
 * frames; and where the program goes on, account and charge are what is left until the next fall, less W.
 */
import { CHECK_SHAPES, OUT_HSYNC, OUT_VSYNC, ROM_WORDS } from '#isa';
import { nextUsed } from '../contract/address-table.ts';
import type { TimeCheck, TimingProgram } from '../contract/program.ts';
import { isTimedBlock, type HandlerClaims, type HandlerResult, type TimingResult } from '../contract/report.ts';
import type { Pieces } from '../contract/pieces.ts';
import type { Reach } from '../reach/reached.ts';
import { Sources } from '../values/sources.ts';
import { followStartUp } from '../reach/start-up.ts';
import type { TimeWords } from '../words/time-words.ts';
import { execute } from './execute.ts';
import { VGA, type FrameShape } from '../contract/frame-shape.ts';
import { faultAt, type HandlerFault } from './fault.ts';
import { followLines, type LinesFound } from './lines.ts';
import { findIdleBytes } from './idle-bytes.ts';
import { findSurroundings, type HandlerSurroundings } from './surroundings.ts';
import { constantsOf } from './values.ts';
import type { State } from './state.ts';
import { toolsFor, type Tools } from './tools.ts';
import { Walker, type Step } from './walker.ts';
import { unseenStore } from './unseen-stores.ts';
import { followWayIn } from './way-in.ts';
import { findWays, type Ways } from './ways.ts';

/** A check leaves with a negative account: by less than this may the account exceed the charge and still test negative. */
const SIGN = 128;

export interface HandlerQuestion {
  readonly program: TimingProgram;
  readonly words: TimeWords;
  readonly found: Reach;
  /** The verdicts on the checks: how late they can leave. */
  readonly results: readonly TimingResult[];
  /** A word outside of the handler after which RAM may be off the bus. */
  readonly hidesRam: number | undefined;
}

/** A verdict and, for a proven handler, what it rests on. */
interface Verdict {
  readonly result: HandlerResult;
  readonly claims?: HandlerClaims;
  /** Whether it is wrong only on a path that no run can take. */
  readonly isImpossible?: boolean;
  /** Bytes of the zero page that a proven handler stores to, each with the address of a word that does. */
  readonly stores?: ReadonlyMap<number, number>;
}

/** A verdict with what it depends on, for the next state of the program. */
interface KeptVerdict extends Verdict {
  readonly program: TimingProgram;
  /** Everything that was read except the words, as text. */
  readonly inputs: string;
  /** 1 for the addresses of words that were executed. */
  readonly seen: Uint8Array;
  /** 1 where paths could meet from the start: which fault is found first depends on that. */
  readonly joins: Uint8Array;
  /** The words after checks, and those of them to which a jump goes by constants. */
  readonly after: Pick<Tools, 'afterChecks' | 'goneBackTo'>;
}

/** What is kept of a handler from one state of a program to the next. */
export interface HandlerMemory {
  kept?: KeptVerdict;
  ways?: Ways;
}

/**
 * Proves the handler of a program with time checks, in pieces; undefined for one without.
 * @param step what one word does
 */
export function* proveHandler(
  question: HandlerQuestion,
  memory: HandlerMemory,
  step: Step = execute,
): Pieces<HandlerResult | undefined> {
  const { words, found, results, hidesRam } = question;
  const reached = question.program.checks.filter(({ address }) => found.isReached(address));
  const checks = reached.length === 0 ? question.program.checks : reached;
  /** What is proven depends on no check that nothing comes to. */
  const program = { ...question.program, checks };
  const [first] = checks;
  if (first === undefined) return undefined;
  const sync = checks.find(({ form }) => form === 'sync');
  if (sync !== undefined)
    return assumed('Time checks that close a block are not followed into the handler', sync.address);
  if (hidesRam !== undefined) return assumed('After this ctrl, RAM may no longer be readable', hidesRam);
  const lost = found.lostJumps.find(({ inHandler }) => !inHandler);
  if (lost !== undefined) {
    const why = lost.why === 'used' ? 'may use an address again, and has no ".targets"' : 'is not known';
    return assumed(`It is not known what the program stores: a jump outside the handler ${why}`, lost.address);
  }
  const ways = memory.ways?.found === found ? memory.ways : findWays(program, words, found);
  memory.ways = ways;
  const startUp = followStartUp(program, words, found.around.values);
  const tools = toolsFor(program, startUp.doubt);
  const around = findSurroundings(program, found, words, ways, startUp, tools.values);
  if (around.writesOut !== undefined) return assumed('The program writes OUT outside the handler', around.writesOut);
  const late = results.reduce((most, result) => Math.max(most, result.late), 0);
  const idle = findIdleBytes(program, ways);
  const inputs = inputsOf(program, around, late, idle);
  const { kept } = memory;
  if (kept !== undefined && kept.inputs === inputs && sameWords(kept, program, tools))
    return explained(kept, around, question);
  const seen = new Uint8Array(ROM_WORDS);
  const joins = tools.joins.slice();
  const { afterChecks, goneBackTo } = tools;
  const verdict = yield* followTwice({ tools, step, checks, around, late, seen }, idle);
  memory.kept = { ...verdict, program, inputs, seen, joins, after: { afterChecks, goneBackTo } };
  return explained(memory.kept, around, question);
}

/**
 * The verdict, marked if a wrong timed block was executed before the trouble; assumed if the reach of checks is less, or
 * start-up may leave a pulse.
 */
function explained(
  { result, seen, stores }: KeptVerdict,
  { sync }: HandlerSurroundings,
  { program, found, results }: HandlerQuestion,
): HandlerResult {
  const isWrong = results.some(({ kind, verdict, address }) => {
    return isTimedBlock(kind) && verdict === 'wrong' && seen[address] === 1;
  });
  if (result.verdict !== 'proven') return isWrong ? { ...result, isExplained: true } : result;
  if (sync.some((bits) => bits !== (OUT_HSYNC | OUT_VSYNC)))
    return assumed('Start-up may leave OUT within a sync pulse', result.place);
  const unseen = unseenStore(program, found, seen, stores ?? new Map());
  return unseen === undefined ? result : assumed(unseen.message, unseen.address);
}

interface Following {
  readonly tools: Tools;
  readonly step: Step;
  readonly checks: readonly TimeCheck[];
  readonly around: HandlerSurroundings;
  readonly late: number;
  readonly seen: Uint8Array;
}

/** Follows the handler with its idle bytes open; where that does not prove it, with their values. */
function* followTwice(following: Following, idle: ReadonlySet<number>): Pieces<Verdict> {
  const verdict = yield* follow(following, idle);
  if (verdict.result.verdict === 'proven') return verdict;
  const kept = new Set<number>();
  const known = idle.size === 0 ? verdict : yield* follow(following, new Set(), kept);
  if (known.isImpossible !== true) return known;
  // It may be wrong on a path that a run can take, too.
  const omitting = { ...following, tools: { ...following.tools, sources: new Sources() } };
  const possible = yield* follow(omitting, new Set(), kept);
  return possible.result.verdict === 'wrong' ? possible : known;
}

/** @param kept bytes that one line leaves for another; more are added as they are found */
function* follow(following: Following, idle: ReadonlySet<number>, kept = new Set<number>()): Pieces<Verdict> {
  const { tools, step, checks, around, late, seen } = following;
  const { account, trampoline } = checks[0]!;
  const shape = tools.program.shape ?? VGA;
  const charges = checks.map(({ cycles }) => cycles);
  const leastWords = Math.min(...checks.map(({ form }) => CHECK_SHAPES[form].words));
  let mostLeft = Math.max(...charges) - 1;
  // Again with what an account can hold at most, and with each byte that lines keep, as they are found.
  for (;;) {
    const onWayIn = new Walker(tools, step, seen);
    const { ends } = followWayIn(tools, onWayIn, checks, { min: -late, max: mostLeft });
    const wayIn = onWayIn.fault ?? wayInOf(tools, ends);
    if (typeof wayIn !== 'number') return faulty(wayIn);
    const walker = new Walker(tools, step, seen, kept, idle);
    const lines = yield* followLines(tools, walker, { starts: ends, wayIn, leastWords, account, shape, around }, kept);
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
    held: bytes.map((byte) => constantsOf(pages.valueAt(zero, byte) ?? values.any)),
  }));
  return { bytes, between: new Map(stored), wayIn, mostLeft, vSyncAt, lines };
}

function provenMessage({ line, hSync, lines }: FrameShape): string {
  return `Every line takes ${line} cycles, hSync ${hSync}, a frame ${lines} lines, and the account is what is left`;
}

function assumed(message: string, place: number): HandlerResult {
  return { verdict: 'assumed', message, place, path: [] };
}

/** All that the proof reads of a program besides the words that it executes. */
function inputsOf(
  program: TimingProgram,
  { atStart, between, sync, startUpDoubt }: HandlerSurroundings,
  late: number,
  idle: ReadonlySet<number>,
): string {
  const stored = [atStart, between].map((bytes) => [...bytes].map(([byte, value]) => [byte, constantsOf(value)]));
  const { checks, targets, tables, resumes, shape, ramKib, external = [] } = program;
  const charged = checks.map(({ address, form, cycles, account, trampoline }) => {
    return [form === 'short' ? address : address >> 8, form, cycles, account, trampoline];
  });
  const declared = [charged, targets, [...tables], resumes, shape, ramKib, [...external]];
  return JSON.stringify([declared, stored, sync, startUpDoubt, late, [...idle]]);
}

function sameWords(
  { program, seen, joins, after }: KeptVerdict,
  { words, used }: TimingProgram,
  now: Pick<Tools, 'joins' | 'afterChecks'>,
): boolean {
  if ([...after.goneBackTo].some((address) => !now.afterChecks.has(address))) return false;
  for (let address = nextUsed(seen, 0); address < seen.length; address = nextUsed(seen, address + 1)) {
    if (words[address] !== program.words[address] || used[address] !== program.used[address]) return false;
    if (joins[address] !== now.joins[address]) return false;
    if (after.afterChecks.has(address) !== now.afterChecks.has(address)) return false;
  }
  return true;
}

function faulty({ isWrong, isImpossible, message, place, path }: HandlerFault): Verdict {
  return { result: { verdict: isWrong ? 'wrong' : 'assumed', message, place, path }, isImpossible };
}

/** The one number of all ways in; a fault where there are two. */
function wayInOf(tools: Tools, ends: readonly State[]): number | HandlerFault {
  const settled = ends.map((state) => {
    const { leftMin, leftMax } = state.ranges;
    if (state.settled) return { state, time: state.time };
    return { state, time: leftMin === leftMax ? state.time - leftMin : undefined };
  });
  const open = settled.find(({ time }) => time === undefined);
  const [first, ...others] = settled;
  if (open !== undefined || first?.time === undefined) {
    const message = 'The way into the handler does not wait for the cycles that the account holds';
    return faultAt(tools, false, message, open && [open.state]);
  }
  const other = others.find(({ time }) => time !== first.time);
  if (other?.time === undefined) return first.time;
  const [longer, shorter] = other.time > first.time ? [other, first] : [first, other];
  const message = `From a check to hSync it takes the account and ${longer.time} cycles on one way, the account and ${shorter.time} on another`;
  return faultAt(tools, true, message, [longer.state, shorter.state]);
}

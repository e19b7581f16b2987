/**
 * The proof of the video handler: from every check that leaves to the word after it.
 *
 *     check ──▶ trampoline ──▶ slide ──▶│ hSync falls … rises … ──▶ after the check, or the next line
 *               the way in: account + W │ a line: 200 cycles, the account is what is left of it
 *
 * What is proven: from each check's first word, the fall of hSync is as many cycles away as the account held, plus a
 * number W that is the same for all checks; every line takes its cycles; the edges of both sync signals come in their
 * cycles and lines, over whole frames; and where the program goes on, account plus charge is what is left until the
 * next fall, less W.
 */
import { hexWord, OUT_HSYNC, OUT_VSYNC, ROM_WORDS } from '#isa';
import { usedAddresses } from '../contract/address-table.ts';
import type { TimingProgram } from '../contract/program.ts';
import { isTimedBlock, type HandlerResult, type TimingResult } from '../contract/report.ts';
import type { Pieces } from '../contract/pieces.ts';
import type { LostJump, Reach } from '../reach/reached.ts';
import { findEntered } from '../reach/entered.ts';
import { followStartUp } from '../reach/start-up.ts';
import type { SeenFaults, Sightings } from '../runs/sightings.ts';
import { NOTHING_WANTED } from '../values/run-program.ts';
import type { TimeWords } from '../words/time-words.ts';
import { execute } from './execute.ts';
import { assumed, followHandler, type Verdict } from './follow-handler.ts';
import { findIdleBytes } from './idle-bytes.ts';
import type { HandlerFault } from './fault.ts';
import { findSurroundings, type HandlerSurroundings } from './surroundings.ts';
import { constantsOf } from './values.ts';
import { toolsFor, type Tools } from './tools.ts';
import type { Step } from './walker.ts';
import { unseenStore } from './unseen-stores.ts';
import { findWays, type Ways } from './ways.ts';

export interface HandlerQuestion {
  readonly program: TimingProgram;
  readonly words: TimeWords;
  readonly found: Reach;
  /** The verdicts on the checks: how late they can leave. */
  readonly results: readonly TimingResult[];
  /** A word outside of the handler after which RAM may be off the bus. */
  readonly hidesRam: number | undefined;
  /** What runs show, if something is wrong on a path. */
  readonly sightings: Sightings;
}

/** A verdict with all that it depends on: it also holds for the next state of the program if none of this changes. */
interface KeptVerdict extends Verdict {
  readonly program: TimingProgram;
  /** Everything that was read except the words, as text. */
  readonly inputs: string;
  /** 1 for the addresses of words that were executed. */
  readonly seen: Uint8Array;
  /** 1 for addresses at which paths could meet from the start: which fault is found first depends on these. */
  readonly joins: Uint8Array;
  /** The words after checks, and those of them to which a jump goes whose target is known as constants. */
  readonly after: Pick<Tools, 'afterChecks' | 'goneBackTo'>;
}

/** What is kept of a handler from one state of a program to the next. */
export interface HandlerMemory {
  kept?: KeptVerdict;
  ways?: Ways;
}

const NOT_KNOWN = 'a jump outside the handler is not known';
/** Why it is not known where execution goes, by what is wrong with a jump. */
const UNKNOWN: Readonly<Record<LostJump['why'], string>> = {
  unknown: NOT_KNOWN,
  nothing: NOT_KNOWN,
  contradicted: NOT_KNOWN,
  used: 'a jump outside the handler may use an address again, and has no ".targets"',
  handler: 'a path outside the handler runs into this jump, which is its own',
};

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
  // Checks that nothing comes to play no part in the proof.
  const program = { ...question.program, checks };
  const [first] = checks;
  if (first === undefined) return undefined;
  const sync = checks.find(({ form }) => form === 'sync');
  if (sync !== undefined)
    return assumed('Time checks that close a block are not followed into the handler', sync.address);
  if (hidesRam !== undefined) return assumed('After this ctrl, RAM may no longer be readable', hidesRam);
  const lost = found.lostJumps.find(({ inHandler }) => !inHandler);
  if (lost !== undefined) {
    const told = assumed(`It is not known what the program stores: ${UNKNOWN[lost.why]}`, lost.address);
    yield* question.sightings.look();
    return shownBy(question.sightings.handlerFaults(NOTHING_WANTED)) ?? told;
  }
  const [entered] = findEntered(question);
  if (entered !== undefined) return assumed('A time check may be entered after its first word', entered.place);
  const ways = memory.ways?.found === found ? memory.ways : findWays(words, found);
  memory.ways = ways;
  const startUp = followStartUp(program, words, found.around.values);
  const tools = toolsFor(program, words);
  const around = findSurroundings(program, found, words, ways, startUp, tools.values);
  if (around.writesOut !== undefined) return assumed('The program writes OUT outside the handler', around.writesOut);
  const late = latest(results);
  const idle = findIdleBytes(program, words, ways);
  const inputs = inputsOf(program, around, late, idle);
  let { kept } = memory;
  if (kept === undefined || kept.inputs !== inputs || !sameWords(kept, program, tools)) {
    const seen = new Uint8Array(ROM_WORDS);
    const joins = tools.joins.slice();
    const { afterChecks, goneBackTo } = tools;
    const verdict = yield* followHandler({ tools, step, checks, around, late, seen }, idle);
    memory.kept = kept = { ...verdict, program, inputs, seen, joins, after: { afterChecks, goneBackTo } };
  }
  if (kept.suspect !== undefined) yield* question.sightings.look();
  return explained(kept, around, question);
}

/**
 * The verdict, marked if the handler executes a timed block that is wrong. A proven handler is only assumed if the
 * proofs of the checks do not know all its stores, or if start-up may leave OUT within a sync pulse or sets no account.
 */
function explained(
  { result, suspect, seen, stores }: KeptVerdict,
  { sync, openJump, setsAccount }: HandlerSurroundings,
  { program, found, results, sightings }: HandlerQuestion,
): HandlerResult {
  const isWrong = results.some(({ kind, verdict, address }) => {
    return isTimedBlock(kind) && verdict === 'wrong' && seen[address] === 1;
  });
  // A start-up that enters the handler, for example, brings all that the places of the jump do.
  const unless = openJump === undefined ? '' : `; where start-up goes at ${hexWord(openJump)} is not known`;
  const told =
    suspect === undefined ? (contradicted(program, sightings) ?? result) : judged(suspect, result, sightings);
  if (told.verdict !== 'proven') {
    const message = told.verdict === 'assumed' ? `${told.message}${unless}` : told.message;
    return { ...told, message, ...(isWrong && { isExplained: true }) };
  }
  if (sync.some((bits) => bits !== (OUT_HSYNC | OUT_VSYNC)))
    return assumed(`Start-up may leave OUT within a sync pulse${unless}`, result.place);
  if (!setsAccount)
    return assumed('Start-up stores nothing to the account, so that the first lines are wrong', result.place);
  const unseen = unseenStore(program, found, seen, stores ?? new Map());
  return unseen === undefined ? result : assumed(unseen.message, unseen.address);
}

/** The verdict on a handler that is proven with what is declared of jumps, if runs show something else. */
function contradicted({ targets, resumes = [] }: TimingProgram, sightings: Sightings): HandlerResult | undefined {
  return targets.length + resumes.length === 0 ? undefined : shownBy(sightings.strayJumps());
}

/** The verdict on a handler that is wrong on a path, or could not be followed: it is wrong, if a run shows a fault. */
function judged(suspect: HandlerFault, followed: HandlerResult, sightings: Sightings): HandlerResult {
  const { message, place, path, unless, wanted, isWrong } = suspect;
  const seen = sightings.handlerFaults(wanted);
  if (isWrong && unless === undefined && seen.has(message)) return { verdict: 'wrong', message, place, path };
  if (seen.size > 0 || !isWrong) return shownBy(seen) ?? followed;
  const doubt = unless ?? 'no run is seen to do that';
  return { verdict: 'assumed', message: `${message}, but ${doubt}`, place, path, isDoubtful: true };
}

/** The verdict by what was first seen, if anything was. */
function shownBy(seen: SeenFaults): HandlerResult | undefined {
  const [first] = seen;
  if (first === undefined) return undefined;
  const [message, { place, path }] = first;
  return { verdict: 'wrong', message, place, path };
}

/** All that the proof reads of a program besides the words that it executes. */
function inputsOf(
  program: TimingProgram,
  { atStart, between, sync }: HandlerSurroundings,
  late: number,
  idle: ReadonlySet<number>,
): string {
  const stored = [atStart, between].map((bytes) => [...bytes].map(([byte, value]) => [byte, constantsOf(value)]));
  const { checks, targets, tables, resumes, shape, ramKib, external = [] } = program;
  const charged = checks.map(({ address, form, cycles, account, trampoline }) => {
    return [form === 'short' ? address : address >> 8, form, cycles, account, trampoline];
  });
  const declared = [charged, targets, [...tables], resumes, shape, ramKib, [...external]];
  return JSON.stringify([declared, stored, sync, late, [...idle]]);
}

/** The most cycles by which some checks can be late. */
function latest(results: readonly TimingResult[]): number {
  return results.reduce((most, { late }) => Math.max(most, late), 0);
}

function sameWords(
  { program, seen, joins, after }: KeptVerdict,
  { words, used }: TimingProgram,
  now: Pick<Tools, 'joins' | 'afterChecks'>,
): boolean {
  if ([...after.goneBackTo].some((address) => !now.afterChecks.has(address))) return false;
  for (const address of usedAddresses(seen)) {
    if (words[address] !== program.words[address] || used[address] !== program.used[address]) return false;
    if (joins[address] !== now.joins[address]) return false;
    if (after.afterChecks.has(address) !== now.afterChecks.has(address)) return false;
  }
  return true;
}

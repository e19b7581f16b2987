/**
 * Has the timing proven and turns the verdicts into findings and debug information.
 *
 * A program with errors is not proven: its words are incomplete, so the verdicts would be wrong.
 */
import { counted } from '#basics';
import { hexWord } from '#isa';
import { findRoutineFacts, formatPath, isTimedBlock } from '#proof';
import type {
  HandlerResult,
  LostRegister,
  ProofContext,
  RoutineFacts,
  Pieces,
  TimingReport,
  TimingResult,
  TimingReason,
} from '#proof';
import type { DebugHandler, DebugTiming } from '../contract/debug-info.ts';
import type { DiagnosticCode } from '../contract/diagnostic.ts';
import { itemAt, relatedTo, type Item, type Program } from '../program/program.ts';
import { hintPages } from './page-hints.ts';
import { MAX_STEPS, PathText } from './path-text.ts';
import { Causes, sharedEnds } from './causes.ts';
import { checkMisspelt, checkUnused } from './check.ts';
import { checkHeaders, routinesWithHeaders } from './check-headers.ts';
import type { LintFinding } from '../lints/index.ts';
import { reportLints } from './check-lints.ts';
import { checkOperands } from './check-operands.ts';
import type { Proof } from './kept-proof.ts';
import type { TimingInput } from './timing-program.ts';
import { UnknownJumps } from './declared-jumps.ts';

/** The diagnostic code of each reason for which the timing proof does not call a check exact. */
const TIMING_CODES = {
  'timing-wrong': 'GT0810',
  'timing-overdraft': 'GT0811',
  'timing-range': 'GT0812',
  'timing-jump': 'GT0813',
  'timing-return': 'GT0814',
  'timing-loop': 'GT0815',
  'timing-entered': 'GT0816',
  'timing-lost': 'GT0817',
  'timing-account': 'GT0818',
  'timing-page': 'GT0819',
  'timing-words': 'GT0820',
  'timing-declaration': 'GT0821',
  'timing-limit': 'GT0822',
  'timing-check-inside': 'GT0823',
  'timing-no-end': 'GT0824',
  'timing-register': 'GT0825',
  'timing-ac': 'GT0837',
  'timing-ram': 'GT0838',
  'timing-tests': 'GT0839',
} as const satisfies Record<TimingReason, DiagnosticCode>;

/** How many words of a path the detail of a verdict lists; a longer path loses its start. */
const MAX_DETAIL = 400;

/** The verdicts of the proof. */
export interface Verdicts {
  /** On time checks and timed blocks. */
  readonly timing: readonly DebugTiming[];
  /** On the video handler; null while there is none. */
  readonly handler: DebugHandler | null;
}

/** Those on a program that was not proven. */
export const NO_VERDICTS: Verdicts = { timing: [], handler: null };

/** Proves the timing of a program without errors and runs the lints. */
export function checkTiming(program: Program, input: TimingInput, proof: Proof): Verdicts {
  const { checks, assertions } = input.program;
  const kept = proof.of(input.program);
  const isOn = ({ address, code }: LintFinding): boolean => itemAt(program, address)?.off?.has(code) !== true;
  const lints = kept.lints(input.program).filter(isOn);
  const causes = new Causes(lints);
  const hasProof = checks.length + assertions.length > 0;
  const verdicts = hasProof ? reportProof(program, input, kept.report(), causes) : NO_VERDICTS;
  reportLints(program, lints, causes);
  checkHeaders(program, kept.proof, input.routines);
  checkOperands(program, kept, input.program.intended);
  checkUnused(program);
  checkMisspelt(program);
  hintPages(program, input.routines);
  if (checks.length === 0) reportUnused(program);
  return verdicts;
}

/**
 * Reports the verdicts. What follows from a lost delay slot is reported under it, and what follows from a wrong path
 * not at all.
 */
function reportProof(program: Program, input: TimingInput, report: TimingReport, causes: Causes): Verdicts {
  const { checks } = input.program;
  const timing: DebugTiming[] = [];
  const text = new PathText(program);
  const shared = sharedEnds(report.results.filter((result) => causes.of(result) === undefined));
  const told = new Set(shared.flatMap(({ results }) => results));
  const unknown = new UnknownJumps(program, text);
  for (const [index, result] of report.results.entries()) {
    const item =
      index < checks.length ? input.checkItems.get(result.address) : input.assertionItems[index - checks.length];
    if (item === undefined) continue;
    timing.push(verdictOf(text, item, result));
    if (result.verdict === 'exact' || told.has(result)) continue;
    if (causes.of(result) === undefined && unknown.take(item, result)) continue;
    reportResult(program, text, item, result, causes);
  }
  unknown.report();
  for (const each of shared) reportSharedEnd(program, text, input, each);
  if (report.handler !== undefined) reportHandler(program, text, report, report.handler, causes);
  const handler = report.handler === undefined ? null : handlerVerdict(program, text, report.handler);
  const lost = causes.hasErrors ? [] : report.lostRegisters;
  for (const each of lost) reportLost(program, text, input, each);
  return { timing, handler };
}

/** Does the slow part of {@link checkTiming} in pieces of a few milliseconds. It reports nothing. */
export function* proveInPieces(program: Program, input: TimingInput, proof: Proof): Pieces<void> {
  // All that is read of the program is read first: the next assembly may take its objects between two pieces.
  const described = routinesWithHeaders(program, input.routines);
  yield;
  const kept = yield* proof.inPieces(input.program);
  yield;
  kept.lints(input.program);
  for (const each of described) {
    yield;
    findRoutineFacts(kept.proof, each.routine);
  }
  yield;
  yield* kept.reportInPieces();
}

/** For facts about routines on request, which do not use up the budget for comparing headers. */
export function proofForRequests({ program }: TimingInput, proof: Proof): ProofContext {
  return { ...proof.of(program).proof, facts: new Map(), routineBudget: { left: Infinity } };
}

/** What the routine at an address costs and changes; reports nothing. */
export function routineFacts(program: Program, proof: ProofContext, name: string, address: number): RoutineFacts {
  const facts = findRoutineFacts(proof, { name, start: address, end: address });
  return { ...facts, reason: new PathText(program).named(facts.reason, itemAt(program, address)?.file) };
}

function verdictOf(text: PathText, item: Item, result: TimingResult): DebugTiming {
  const path = text.steps(result.path);
  const steps = path.slice(-MAX_DETAIL);
  const shown = formatPath({ ...result, path: steps }, (address) => text.statementWithPlace(address));
  const omitted = path.length - steps.length;
  const message = text.named(result.message, item.file);
  const head = omitted === 0 ? message : `${message}\n  (${counted(omitted, 'step')} before)`;
  const { kind, address, cycles, verdict } = result;
  return { kind, address, cycles, verdict, detail: shown === '' ? message : `${head}\n${shown}` };
}

function reportResult(program: Program, text: PathText, item: Item, result: TimingResult, causes: Causes): void {
  const message = text.named(result.message, item.file);
  const cause = causes.of(result);
  if (cause !== undefined) return causes.add(cause, relatedTo(program, item, `Because of this: ${message}`));
  const code = TIMING_CODES[result.reason ?? 'timing-wrong'];
  const isLoop = result.reason === 'timing-loop';
  const severity = result.verdict === 'wrong' ? 'error' : 'warning';
  // Names the uncounted loop, and what it lacks.
  const loop = `The loop through ${hexWord(result.place)} has neither a time check (.check) nor a known count (.loop)`;
  const told = isLoop ? text.named(loop, item.file) : message;
  program.findings.add(code, told, item, item.statement, { severity, related: text.pathEnd(result) });
}

/** Reports wrong checks whose paths end alike where these join, which is where the slip is. */
function reportSharedEnd(
  program: Program,
  text: PathText,
  input: TimingInput,
  { results, address }: ReturnType<typeof sharedEnds>[number],
): void {
  const item = itemAt(program, address);
  const [first] = results;
  if (item === undefined || first === undefined) return;
  const count = Math.abs(first.difference);
  const message =
    `From ${results.length} time checks it takes ${counted(count, 'cycle')} ` +
    `${first.difference > 0 ? 'more' : 'fewer'} than charged to the check at ${hexWord(first.place)}, all through here`;
  const related = results.slice(0, MAX_STEPS).flatMap((result) => {
    const check = input.checkItems.get(result.address);
    return check === undefined
      ? []
      : text.placeInProgram(`${counted(result.cycles, 'cycle is', 'cycles are')} charged here`, check);
  });
  program.findings.add('GT0810', text.named(message, item.file), item, item.statement, { severity: 'error', related });
}

/** Reports the first trampoline if no time check uses one, so that nothing ever gets to the handler. */
function reportUnused(program: Program): void {
  const { findings, items } = program;
  const item = items.find(({ statement }) => statement?.kind === 'directive' && statement.name === 'trampoline');
  if (item === undefined) return;
  const call = findings.programLine(item);
  const place = call === undefined ? item : { ...call, expansion: call.parent };
  const message = 'No time check leaves by this trampoline: the video handler never runs, and there is no picture';
  findings.add('GT0833', message, place, call ?? item.statement);
}

function handlerVerdict(program: Program, text: PathText, result: HandlerResult): DebugHandler {
  const { verdict, place, path } = result;
  const item = handlerItem(program, place);
  const message = text.named(result.message, item?.file);
  const shown = text
    .handlerSteps(path)
    .slice(-MAX_DETAIL)
    .map(({ address, cycle }) => `${`${cycle}`.padStart(5)}  ${hexWord(address)}  ${text.statementWithPlace(address)}`);
  const address = itemAt(program, place) === undefined ? (item?.address ?? place) : place;
  return { verdict, address, detail: [message, ...shown].join('\n') };
}

/** Where a verdict on the handler is reported: at the fault, or at a trampoline. */
function handlerItem(program: Program, place: number): Item | undefined {
  return itemAt(program, place) ?? itemAt(program, program.trampolines.values().next().value ?? 0);
}

/** Reports the verdict on the handler, unless it is proven or another finding explains it. */
function reportHandler(
  program: Program,
  text: PathText,
  { results }: TimingReport,
  result: HandlerResult,
  causes: Causes,
): void {
  const { verdict, place, path, isExplained = false } = result;
  const item = handlerItem(program, place);
  if (verdict === 'proven' || isExplained || item === undefined || isEnteredWrongly(result, results)) return;
  if (causes.hasErrors) return;
  const cause = causes.of(result);
  const message = text.named(result.message, item.file);
  if (cause !== undefined) {
    if (verdict === 'wrong') causes.add(cause, relatedTo(program, item, `Because of this: ${message}`));
    return;
  }
  const code = verdict === 'wrong' ? 'GT0831' : 'GT0832';
  const steps = text.handlerSteps(path).slice(-MAX_STEPS);
  const related = steps.flatMap(({ address, cycle }) => text.related(`Cycle ${cycle}`, address));
  const told = verdict === 'wrong' ? message : `The video handler is assumed, not proven: ${message}`;
  // A path that is wrong is worth a look, though perhaps no run takes it.
  const severity = verdict === 'assumed' && mayBeWrong(result) ? { severity: 'warning' as const } : {};
  program.findings.add(code, told, item, item.statement, { related, ...severity });
}

/**
 * Whether the handler may be wrong only because it is entered at the wrong time: a check, or a block on its path, is
 * wrong; if the handler is in doubt, perhaps only where no run comes. If that is not the cause, the fault is reported
 * once those are mended.
 */
function isEnteredWrongly(handler: HandlerResult, results: readonly TimingResult[]): boolean {
  if (!mayBeWrong(handler)) return false;
  const isDoubtful = handler.verdict !== 'wrong';
  const wrong = results.filter((each) => each.verdict === 'wrong' || (isDoubtful && each.reason === 'timing-tests'));
  const passed = new Set(wrong.flatMap((result) => [result.address, ...result.path.map(({ address }) => address)]));
  return wrong.some(({ kind }) => !isTimedBlock(kind)) || handler.path.some(({ address }) => passed.has(address));
}

/** Whether a handler is wrong, or would be if some run took a certain path. */
function mayBeWrong({ verdict, isDoubtful }: HandlerResult): boolean {
  return verdict === 'wrong' || isDoubtful === true;
}

function reportLost(program: Program, text: PathText, input: TimingInput, lost: LostRegister): void {
  const { register, address, check, doubt } = lost;
  const item = itemAt(program, address);
  if (item === undefined) return;
  const related = input.checkItems.has(check) ? relatedTo(program, itemAt(program, check), 'The time check') : [];
  const since = 'the video handler may have run since it was set';
  const told =
    doubt === undefined
      ? `${register} is read here, but ${since}`
      : text.named(`${register} is read here, and ${since}, ${doubt}`, item.file);
  const severity = doubt === undefined ? 'error' : 'warning';
  program.findings.add('GT0825', told, item, item.statement, { severity, related });
}

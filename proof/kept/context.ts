/**
 * What all questions about one program share: found once, then asked many times.
 *
 * What was found out about an earlier state of a program is reused as far as it holds: its reach if no word that
 * matters to it has changed, and each answer if nothing that it looked at has.
 */
import { mayHideRam, wordAt } from '#isa';
import { abstractWords } from '../reach/abstract-words.ts';
import { Answers } from './answers.ts';
import { findChanges, isSamePlan } from './changes.ts';
import { CellsTable } from '../reach/cells-table.ts';
import { findStoresByX, isFollowed, unitedStores } from '../reach/stores-by-x.ts';
import { same } from '../contract/same.ts';
import { type CellPlan, planCells } from '../values/cells.ts';
import type { StoredByX } from '../values/known.ts';
import { computeLiveness, isSameEffects, LiveSets, type Liveness } from '../reach/liveness.ts';
import { LIMITS } from '../contract/limits.ts';
import { indexLoops, type LoopIndex } from '../reach/loops.ts';
import { findWordsInSlots } from '../reach/word-slots.ts';
import { ProgramView, type Overall, type ViewParts } from './program-view.ts';
import type { TimingProgram } from '../contract/program.ts';
import { reach } from '../reach/reach.ts';
import { isSameReach, OUTSIDE, type Reach } from '../reach/reached.ts';
import type { CheckProof, Judged, RoutineFacts } from '../contract/report.ts';
import { finish, type Pieces } from '../contract/pieces.ts';
import { Sightings } from '../runs/sightings.ts';
import { indexTimeWords, type TimeWords } from '../words/time-words.ts';
import type { HandlerMemory } from '../handler/handler-proof.ts';
import { StateTable } from '../values/state-table.ts';
import { TurnsTable } from '../values/turns.ts';
import { ValueTable } from '../values/values.ts';

/** What it takes to follow paths; the program itself is read only through its view. */
export interface PathContext {
  readonly view: ProgramView;
  readonly values: ValueTable;
  readonly turns: TurnsTable;
  readonly cells: CellsTable;
  /** The states of the question that is being answered. */
  readonly states: StateTable;
}

export interface ProofContext extends PathContext {
  readonly program: TimingProgram;
  readonly words: TimeWords;
  readonly found: Reach;
  readonly liveness: Liveness;
  readonly liveSets: LiveSets;
  /** What runs show, which is asked where words leave something in doubt. */
  readonly sightings: Sightings;
  readonly checks: Answers<CheckProof>;
  readonly blocks: Answers<Judged>;
  readonly routines: Answers<RoutineFacts>;
  /** The verdict on the handler, kept for the next state of the program. */
  readonly handler: HandlerMemory;
  /** Facts of routines that were asked for, by first word. */
  readonly facts: Map<number, RoutineFacts>;
  /** States that the facts of all routines together may still take. */
  readonly routineBudget: { left: number };
}

/**
 * Prepares the questions about a program: follows everything that it can execute.
 * @param before what was found out about an earlier state of the program
 */
export function prepareProof(program: TimingProgram, before?: ProofContext): ProofContext {
  return finish(prepareInPieces(program, before));
}

export function* prepareInPieces(program: TimingProgram, before?: ProofContext): Pieces<ProofContext> {
  const earlier = before === undefined || before.values.isWorn ? undefined : before;
  const values = earlier?.values ?? new ValueTable();
  const parts = yield* findParts(program, values, earlier);
  // The values of earlier programs fill the table, too; without them there may be room.
  if (earlier !== undefined && values.isFull) return yield* prepareInPieces(program);
  yield;
  const view = new ProgramView(parts, overallOf(parts));
  const hasChanged = earlier === undefined ? undefined : findChanges(earlier.view, view);
  return {
    ...parts,
    values,
    view,
    turns: new TurnsTable(),
    cells: new CellsTable(),
    states: earlier?.states ?? new StateTable(),
    sightings: new Sightings(program, parts.words, parts.found),
    checks: new Answers(earlier?.checks, hasChanged),
    blocks: new Answers(earlier?.blocks, hasChanged),
    routines: new Answers(earlier?.routines, hasChanged),
    handler: { ...earlier?.handler },
    facts: new Map(),
    routineBudget: { left: LIMITS.allRoutines },
  };
}

/** Follows a program, or takes what was found out about the one before where that holds. */
function* findParts(
  program: TimingProgram,
  values: ValueTable,
  before: ProofContext | undefined,
): Pieces<ViewParts & Pick<ProofContext, 'liveSets'>> {
  const words = indexTimeWords(program);
  const plan = planCells(program, words);
  yield;
  const inOrder = abstractWords(program, words, plan);
  yield;
  const earlier = before !== undefined && isSamePlan(before.found.around.plan, plan) ? before : undefined;
  const liveSets = earlier?.liveSets ?? new LiveSets(plan.cells.length);
  if (
    earlier !== undefined &&
    isSameReach(earlier, { program, inOrder }) &&
    same(findStoresByX(program, earlier.found, words.accounts), earlier.found.storedByX)
  ) {
    const { found } = earlier;
    yield;
    const isSame = isSameEffects({ ...earlier, plan }, { program, words, plan }, liveSets);
    const liveness = isSame ? earlier.liveness : computeLiveness(program, words, found, liveSets);
    return partsOf(program, words, found, liveness, liveSets);
  }
  const found = yield* followAll(program, words, inOrder, plan, values);
  yield;
  const liveness = computeLiveness(program, words, found, liveSets);
  return partsOf(program, words, found, liveness, liveSets);
}

/** Follows a program, and once more where stores by X turn out to hit what its jumps depend on. */
function* followAll(
  program: TimingProgram,
  words: TimeWords,
  inOrder: Uint16Array,
  plan: CellPlan,
  values: ValueTable,
): Pieces<Reach> {
  let storedByX: StoredByX = new Map();
  for (;;) {
    const found = yield* reach(program, words, inOrder, plan, values, storedByX);
    const all = unitedStores(storedByX, findStoresByX(program, found, words.accounts));
    if (isFollowed(found, all)) return { ...found, storedByX: all };
    storedByX = all;
    yield;
  }
}

function partsOf(
  program: TimingProgram,
  words: TimeWords,
  found: Reach,
  liveness: Liveness,
  liveSets: LiveSets,
): ViewParts & Pick<ProofContext, 'liveSets'> {
  return {
    program,
    words,
    found,
    liveness,
    liveSets,
    loops: indexLoops(program, found),
    inSlots: findWordsInSlots(program, words, found),
  };
}

function overallOf({ program, words, found, loops }: ViewParts): Overall {
  const { plan, values, ram, fields } = found.around;
  const lostOutside = found.lostJumps.filter(({ inHandler }) => !inHandler);
  // A jump that is not known may lead to any word.
  const isOutside = (address: number): boolean =>
    lostOutside.length > 0 || ((found.sides[address] ?? 0) & OUTSIDE) !== 0;
  const hidingRam = (mayExecute: (address: number) => boolean): number | undefined =>
    words.addresses.find((address) => mayHideRam(wordAt(program.words, address), ram, true) && mayExecute(address));
  return {
    plan,
    values,
    ram,
    fields,
    slack: program.slack,
    accounts: words.accounts,
    external: program.external ?? new Set(),
    counts: chargedCounts(program, loops),
    lostOutside,
    hasLost: found.lostJumps.length > 0,
    straysAnywhere: found.straysAnywhere,
    hidesRam: hidingRam(isOutside),
    handlerHidesRam: hidingRam((address) => found.handlerWords[address] === 1),
    handlerStores: found.handlerStores,
  };
}

/** The range of each count by which something is charged, over all loops of its name. */
function chargedCounts({ charges }: TimingProgram, { byHead }: LoopIndex): Overall['counts'] {
  const charged = new Set(charges.map(({ perCount }) => perCount?.count));
  const counts = new Map<string, { min: number; max: number }>();
  for (const { count, min, max } of byHead.values()) {
    if (count === undefined || !charged.has(count)) continue;
    const other = counts.get(count) ?? { min, max };
    counts.set(count, { min: Math.min(min, other.min), max: Math.max(max, other.max) });
  }
  return counts;
}

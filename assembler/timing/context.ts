/**
 * What all questions about one program share: found once, then asked many times.
 */
import { planCells } from './cells.ts';
import { computeLiveness, type LiveSet, type Liveness } from './liveness.ts';
import { indexLoops, type CountedLoop } from './loops.ts';
import type { TimingProgram } from './program.ts';
import { reach, type Reach } from './reach.ts';
import type { RoutineFacts } from './report.ts';
import { indexTimeWords, type TimeWords } from './time-words.ts';
import { TurnsTable } from './turns.ts';
import { ANY, ValueTable, type Value } from './values.ts';

export interface ProofContext {
  readonly program: TimingProgram;
  readonly words: TimeWords;
  readonly values: ValueTable;
  readonly found: Reach;
  readonly liveness: Liveness;
  readonly loops: ReadonlyMap<number, CountedLoop>;
  /** Ranges of named counts. */
  readonly counts: ReadonlyMap<string, { readonly min: number; readonly max: number }>;
  readonly turns: TurnsTable;
  readonly cells: CellsTable;
  /** Facts of routines that were asked for, by first word. */
  readonly facts: Map<number, RoutineFacts>;
  /** States that all questions together may still follow at leisure; see paths.ts. */
  readonly budget: { left: number };
  /** States that the facts of all routines together may still take. */
  readonly routineBudget: { left: number };
}

/** States of all questions about one program: some seconds' worth. */
const BUDGET = 2_000_000;
/** States of the facts of all routines; the engine's sixty take a third of it. */
const ROUTINE_BUDGET = 250_000;

/** Prepares the questions about a program: follows everything that it can execute. */
export function prepareProof(program: TimingProgram): ProofContext {
  const words = indexTimeWords(program);
  const values = new ValueTable();
  const plan = planCells(program);
  const found = reach(program, words, plan, values);
  const loops = indexLoops(program);
  const counts = new Map<string, CountedLoop>();
  for (const loop of loops.values()) if (loop.count !== undefined) counts.set(loop.count, loop);
  return {
    program,
    words,
    values,
    found,
    liveness: computeLiveness(program, words, found),
    loops,
    counts,
    turns: new TurnsTable(),
    cells: new CellsTable(),
    facts: new Map(),
    budget: { left: BUDGET },
    routineBudget: { left: ROUTINE_BUDGET },
  };
}

/** Interns what is known of the tracked bytes, with those that are not alive forgotten: equal is the same object. */
export class CellsTable {
  private readonly byText = new Map<string, readonly Value[]>();
  private readonly restricted = new WeakMap<readonly Value[], (readonly Value[] | undefined)[]>();

  restrict(cells: readonly Value[], live: LiveSet): readonly Value[] {
    let byLive = this.restricted.get(cells);
    if (byLive === undefined) this.restricted.set(cells, (byLive = []));
    return (byLive[live.id] ??= this.intern(cells.map((value, slot) => (live.isLive(slot) ? value : ANY))));
  }

  private intern(cells: readonly Value[]): readonly Value[] {
    const text = cells.join();
    const known = this.byText.get(text);
    if (known !== undefined) return known;
    this.byText.set(text, cells);
    return cells;
  }
}

/**
 * Repeats what a chunk's expansion did: its definitions, then its items and everything else, renumbered.
 *
 * A chunk fits if it starts in the same state as before and whatever it asked has the same answer. Definitions
 * and queries are repeated in order, and undone if one of them does not fit.
 */
import type { Chunk, Entry, Lengths, Step } from './chunk.ts';
import { addAgain, lengthsOf } from './chunk.ts';
import { resetSymbol } from './definitions.ts';
import type { Evaluator } from '../values/evaluate.ts';
import type { Item, Origin, Program, Scope } from '../program/program.ts';
import type { LineChange } from '../contract/source.ts';

/** Where a chunk is to be replayed. */
export interface ReplayPlace {
  readonly program: Program;
  readonly evaluator: Evaluator;
  readonly entry: Entry;
  readonly scope: Scope;
  readonly serial: number;
  /** Whether lines of any file have other numbers than when the chunk was recorded. */
  readonly hasMoved: boolean;
  /** How a file's lines have changed since then. */
  changeOf(file: number): LineChange | undefined;
}

/** Replays a chunk; false if it does not fit, and then nothing has changed. */
export function replay(place: ReplayPlace, chunk: Chunk): boolean {
  if (!fits(place, chunk) || !takeSteps(place, chunk)) return false;
  const { program } = place;
  const at = lengthsOf(program);
  renumber(place, chunk, at);
  chunk.at = at;
  chunk.scope = place.scope;
  for (const item of chunk.leading) item.scope = place.scope;
  for (const binding of chunk.bindings) {
    if (binding.operand === undefined) continue;
    binding.value = NaN;
    binding.round = 0;
  }
  for (const macro of chunk.calls) macro.symbol.isUsed = true;
  for (const scope of chunk.scopes) program.scopes.set(scope.owner, scope);
  addAgain(chunk.lists, program);
  return true;
}

function fits({ program, entry, scope, serial }: ReplayPlace, chunk: Chunk): boolean {
  const { file, base, expansion, off } = chunk.entry;
  if (file !== entry.file || base !== entry.base || expansion !== entry.expansion || off !== entry.off) return false;
  if (chunk.scope !== scope && chunk.isTied) return false;
  if (chunk.serial !== serial && chunk.counted.serial > 0) return false;
  return chunk.calls.every((macro) => program.macros.get(macro.symbol.name) === macro);
}

function takeSteps(place: ReplayPlace, chunk: Chunk): boolean {
  const { steps } = chunk;
  for (const symbol of chunk.lists.symbols) resetSymbol(symbol);
  const misfit = steps.findIndex((step) => !takeStep(place, step));
  if (misfit < 0) return true;
  for (const step of steps.slice(0, misfit)) takeBack(place.program, step);
  return false;
}

function takeStep({ program, evaluator }: ReplayPlace, step: Step): boolean {
  if (step.kind === 'control') {
    const { expression, origin, value } = step.control;
    return evaluator.attempt(expression, origin) === value;
  }
  if (step.kind === 'macro') {
    const { name } = step.macro.symbol;
    if (program.macros.has(name)) return false;
    program.macros.set(name, step.macro);
  } else {
    if (program.globals.has(step.symbol.name)) return false;
    program.globals.set(step.symbol.name, step.symbol);
  }
  return true;
}

function takeBack(program: Program, step: Step): void {
  if (step.kind === 'macro') program.macros.delete(step.macro.symbol.name);
  else if (step.kind === 'symbol') program.globals.delete(step.symbol.name);
}

/** Updates lines and counts, and forgets what later phases found out. */
function renumber(place: ReplayPlace, { at: before, lists, origins, steps }: Chunk, at: Lengths): void {
  // Before layout only directives and anonymous labels are asked for their address.
  for (const item of lists.directives) item.address = NaN;
  for (const item of lists.anonymous) item.address = NaN;
  const anonymous = at.anonymous - before.anonymous;
  if (anonymous !== 0) {
    for (const item of lists.items) item.anonymous += anonymous;
    for (const origin of origins) origin.anonymous += anonymous;
  }
  const items = at.items - before.items;
  for (const block of lists.blocks) {
    block.from += items;
    block.to += items;
  }
  if (!place.hasMoved) return;
  const lines = new LineNumbers(place);
  for (const item of lists.items) item.line = lines.of(item);
  for (const origin of origins) origin.line = lines.of(origin);
  for (const expansion of lists.expansions) expansion.line = lines.of(expansion);
  for (const symbol of lists.symbols) {
    symbol.line = lines.of(symbol);
    symbol.endLine = lines.at(symbol.file, symbol.endLine);
  }
  for (const step of steps) {
    if (step.kind !== 'macro') continue;
    const { macro } = step;
    macro.from = lines.at(macro.file, macro.from);
    macro.to = lines.at(macro.file, macro.to);
  }
}

/** Lines as they are after the changes of their files. */
class LineNumbers {
  private file = -1;
  private from = 0;
  private delta = 0;

  constructor(private readonly place: ReplayPlace) {}

  of({ file, line }: Pick<Item | Origin, 'file' | 'line'>): number {
    return this.at(file, line);
  }

  at(file: number, line: number): number {
    if (file !== this.file) this.select(file);
    return line >= this.from ? line + this.delta : line;
  }

  private select(file: number): void {
    const change = this.place.changeOf(file);
    this.file = file;
    this.from = change === undefined ? 0 : change.from + change.removed;
    this.delta = change === undefined ? 0 : change.added - change.removed;
  }
}

/**
 * What differs between two programs as read through their {@link ProgramView}s.
 *
 * Both must keep their values in the same table, so that equal values are equal numbers.
 */
import { ROM_WORDS } from '#isa';
import type { CellPlan } from '../values/cells.ts';
import { CELLS_AT, type Overall, type ProgramView } from './program-view.ts';
import type { LiveAt } from '../reach/liveness.ts';
import type { KnownBytes } from '../reach/reached.ts';
import type { Fields } from '../values/known.ts';
import { same, sameWords } from '../contract/same.ts';

/** Whether a look would see something different now. */
export type HasChanged = (look: number) => boolean;

/** What differs; undefined if the programs differ as a whole, so that no answer holds. */
export function findChanges(before: ProgramView, now: ProgramView): HasChanged | undefined {
  if (!isSameOverall(before.overall, now.overall)) return undefined;
  const changed = changedPlaces(before, now);
  // What tracked bytes hold is compared on demand: 1 same, 2 changed.
  const known = new Uint8Array(ROM_WORDS);
  return (look) => {
    if (look < CELLS_AT) return changed[look] === 1;
    const address = look - CELLS_AT;
    if (known[address] === 0)
      known[address] = sameBytes(before.parts.found.cellsAt(address), now.parts.found.cellsAt(address)) ? 1 : 2;
    return known[address] === 2;
  };
}

function isSameOverall(a: Overall, b: Overall): boolean {
  return (
    isSamePlan(a.plan, b.plan) &&
    a.values === b.values &&
    isSameFields(a.fields, b.fields) &&
    a.slack === b.slack &&
    a.ram === b.ram &&
    a.hasLost === b.hasLost &&
    a.straysAnywhere === b.straysAnywhere &&
    a.hidesRam === b.hidesRam &&
    a.handlerHidesRam === b.handlerHidesRam &&
    same(a.accounts, b.accounts) &&
    same(a.external, b.external) &&
    same(a.counts, b.counts) &&
    same(a.lostOutside, b.lostOutside) &&
    same(a.handlerStores, b.handlerStores)
  );
}

function isSameFields({ held: a }: Fields, { held: b }: Fields): boolean {
  return a.size === b.size && [...a].every(([field, value]) => b.get(field) === value);
}

/** Whether the same bytes are tracked. */
export function isSamePlan(a: CellPlan, b: CellPlan): boolean {
  return (
    a.inAll === b.inAll &&
    same(a.cells, b.cells) &&
    same(a.pairs, b.pairs) &&
    same(a.counters, b.counters) &&
    sameWords(a.fields, b.fields)
  );
}

/** 1 for each address about which the two views differ, apart from its tracked bytes. */
function changedPlaces(before: ProgramView, now: ProgramView): Uint8Array {
  const [a, b] = [before.parts, now.parts];
  const changed = new Uint8Array(ROM_WORDS);
  for (let address = 0; address < ROM_WORDS; address++) {
    const isSame =
      a.program.words[address] === b.program.words[address] &&
      a.program.used[address] === b.program.used[address] &&
      a.words.inside[address] === b.words.inside[address] &&
      a.found.sides[address] === b.found.sides[address] &&
      a.inSlots[address] === b.inSlots[address];
    if (!isSame) changed[address] = 1;
  }
  markDifferent(a.words.checks, b.words.checks, changed);
  markDifferent(a.words.branches, b.words.branches, changed);
  markDifferent(a.words.slots, b.words.slots, changed);
  markDifferent(a.words.charges, b.words.charges, changed);
  markDifferent(a.words.amounts, b.words.amounts, changed);
  markDifferent(a.loops.byHead, b.loops.byHead, changed);
  markDifferent(a.loops.entered, b.loops.entered, changed);
  markDifferent(a.found.declared, b.found.declared, changed);
  markDifferent(a.found.entries, b.found.entries, changed);
  markDifferent(a.program.tables, b.program.tables, changed);
  markDifferent(lostInHandler(before), lostInHandler(now), changed);
  markDifferent(usedAgain(before), usedAgain(now), changed);
  if (a.liveness === b.liveness) return changed;
  for (let address = 0; address < ROM_WORDS; address++) {
    if (!isSameLive(a.liveness.allAt(address), b.liveness.allAt(address))) changed[address] = 1;
  }
  return changed;
}

function markDifferent<T>(a: ReadonlyMap<number, T>, b: ReadonlyMap<number, T>, changed: Uint8Array): void {
  if (a === b) return;
  for (const [address, value] of a) if (!b.has(address) || !same(value, b.get(address))) changed[address] = 1;
  for (const address of b.keys()) if (!a.has(address)) changed[address] = 1;
}

function lostInHandler({ parts }: ProgramView): ReadonlyMap<number, true> {
  return new Map(parts.found.lostJumps.flatMap(({ address, inHandler }) => (inHandler ? [[address, true]] : [])));
}

function usedAgain({ parts }: ProgramView): ReadonlyMap<number, true> {
  return new Map([...parts.found.usedAgain].map((address) => [address, true]));
}

function isSameLive(a: LiveAt | undefined, b: LiveAt | undefined): boolean {
  let count = 0;
  for (let at = a; at !== undefined; at = at.beside) {
    count++;
    let other = b;
    while (other !== undefined && other.next !== at.next) other = other.beside;
    if (other?.set !== at.set) return false;
  }
  for (let at = b; at !== undefined; at = at.beside) count--;
  return count === 0;
}

function sameBytes(a: KnownBytes | undefined, b: KnownBytes | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.pairs === b.pairs && sameWords(a.cells, b.cells);
}

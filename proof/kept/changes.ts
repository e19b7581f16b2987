/**
 * What differs between two programs as read through their {@link ProgramView}s.
 *
 * Both must keep their values in the same table, so that equal values are equal numbers.
 */
import type { CellPlan } from '../values/cells.ts';
import { CELLS_AT, LOOKS, type Overall, type ProgramView, type ViewParts } from './program-view.ts';
import type { LiveAt } from '../reach/liveness.ts';
import type { KnownBytes } from '../reach/reached.ts';
import type { Fields } from '../values/known.ts';
import { same, sameWords } from '../contract/same.ts';

/** Whether a look would see something different now. */
export type HasChanged = (look: number) => boolean;

/** What differs; undefined if the programs differ as a whole, so that no answer holds. */
export function findChanges(before: ProgramView, now: ProgramView): HasChanged | undefined {
  if (!isSameOverall(before.overall, now.overall)) return undefined;
  const [a, b] = [before.parts, now.parts];
  const entries = differingEntries(a, b);
  const isSame = (look: number): boolean =>
    look < CELLS_AT
      ? !entries.has(look) && isSamePlace(a, b, look)
      : sameBytes(a.found.cellsAt(look - CELLS_AT), b.found.cellsAt(look - CELLS_AT));
  // Compared on demand: 1 same, 2 changed.
  const known = new Uint8Array(LOOKS);
  return (look) => {
    if (known[look] === 0) known[look] = isSame(look) ? 1 : 2;
    return known[look] === 2;
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

/** Whether two programs are the same at an address, apart from {@link differingEntries} and from its tracked bytes. */
function isSamePlace(a: ViewParts, b: ViewParts, address: number): boolean {
  return (
    a.program.words[address] === b.program.words[address] &&
    a.program.used[address] === b.program.used[address] &&
    a.words.inside[address] === b.words.inside[address] &&
    a.found.sides[address] === b.found.sides[address] &&
    a.inSlots[address] === b.inSlots[address] &&
    (a.liveness === b.liveness || isSameLive(a.liveness.allAt(address), b.liveness.allAt(address)))
  );
}

/** The addresses of which something else is declared or found out. */
function differingEntries(a: ViewParts, b: ViewParts): ReadonlySet<number> {
  return new Set([
    ...keysThatDiffer(a.words.checks, b.words.checks),
    ...keysThatDiffer(a.words.branches, b.words.branches),
    ...keysThatDiffer(a.words.slots, b.words.slots),
    ...keysThatDiffer(a.words.charges, b.words.charges),
    ...keysThatDiffer(a.words.amounts, b.words.amounts),
    ...keysThatDiffer(a.loops.byHead, b.loops.byHead),
    ...keysThatDiffer(a.loops.entered, b.loops.entered),
    ...keysThatDiffer(a.found.storedByX, b.found.storedByX),
    ...keysThatDiffer(a.found.declared, b.found.declared),
    ...keysThatDiffer(a.found.entries, b.found.entries),
    ...keysThatDiffer(a.program.tables, b.program.tables),
    ...keysThatDiffer(lostInHandler(a), lostInHandler(b)),
    ...keysThatDiffer(usedAgain(a), usedAgain(b)),
  ]);
}

function keysThatDiffer<T>(a: ReadonlyMap<number, T>, b: ReadonlyMap<number, T>): readonly number[] {
  if (a === b) return [];
  return [...a.keys(), ...b.keys()].filter((at) => a.has(at) !== b.has(at) || !same(a.get(at), b.get(at)));
}

function lostInHandler({ found }: ViewParts): ReadonlyMap<number, true> {
  return new Map(found.lostJumps.flatMap(({ address, inHandler }) => (inHandler ? [[address, true]] : [])));
}

function usedAgain({ found }: ViewParts): ReadonlyMap<number, true> {
  return new Map([...found.usedAgain].map((address) => [address, true]));
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

/**
 * Declared loops on a path: entering them, going round, leaving them, and the counts they assume.
 *
 * A path is unrolled: its state holds how often the head of each loop that it is in has executed. Where a count is not
 * fixed, the path divides into one for each possible count. A step that no count allows is pruned; the contradiction is
 * recorded, and reported if no path through the loop remains.
 */
import { hexWord } from '#isa';
import type { PathContext } from '../kept/context.ts';
import type { ProgramView } from '../kept/program-view.ts';
import { isTurn, isWithin, mayReturnBy, type CountedLoop } from '../reach/loops.ts';
import type { Turns } from '../values/turns.ts';
import type { PathFault } from './path-faults.ts';

/** What a path comes to. */
interface Place {
  readonly address: number;
  readonly next: number;
}

/** How the declared loops let a path go on. */
export interface LoopStep {
  /** The turns with which it can; none if the declarations forbid the step. */
  readonly turns: readonly Turns[];
  /** The heads of loops that the step enters and that must have a possible way through them. */
  readonly enters: readonly number[];
  /** The declaration that forbids a way on, if one does. */
  readonly forbidden?: PathFault;
  /** Why it is not known whether one does. */
  readonly unknown?: PathFault;
}

/** Whether a path that is in no loop enters one, or assumes a count, when it comes to an address. */
export function countsTurns(view: ProgramView, address: number): boolean {
  return view.loop(address) !== undefined || view.charge(address)?.perCount !== undefined;
}

/** What a taken jump does to loops: it makes a further turn, enters them in their middle, or neither. */
export function turnsOnJump(
  context: PathContext,
  jump: number,
  target: number,
  turns: Turns,
): LoopStep & { readonly isTurn: boolean } {
  const loop = context.view.loop(target);
  if (loop !== undefined && isTurn(target, jump)) return { ...goRound(context, loop, turns), enters: [], isTurn: true };
  let all: readonly Turns[] = [turns];
  const enters: number[] = [];
  for (const head of context.view.loopsEnteredBy(jump)) {
    const entered = context.view.loop(head)!;
    if (target <= head || target > entered.last) continue;
    enters.push(head);
    all = all.flatMap((each) => enter(context, entered, each, 0).turns);
  }
  return { turns: all, enters, isTurn: false };
}

/**
 * What arriving at a place does to loops.
 * @param options whether the turn of a head there was already counted when its jump was taken, and whether only an
 *   unresolved jump of the handler may lead to the path
 */
export function turnsOnArrival(
  context: PathContext,
  place: Place,
  turns: Turns,
  { isHeadCounted, isStray }: { readonly isHeadCounted: boolean; readonly isStray: boolean },
): LoopStep {
  const left = leaveLoops(context, place, turns, isStray);
  const [now] = left.turns;
  if (now === undefined) return left;
  const loop = isHeadCounted ? undefined : context.view.loop(place.address);
  const entered = loop === undefined ? left : enter(context, loop, now, 1);
  return { ...entered, turns: entered.turns.flatMap((each) => assumeCharged(context, place.address, each)) };
}

/** Drops the loops to which a path cannot come back; forbidden where it would leave one too early. */
function leaveLoops(
  { view, turns: table }: PathContext,
  { address, next }: Place,
  turns: Turns,
  isStray: boolean,
): LoopStep {
  let left = turns;
  // Nothing is known of what follows there: it may come back to any loop.
  if (isStray && turns.byHead.size > 0 && view.isUnfollowed(address, next)) return { turns: [left], enters: [] };
  for (const [head, { turn, count }] of turns.byHead) {
    const loop = view.loop(head)!;
    if (isWithin(loop, address, next, isStray)) continue;
    if (turn < (count ?? loop.min)) {
      const forbidden = forbid(loop, count, `leaves it after ${turn}`);
      const jump = mayReturnBy(loop, address, next);
      return jump === undefined ? forbidden : { ...forbidden, unknown: mayGoOn(head, jump) };
    }
    left = table.without(left, head);
  }
  return { turns: [left], enters: [] };
}

function goRound(
  { turns: table }: PathContext,
  loop: CountedLoop,
  turns: Turns,
): Pick<LoopStep, 'turns' | 'forbidden'> {
  const { head, max, mayBeEntered } = loop;
  const at = turns.byHead.get(head);
  if (at !== undefined) {
    const turn = at.turn + 1;
    if (turn > (at.count ?? max)) return forbid(loop, at.count, `comes to its head for the ${ordinal(turn)} time`);
    return { turns: [table.withTurn(turns, head, turn, at.count)] };
  }
  // The path began inside the loop: any turn is possible, but the first only if the loop has an entry besides its head.
  const first = mayBeEntered ? 1 : 2;
  const possible = Array.from({ length: Math.max(0, max - first + 1) }, (_, index) => first + index);
  return possible.length === 0
    ? forbid(loop, undefined, 'goes round it')
    : { turns: possible.map((turn) => table.withTurn(turns, head, turn, undefined)) };
}

/**
 * Enters a loop; the count that a charge has paid for is that of the next entry only.
 * @param turn how often the head has executed then
 */
function enter({ view, turns: table }: PathContext, loop: CountedLoop, turns: Turns, turn: number): LoopStep {
  const { head, min, max, count: name } = loop;
  const enters = [head];
  if (name === undefined || !view.overall.counts.has(name))
    return { turns: [table.withTurn(turns, head, turn, undefined)], enters };
  const assumed = turns.byCount.get(name);
  const least = Math.max(min, turn);
  if (assumed?.by === 'charge') {
    const { value } = assumed;
    if (value < least || value > max) return forbid(loop, undefined, `was charged for ${value}`);
    // The charge divided the path into one for each count; it is enough if another of them has a way through.
    return { turns: [table.withTurn(table.withCount(turns, name, value, 'both'), head, turn, value)], enters: [] };
  }
  const possible = Array.from({ length: max - least + 1 }, (_, index) => least + index);
  return {
    turns: possible.map((value) => table.withTurn(table.withCount(turns, name, value, 'loop'), head, turn, value)),
    enters,
  };
}

/** Chooses the count of a charge: that of a loop that ran before and was not charged yet, or else any. */
function assumeCharged({ view, turns: table }: PathContext, address: number, turns: Turns): readonly Turns[] {
  const name = view.charge(address)?.perCount?.count;
  const range = name === undefined ? undefined : view.overall.counts.get(name);
  if (name === undefined || range === undefined) return [turns];
  const assumed = turns.byCount.get(name);
  if (assumed?.by === 'loop') return [table.withCount(turns, name, assumed.value, 'both')];
  const length = range.max - range.min + 1;
  return Array.from({ length }, (_, index) => table.withCount(turns, name, range.min + index, 'charge'));
}

function forbid(
  { head, min, max }: CountedLoop,
  count: number | undefined,
  seen: string,
): LoopStep & { forbidden: PathFault } {
  const range = min === max ? `${min}` : `${min} to ${max}`;
  const assumed = count === undefined || min === max ? '' : `, ${count} on this path`;
  const message = `The loop at ${hexWord(head)} is declared to run ${range} times${assumed}, and a path ${seen}`;
  return { turns: [], enters: [], forbidden: { reason: 'timing-declaration', place: head, message } };
}

function mayGoOn(head: number, jump: number): PathFault {
  const message = `A computed jump has no declared targets, and may go back to the loop at ${hexWord(head)}`;
  return { reason: 'timing-jump', place: jump, message };
}

function ordinal(number: number): string {
  const last = number % 100 > 10 && number % 100 < 14 ? 0 : number % 10;
  return `${number}${['th', 'st', 'nd', 'rd'][last] ?? 'th'}`;
}

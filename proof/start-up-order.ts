/**
 * Time checks and charges that are not executed from their first word.
 *
 * The proof of a check follows the paths that begin after it. Those that begin at power-on and at declared entries are
 * followed here as far as the first check, which is unproven if one of them is out of order. So is each check that
 * anything enters after its first word, whatever is said of the check before.
 */
import { CHECK_SHAPES, hexWord } from '#isa';
import type { TimeCheck } from './contract/program.ts';
import type { CheckFault } from './contract/report.ts';
import type { ViewParts } from './kept/program-view.ts';
import { findEntered } from './reach/entered.ts';
import { isEntry, type ReachedPoint } from './reach/reached.ts';

type Parts = Pick<ViewParts, 'program' | 'words' | 'found'>;

interface Way {
  readonly point: ReachedPoint;
  /** The word by which it came into a check or a charge out of order; undefined if it did not. */
  readonly wrong: number | undefined;
}

/** The checks that execution comes to out of order, by address. */
export function findOutOfOrder({ program, words, found }: Parts): ReadonlyMap<number, CheckFault> {
  const faults = new Map<number, CheckFault>();
  const seen = new Map<ReachedPoint, number | undefined>();
  const work: Way[] = [];
  const arrive = (point: ReachedPoint, before: Way | undefined): void => {
    const { address } = point;
    const isOutOfOrder = words.inside[address] === 1 && before?.point.address !== address - 1;
    const wrong = before?.wrong ?? (isOutOfOrder ? address : undefined);
    if (seen.has(point) && (wrong === undefined || seen.get(point) !== undefined)) return;
    seen.set(point, wrong);
    work.push({ point, wrong });
  };
  for (const point of found.points) if (isEntry(program, point)) arrive(point, undefined);
  for (let way = work.pop(); way !== undefined; way = work.pop()) {
    const check = words.slots.get(way.point.address);
    if (check === undefined) for (const each of way.point.followers) arrive(each, way);
    else if (way.wrong !== undefined) faults.set(check.address, outOfOrder(way.wrong));
  }
  const insides = new Map(program.checks.flatMap((check) => wordsInside(check).map((word) => [word, check] as const)));
  for (const { from, place } of findEntered({ program, words, found })) {
    const check = insides.get(place);
    if (from !== undefined && check !== undefined && !faults.has(check.address))
      faults.set(check.address, enteredFrom(from, place));
  }
  return faults;
}

function wordsInside({ address, form }: TimeCheck): readonly number[] {
  return Array.from({ length: CHECK_SHAPES[form].words - 1 }, (_, at) => address + 1 + at);
}

function enteredFrom(before: number, place: number): CheckFault {
  const message = `A path enters this time check after its first word, at ${hexWord(place)}, from ${hexWord(before)}`;
  return { verdict: 'unproven', reason: 'timing-entered', message, place, path: [] };
}

function outOfOrder(place: number): CheckFault {
  const message = `Before the first check, a path enters a time check or a charge after its first word, at ${hexWord(place)}`;
  return { verdict: 'unproven', reason: 'timing-entered', message, place, path: [] };
}

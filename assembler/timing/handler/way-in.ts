/**
 * The way in: from the trampolines to the word that begins a line.
 *
 * Each trampoline is followed with the numbers of the check open, up to the jump that waits out what is left; what the
 * trampolines bring there differs by their page alone, and is followed further as one.
 */
import { opcodeOfWord } from '#isa';
import type { TimeCheck, TimingProgram } from '../contract/program.ts';
import { hull, type Ranges } from './ranges.ts';
import { constantOf, type HandlerValue } from './values.ts';
import { forked, keyOf, PENDING, type State } from './state.ts';
import type { Tools, Walker } from './walker.ts';

/** States in front of the words that begin a line, one for each that differs. */
export interface WayIn {
  readonly ends: readonly State[];
}

/**
 * Follows the way in of all checks.
 * @param left the least and the most that an account can hold where a check leaves
 */
export function followWayIn(
  tools: Tools,
  walker: Walker,
  checks: readonly TimeCheck[],
  left: { readonly min: number; readonly max: number },
): WayIn {
  const ends = new Map<string, State>();
  const waiting: { page: number; state: State }[] = [];
  const end = (state: State): void => {
    const key = `${state.time} ${keyOf(state)}`;
    const there = ends.get(key);
    if (there === undefined) ends.set(key, state);
    else there.ranges = hull(there.ranges, state.ranges);
  };
  for (const [trampoline, group] of byTrampoline(checks)) {
    walker.walk([entered(tools, trampoline, group, left)], {
      endsAt: (state) => {
        if (state.address === PENDING) waiting.push({ page: trampoline >> 8, state });
        else if (beginsLine(tools.program, state)) end(state);
        else return false;
        return true;
      },
      sync: () => true,
    });
  }
  walker.walk(unified(tools, waiting), {
    endsAt: (state) => {
      if (!beginsLine(tools.program, state)) return false;
      end(state);
      return true;
    },
    sync: () => true,
  });
  return { ends: [...ends.values()] };
}

function byTrampoline(checks: readonly TimeCheck[]): Map<number, TimeCheck[]> {
  const groups = new Map<number, TimeCheck[]>();
  for (const check of checks) {
    const group = groups.get(check.trampoline);
    if (group === undefined) groups.set(check.trampoline, [check]);
    else group.push(check);
  }
  return groups;
}

/** The state at a trampoline: AC holds the low byte of the check, the account what it has charged. */
function entered(
  tools: Tools,
  trampoline: number,
  checks: readonly TimeCheck[],
  left: { min: number; max: number },
): State {
  const { values, pages } = tools;
  const charges = checks.map(({ cycles }) => cycles);
  const ranges: Ranges = {
    leftMin: left.min,
    leftMax: left.max,
    chargeMin: Math.min(...charges),
    chargeMax: Math.max(...charges),
  };
  const account = values.form({ constant: 0, left: 1, charge: -1, low: 0, page: 0 });
  return {
    address: trampoline,
    next: (trampoline + 1) & 0xffff,
    pending: undefined,
    ac: values.form({ constant: 0, left: 0, charge: 0, low: 1, page: 0 }),
    x: values.any,
    y: values.any,
    sync: 0,
    zero: pages.store(pages.empty, checks[0]!.account, account),
    ranges,
    time: 5,
    settled: false,
    lines: -1,
    vSyncAt: -1,
    trail: undefined,
  };
}

/** Whether the word that executes next writes OUT. */
function beginsLine({ words }: TimingProgram, { address }: State): boolean {
  return address <= 0xffff && opcodeOfWord(words[address] ?? 0).target === 'out';
}

/** States of several pages, with what follows the page in all of them written as a form of it. */
function unified({ values, pages }: Tools, waiting: readonly { page: number; state: State }[]): readonly State[] {
  const isOnePage = new Set(waiting.map(({ page }) => page)).size < 2;
  if (isOnePage) return waiting.map(({ state }) => state);
  const inAll = (read: (state: State) => HandlerValue | undefined): HandlerValue | undefined => {
    const offsets = waiting.map(({ page, state }) => {
      const value = read(state);
      const constant = value === undefined ? undefined : constantOf(value);
      return constant === undefined ? -1 : (constant - page) & 0xff;
    });
    const [first] = offsets;
    const isOffset = first !== undefined && first >= 0 && offsets.every((each) => each === first);
    return isOffset ? values.form({ constant: first, left: 0, charge: 0, low: 0, page: 1 }) : undefined;
  };
  const bytes = new Set(waiting.flatMap(({ state }) => pages.entriesOf(state.zero).map(([byte]) => byte)));
  const ofPage = [...bytes].map((byte) => [byte, inAll(({ zero }) => pages.valueAt(zero, byte))] as const);
  const [ac, x, y] = [inAll((state) => state.ac), inAll((state) => state.x), inAll((state) => state.y)];
  return waiting.map(({ state }) => {
    const shared = ofPage.flatMap(([byte, value]) => (value === undefined ? [] : [[byte, value] as const]));
    const zero = pages.of(shared, state.zero);
    return forked(state, { ac: ac ?? state.ac, x: x ?? state.x, y: y ?? state.y, zero });
  });
}

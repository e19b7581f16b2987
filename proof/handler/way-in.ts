/**
 * The way in: from the trampolines to the word that begins a line.
 *
 * Each trampoline is followed with the numbers of the check open, and each exit of a short check with those of that
 * check, up to the jump that waits out what is left. What they bring there differs by these numbers alone, and is
 * followed further as one.
 */
import { addTo } from '#basics';
import { CHECK_WORDS, checkOrigin, opcodeOfWord } from '#isa';
import type { TimeCheck, TimingProgram } from '../contract/program.ts';
import type { Ranges } from './ranges.ts';
import type { HandlerValue } from './values.ts';
import { join, keyOf, PENDING, type State } from './state.ts';
import { unified, type Arrived } from './unify.ts';
import type { Tools } from './tools.ts';
import type { Walker } from './walker.ts';

/**
 * Follows the way in of all checks.
 * @param left the least and the most that an account can hold where a check leaves
 * @returns the different states in front of the words that begin a line
 */
export function followWayIn(
  tools: Tools,
  walker: Walker,
  checks: readonly TimeCheck[],
  left: { readonly min: number; readonly max: number },
): readonly State[] {
  const ends = new Map<string, State>();
  const waiting: Arrived[] = [];
  const atLine: Arrived[] = [];
  const end = (state: State): void => {
    const key = `${state.time} ${keyOf(state)}`;
    const there = ends.get(key);
    if (there === undefined) ends.set(key, state);
    else join(there, state);
  };
  for (const way of waysIn(tools, checks, left)) {
    walker.page = way.known.page;
    walker.walk([way.state], {
      endsAt: (state) => {
        if (state.address === PENDING) waiting.push({ ...way, state });
        else if (beginsLine(tools.program, state)) atLine.push({ ...way, state });
        else return false;
        return true;
      },
      sync: () => true,
    });
  }
  walker.page = tools.onlyPage;
  for (const state of unified(tools, atLine)) end(state);
  walker.walk(unified(tools, waiting), {
    endsAt: (state) => {
      if (!beginsLine(tools.program, state)) return false;
      end(state);
      return true;
    },
    sync: () => true,
  });
  return [...ends.values()];
}

/** Where the ways in begin: one for each trampoline, and one for each short check. */
function waysIn(tools: Tools, checks: readonly TimeCheck[], left: { min: number; max: number }): readonly Arrived[] {
  const groups = new Map<number, TimeCheck[]>();
  const ways: Arrived[] = [];
  for (const check of checks) {
    if (check.form === 'short') {
      const known = { page: check.trampoline >> 8, low: checkOrigin(check) & 0xff, charge: check.cycles };
      ways.push({ known, state: atExit(tools, check, left) });
    } else addTo(groups, check.trampoline, check);
  }
  for (const [trampoline, group] of groups) {
    const known = { page: trampoline >> 8, low: undefined, charge: undefined };
    ways.push({ known, state: atTrampoline(tools, group, left) });
  }
  return ways;
}

/** The state at a trampoline: AC holds the low byte of the check, and the account is charged. */
function atTrampoline(tools: Tools, checks: readonly TimeCheck[], left: { min: number; max: number }): State {
  const { values } = tools;
  const charges = [...new Set(checks.map(({ cycles }) => cycles))].sort((a, b) => a - b);
  const ranges = { leftMin: left.min, leftMax: left.max, charges };
  const account = values.form({ constant: 0, left: 1, charge: -1, low: 0, page: 0 });
  const ac = values.form({ constant: 0, left: 0, charge: 0, low: 1, page: 0 });
  return entered(tools, checks[0]!, { ac, account, ranges });
}

/** The state at the exit of a short check, whose charge is known: AC holds the account. */
function atExit(tools: Tools, check: TimeCheck, left: { min: number; max: number }): State {
  const { cycles } = check;
  const account = tools.values.form({ constant: -cycles, left: 1, charge: 0, low: 0, page: 0 });
  const ranges = { leftMin: left.min, leftMax: left.max, charges: [cycles] };
  return entered(tools, check, { ac: account, account, ranges });
}

/** The state after the delay slot of a check that leaves. For a short check, too, time counts from its origin. */
function entered(
  tools: Tools,
  check: TimeCheck,
  { ac, account, ranges }: { ac: HandlerValue; account: HandlerValue; ranges: Ranges },
): State {
  const { values, pages } = tools;
  const zero = pages.store(pages.empty, check.account, account);
  return {
    address: check.trampoline,
    next: (check.trampoline + 1) & 0xffff,
    pending: undefined,
    ac,
    x: values.lost,
    y: values.lost,
    sync: 0,
    zero,
    ranges,
    time: CHECK_WORDS,
    settled: false,
    lines: -1,
    vSyncAt: -1,
    trail: undefined,
    began: zero,
  };
}

/** Whether the word that executes next writes OUT. */
function beginsLine({ words }: TimingProgram, { address }: State): boolean {
  return address <= 0xffff && opcodeOfWord(words[address] ?? 0).target === 'out';
}

/**
 * Paths of the handler that no run can take, because two of their tests would have to go different ways.
 *
 * A handler can have a million states, so they do not carry what was tested. If something is wrong, the path to it is
 * executed symbolically from where its line or the way in begins. If no run can take it, the handler is followed again,
 * leaving out such paths as far as possible.
 */
import type { Sources } from '../values/sources.ts';
import { runProgramOf, SymbolicRun } from '../values/symbolic-run.ts';
import { PENDING, type State } from './state.ts';
import { constantsOf } from './values.ts';
import type { Tools } from './tools.ts';
import type { ZeroPage } from './zero-page.ts';

/**
 * A path that begins with this zero page.
 * @param sources shared by all paths that are followed
 */
export function startedAt(began: ZeroPage, { program, pages }: Tools, sources?: Sources): SymbolicRun {
  const begins = {
    held: (byte: number): readonly number[] | undefined => {
      const value = program.external?.has(byte) === true ? undefined : pages.valueAt(began, byte);
      return value && constantsOf(value);
    },
  };
  // Each entry of a table is followed. The first word of a check, which is not in ROM here, loads what it charges.
  return SymbolicRun.start({ ...runProgramOf(program, () => false), begins }, sources);
}

/** The ways by which a run can go on, each with its tests so far; all of them if the states carry no tests. */
export function possibleWays(
  ways: readonly State[],
  { address, next }: Pick<State, 'address' | 'next'>,
): readonly State[] {
  if (address === PENDING) return ways;
  return ways.filter((way) => {
    const after = way.run?.after(address, next, way.next);
    if (after !== undefined && !(after instanceof SymbolicRun)) return false;
    way.run = after;
    return true;
  });
}

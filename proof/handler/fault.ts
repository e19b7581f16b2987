/** Why a handler is not proven, and whether a run can take the path by which it is wrong. */
import type { PathStep } from '../contract/report.ts';
import { describeContradiction } from '../values/contradiction.ts';
import { NOTHING_WANTED, runProgramOf, type Wanted } from '../values/run-program.ts';
import { followed, SymbolicRun } from '../values/symbolic-run.ts';
import { stepsOf, wordsOf, type State } from './state.ts';
import { constantsOf } from './values.ts';
import type { Tools } from './tools.ts';
import type { ZeroPage } from './zero-page.ts';

export interface HandlerFault {
  /** Whether a path is wrong, unless no run takes it; otherwise one could not be followed. */
  readonly isWrong: boolean;
  /** Why no run can take the path, as a part of a sentence. */
  readonly unless?: string;
  readonly message: string;
  readonly place: number;
  readonly path: readonly PathStep[];
  /** What a run that takes the path finds where it begins. */
  readonly wanted: Wanted;
}

/** @param paths states that show the fault; the path to the first of them is reported */
export function faultAt(
  tools: Tools,
  isWrong: boolean,
  message: string,
  paths: readonly State[] = [],
  place = paths[0]?.address ?? 0,
): HandlerFault {
  const path = paths.slice(0, 1).flatMap(stepsOf);
  const fault = { isWrong, message, place: place & 0xffff, path };
  let wanted = NOTHING_WANTED;
  for (const each of isWrong ? paths : []) {
    const run = followed(wordsOf(each), startedAt(each.began, tools));
    if (!(run instanceof SymbolicRun)) return { ...fault, wanted, unless: describeContradiction(run) };
    wanted = run.wanted();
  }
  return { ...fault, wanted };
}

/** A path that begins with this zero page. */
function startedAt(began: ZeroPage, { program, pages }: Tools): SymbolicRun {
  const held = (byte: number): readonly number[] | undefined => {
    const value = program.external?.has(byte) === true ? undefined : pages.valueAt(began, byte);
    return value && constantsOf(value);
  };
  // Each entry of a table is followed. The first word of a check, which is not in ROM here, loads what it charges.
  return SymbolicRun.start({ ...runProgramOf(program, () => false), begins: { held } });
}

/** Why a handler is not proven, and whether a run can take the path by which it is wrong. */
import type { PathStep } from '../contract/report.ts';
import { contradictionOn, describeContradiction } from '../values/symbolic-run.ts';
import { startedAt } from './possible.ts';
import { stepsOf, wordsOf, type State } from './state.ts';
import type { Tools } from './tools.ts';

export interface HandlerFault {
  /** Whether a path is wrong; otherwise one could not be followed, or no run can take it. */
  readonly isWrong: boolean;
  /** Whether a path would be wrong, but no run can take it. */
  readonly isImpossible: boolean;
  readonly message: string;
  readonly place: number;
  readonly path: readonly PathStep[];
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
  const fault = { isWrong, isImpossible: false, message, place: place & 0xffff, path };
  for (const each of isWrong ? paths : []) {
    const contradiction = contradictionOn(wordsOf(each), startedAt(each.began, tools));
    if (contradiction === undefined) continue;
    const unless = describeContradiction(contradiction);
    return { ...fault, isWrong: false, isImpossible: true, message: `${message}, but ${unless}` };
  }
  return fault;
}

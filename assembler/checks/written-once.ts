/** Whether a statement stands for itself alone: no macro's or loop's, where an edit for one place would change others. */
import type { Origin } from '../program.ts';

/** True for statements of a source itself, included or not. */
export function isWrittenOnce({ expansion }: Pick<Origin, 'expansion'>): boolean {
  for (let step = expansion; step !== undefined; step = step.parent) if (step.kind !== 'include') return false;
  return true;
}

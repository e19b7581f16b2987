/** How a statement came to be assembled: the chain of calls, rounds and includes. */

/** A macro call, one round of a loop, or an include, through which items came; an edit can move its place. */
export interface Expansion {
  readonly kind: 'macro' | 'repeat' | 'for' | 'include';
  readonly name: string;
  readonly file: number;
  line: number;
  start: number;
  end: number;
  readonly parent: Expansion | undefined;
  readonly depth: number;
}

/** Whether a statement belongs to no macro or loop, where an edit for one place would change others. */
export function isWrittenOnce({ expansion }: { readonly expansion: Expansion | undefined }): boolean {
  for (let step = expansion; step !== undefined; step = step.parent) if (step.kind !== 'include') return false;
  return true;
}

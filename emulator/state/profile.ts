/** How often each word was executed, and each conditional branch taken. */
import { ROM_WORDS } from '#isa';

/** Counts by ROM address, 65,536 each. An execution is a cycle. */
export interface Profile {
  readonly executions: Float64Array;
  /** Of the executions of a conditional branch, those that took it. */
  readonly taken: Float64Array;
}

export function emptyProfile(): Profile {
  return { executions: new Float64Array(ROM_WORDS), taken: new Float64Array(ROM_WORDS) };
}

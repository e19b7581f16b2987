/** Saved states of the machine: what the client asks for, and what the adapter answers. */
import type { Cycle, RamAddress } from '#basics';

/** Custom requests by name: arguments and answer. */
export interface StateRequests {
  /** The present state as the text of a file. */
  'gigatron/saveState': { arguments: Record<string, never>; answer: { text: string; cycle: Cycle } };
  /** Goes to a state. The run has no past from then on. */
  'gigatron/loadState': { arguments: StateFile; answer: Record<string, never> };
  /** Assembles the source again; RAM, registers and the place in the code stay. */
  'gigatron/reload': { arguments: Record<string, never>; answer: Record<string, never> };
  /** What differs between a state and another one, or the present one. */
  'gigatron/compareStates': { arguments: { one: StateFile; other?: StateFile }; answer: StateComparison };
}

/** A file with a state, read by the client. */
export interface StateFile {
  /** For messages. */
  readonly name: string;
  /** Its bytes, base64. */
  readonly data: string;
}

export interface StateComparison {
  readonly differences: readonly StateDifference[];
}

export type StateGroup = 'Registers' | 'Zero page' | 'Tables' | 'Other RAM' | 'Picture';

/** One thing that differs, as it is in each of the two states. */
export interface StateDifference {
  readonly group: StateGroup;
  readonly name: string;
  /** Where it is in RAM; null if it is not in RAM. */
  readonly address: RamAddress | null;
  readonly one: string;
  readonly other: string;
}

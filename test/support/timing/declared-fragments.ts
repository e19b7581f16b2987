/**
 * Pieces of programs with everything that can be declared, for the comparison of the proof with the emulator.
 *
 * Nobody knows here what a piece costs: checks are charged what the proof counts, and then the emulator counts. Each
 * declaration is true, or contradicts the code in a way that can be seen.
 */
import type fc from 'fast-check';
import type { FragmentWriter } from './fragment.ts';
import { storeByY, table, declaredJump } from './jump-fragments.ts';
import { twoDelays, loopInRam, charged } from './loop-fragments.ts';
import {
  unstored,
  fieldOrZeroPage,
  meeting,
  storingHandler,
  usedTwice,
  farCalls,
  farCallsInLoop,
} from './return-fragments.ts';

/** All kinds of fragments, by what they are. */
export const FRAGMENTS = {
  twoDelays,
  loopInRam,
  charged,
  storeByY,
  table,
  declaredJump,
  unstored,
  fieldOrZeroPage,
  meeting,
  storingHandler,
  usedTwice,
  farCalls,
  farCallsInLoop,
} as const satisfies Record<string, fc.Arbitrary<FragmentWriter>>;

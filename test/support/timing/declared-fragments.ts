/**
 * Pieces of programs with everything that can be declared, for comparing the proof with the emulator.
 *
 * What a piece costs is not known here: checks are charged what the proof counts, and then the emulator counts. Each
 * declaration is either true, or contradicts the code in a visible way.
 */
import type fc from 'fast-check';
import { farCalls, farCallsInLoop } from './far-call-fragments.ts';
import type { FragmentWriter } from './fragment.ts';
import { declaredJump, statePointer, storeByY, table, zeroOrData } from './jump-fragments.ts';
import { charged, loopInRam, twoDelays, undeclared } from './loop-fragments.ts';
import {
  fieldByConstant,
  fieldByData,
  fieldOrZeroPage,
  meeting,
  storingHandler,
  unstored,
  usedTwice,
} from './return-fragments.ts';

/** All kinds of fragments, by what they are. */
export const FRAGMENTS = {
  twoDelays,
  loopInRam,
  undeclared,
  charged,
  storeByY,
  zeroOrData,
  table,
  declaredJump,
  statePointer,
  unstored,
  fieldOrZeroPage,
  fieldByData,
  meeting,
  storingHandler,
  usedTwice,
  farCalls,
  farCallsInLoop,
} as const satisfies Record<string, fc.Arbitrary<FragmentWriter>>;

/** Those whose jumps a certificate can follow: it lists no field to which words store whose page is not known. */
export const CERTIFIABLE: Readonly<Record<string, fc.Arbitrary<FragmentWriter>>> = {
  ...FRAGMENTS,
  fieldOrZeroPage: fieldByConstant,
};

/** Checks that a certificate proves the time checks of a ROM image, and its video handler; docs/verifier.md. */
export { bytesLoaded } from './bus.ts';
export { IN_AC, IN_X, IN_Y, type State } from './state.ts';
export { Loops, type PlacedLoop, type Turns } from './loops.ts';
export type { Pair } from './memory.ts';
export type { Step } from './account.ts';
export { MOST_WORK_OF_PATHS, Paths, type PathTools, type Root } from './paths.ts';
export { isTrueOf, keyOf, type Point } from './points.ts';
export { Refusal, type Claim } from './refusal.ts';
export { isAny, isKnown, OLD, setOf, type Bytes, type Value, type Values } from './values.ts';
export { prepare, verify, type Verified } from './verify.ts';
export { Work } from './work.ts';

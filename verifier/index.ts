/** Checks that a certificate proves the time checks of a ROM image, and its video handler; docs/verifier.md. */
export type { State } from './machine.ts';
export type { Memory, Pair } from './memory.ts';
export { keyOf, Paths, type PathTools, type Point, type Step } from './paths.ts';
export { Refusal, type Claim } from './refusal.ts';
export { isKnown, setOf, type Bytes, type Value } from './values.ts';
export { prepare, verify, type Verified } from './verify.ts';

/** Checks that a certificate proves the time checks of a ROM image, and its video handler; docs/verifier.md. */
export { Refusal } from './refusal.ts';
export { verify, type Verified } from './verify.ts';

/** Builds in Python around asm.py: what every room may know of them, and what their comments claim about cycles. */
export { checkClaims, type ClaimReport } from './claims/check-claims.ts';
export type { ClaimFinding } from './claims/follow-claims.ts';
export { documentBeside } from './facts.ts';

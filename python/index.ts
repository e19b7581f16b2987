/** Builds in Python around asm.py: what every room may know of them, and what their comments claim about cycles. */
export { checkClaims, type ClaimFinding, type ClaimReport } from './claims/check-claims.ts';
export { documentBeside } from './facts.ts';

/** The timing proof: its input, its answer, and the functions between them. */
export { VGA, type FrameShape } from './contract/frame-shape.ts';
export { claimedFacts } from './claimed-facts.ts';
export type { TimingClaims } from './contract/claims.ts';
export * from './contract/program.ts';
export * from './contract/report.ts';
export { formatPath, proveInPieces, proveTiming } from './prove.ts';
export { prepareInPieces, prepareProof, type ProofContext } from './kept/context.ts';
export { findRoutineFacts } from './routine-facts.ts';
export { pairKey } from './reach/loops.ts';
export { same } from './contract/same.ts';
export { finish, type Pieces } from './contract/pieces.ts';
export { CHARGE_WORDS } from './words/time-words.ts';

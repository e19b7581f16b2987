/** The timing proof: its input, its answer, and the functions between them. */
export * from './program.ts';
export * from './report.ts';
export { formatPath, proveInSteps, proveTiming } from './prove.ts';
export { prepareInSteps, prepareProof, type ProofContext } from './context.ts';
export { findRoutineFacts } from './routine-facts.ts';
export { same } from './same.ts';
export { finish, type Steps } from './steps.ts';

/** The timing proof: its input, its answer, and the functions between them. */
export * from './program.ts';
export * from './report.ts';
export { formatPath, proveTiming } from './prove.ts';
export { prepareProof, type ProofContext } from './context.ts';
export { findRoutineFacts } from './routine-facts.ts';

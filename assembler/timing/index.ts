/** The timing proof: its input, its answer, and the functions between them. */
export * from './program.ts';
export * from './report.ts';

/** The lints of the machine over a laid-out program. */
export * from './finding.ts';
export type { LintProgram } from './lint-program.ts';
export { lintProgram } from './lint.ts';

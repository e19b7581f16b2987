/** Tests of programs: runs the cases of `.test` blocks in the emulator, and reports what was expected and seen. */
export { finish, TestBench } from './test-bench.ts';
export { subjectOf, type TestSubject, caseName, type CaseResult, type CaseFailure } from './result.ts';
export { CaseRun, type CaseProgress } from './case-run.ts';
export { allHold } from './places.ts';
export { TestProbe, Coverage } from './test-probe.ts';

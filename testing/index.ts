/** Tests of programs: runs the cases of `.test` blocks in the emulator, and reports what was expected and seen. */
export { TestBench } from './test-bench.ts';
export { subjectOf, type TestSubject } from './subject.ts';
export { CaseRun, type CaseProgress } from './case-run.ts';
export { allHold } from './places.ts';
export { TestProbe } from './test-probe.ts';
export { Coverage } from './coverage.ts';
export { caseName, type CaseResult, type CaseFailure } from './result.ts';

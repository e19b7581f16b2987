/** What is tested: an assembled program. */
import type { Assembly, DebugInfo, TestProgram } from '#assembler';

export interface TestSubject {
  readonly image: Uint16Array;
  readonly info: DebugInfo;
  readonly tests: TestProgram;
}

/** The subject that an assembly without errors is; one that holds when the assembly is replaced by a newer one. */
export function subjectOf(assembly: Assembly): TestSubject {
  return { image: assembly.image.slice(), info: assembly.debugInfo, tests: assembly.tests };
}

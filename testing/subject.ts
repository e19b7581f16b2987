/** What is tested: an assembled program. */
import type { Assembly, DebugInfo, TestProgram } from '#assembler';

export interface TestSubject {
  readonly image: Uint16Array;
  readonly info: DebugInfo;
  readonly tests: TestProgram;
}

/** The subject made from an assembly without errors, with an image of its own. */
export function subjectOf(assembly: Assembly): TestSubject {
  return { image: assembly.image.slice(), info: assembly.debugInfo, tests: assembly.tests };
}

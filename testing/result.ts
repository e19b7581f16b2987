/** What is tested, an assembled program, and the results of its cases. */
import type { Assembly, DebugInfo, TestProgram, Location, TestBlock, TestCase } from '#assembler';
import type { RomAddress } from '#basics';

export interface TestSubject {
  readonly image: Uint16Array;
  readonly info: DebugInfo;
  readonly tests: TestProgram;
}

/** The subject made from an assembly without errors, with an image of its own. */
export function subjectOf(assembly: Assembly): TestSubject {
  return { image: assembly.image.slice(), info: assembly.debugInfo, tests: assembly.tests };
}

export interface CaseResult {
  readonly test: TestBlock;
  readonly case: TestCase;
  readonly passed: boolean;
  /** Cycles of all calls and runs, without those of the video handler. */
  readonly cycles: number;
  /** Why the case failed; absent if it passed. */
  readonly failure?: CaseFailure;
}

/** Why a case failed, at the line of the test with the expectation. */
export interface CaseFailure extends Location {
  /** One sentence, which names the expected and the actual value if there are any. */
  readonly message: string;
  /** The expected and the actual value of the place with this name; for tools that show both. */
  readonly expected?: string;
  readonly seen?: string;
  /** ROM address of the instruction that would execute next. */
  readonly address: RomAddress;
}

/** The name of a case for people: the name of its test, with the values of its columns. */
export function caseName(test: TestBlock, { label }: TestCase): string {
  return label === '' ? test.name : `${test.name} (${label})`;
}

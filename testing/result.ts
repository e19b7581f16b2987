import type { RomAddress } from '#basics';
import type { Location, TestBlock, TestCase } from '#assembler';

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

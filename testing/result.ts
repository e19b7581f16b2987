/** What comes of a case. */
import type { RomAddress } from '#basics';
import type { Location, TestBlock, TestCase } from '#assembler';

export interface CaseResult {
  readonly test: TestBlock;
  readonly case: TestCase;
  readonly passed: boolean;
  /** Cycles of all calls and runs, without those of the video handler. */
  readonly cycles: number;
  /** Why the case failed; absent where it passed. */
  readonly failure?: CaseFailure;
}

/** Why a case failed, at the line of the test that says what should be. */
export interface CaseFailure extends Location {
  /** One sentence, which names expected and seen where there are such. */
  readonly message: string;
  /** What should be, and what is, of the place by this name; for tools that show both. */
  readonly expected?: string;
  readonly seen?: string;
  /** ROM address of the instruction that would execute next. */
  readonly address: RomAddress;
}

/** The name of a case for people: that of its test, with the values of its columns. */
export function caseName(test: TestBlock, { label }: TestCase): string {
  return label === '' ? test.name : `${test.name} (${label})`;
}

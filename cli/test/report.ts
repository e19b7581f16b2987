/** A case as `--json` prints it. */
import { caseName, type CaseResult } from '#testing';
import { shownPath } from '../source-files.ts';

/** Lines are counted from 1; `line` is that of the expectation that failed, or of the case. */
interface ReportedCase {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly passed: boolean;
  /** Empty for a case that passed. */
  readonly message: string;
  readonly expected?: string;
  readonly seen?: string;
  readonly cycles: number;
}

export function reportResult({ test, case: which, passed, cycles, failure }: CaseResult): ReportedCase {
  const { file, range } = failure ?? which;
  return {
    name: caseName(test, which),
    file: shownPath(file),
    line: range.start.line + 1,
    passed,
    message: failure?.message ?? '',
    ...(failure?.expected !== undefined && { expected: failure.expected }),
    ...(failure?.seen !== undefined && { seen: failure.seen }),
    cycles,
  };
}

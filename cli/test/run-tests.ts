/** Runs the tests of a program and prints a line for each. */
import { isFailure } from '#basics';
import { resolvePath, type AssembleOptions, type Assembly } from '#assembler';
import { coverageOf, lcov } from '#instruments';
import { caseName, subjectOf, TestBench, type CaseResult, type Coverage } from '#testing';
import { commandFailure, fail, type Output, type Status } from '../output.ts';
import { printDiagnostic } from '../report.ts';
import { assembleFile, shownPath } from '../source-files.ts';

interface RunTestsOptions {
  readonly wanted: AssembleOptions;
  readonly filter: string | undefined;
  readonly coverage: boolean;
  /** Whether a line for each test is printed. */
  readonly lines: boolean;
}

export interface ProgramResults {
  readonly assembly: Assembly;
  readonly results: readonly CaseResult[];
  readonly coverage: Coverage | undefined;
}

/** Assembles a program, prints its findings and runs its tests; the status to end with if that is impossible. */
export function runProgram(file: string, options: RunTestsOptions, output: Output): ProgramResults | Status {
  const { wanted, filter } = options;
  const assembly = assembleFile(file, output.files, { ...wanted, check: false });
  if (isFailure(assembly)) return fail(output, assembly);
  for (const diagnostic of assembly.diagnostics) printDiagnostic(output, diagnostic);
  if (assembly.hasErrors) return fail(output, commandFailure(1, `${file} has errors and is not tested`));
  const bench = new TestBench(subjectOf(assembly), { coverage: options.coverage });
  const results: CaseResult[] = [];
  for (const test of assembly.tests.tests) {
    const cases = test.cases.filter((each) => matches(caseName(test, each), filter));
    const own = cases.map((each) => finish(bench.run(test, each)));
    if (own.length > 0 && options.lines) printTest(test.name, own, output);
    results.push(...own);
    output.progress(`${results.length} cases`);
  }
  return { assembly, results, coverage: bench.coverage };
}

export function lcovOf({ assembly, coverage }: ProgramResults): string {
  if (coverage === undefined) return '';
  const pathOf = (path: string): string => shownPath(resolvePath(assembly.main, path) ?? path);
  return lcov(coverageOf(assembly.debugInfo, coverage.profile, assembly.image), pathOf);
}

function matches(name: string, filter: string | undefined): boolean {
  return filter === undefined || name.toLowerCase().includes(filter.toLowerCase());
}

function finish<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** A line for a test on standard output, and one on standard error for each case that failed. */
function printTest(name: string, results: readonly CaseResult[], output: Output): void {
  const cycles = results.map((result) => result.cycles);
  const [least, most] = [Math.min(...cycles), Math.max(...cycles)];
  const failures = results.flatMap((result) => (result.failure ? [{ ...result, failure: result.failure }] : []));
  const cases = results.length === 1 ? '' : `, ${results.length} cases`;
  // A test that calls nothing checks the program as it is.
  const time = most === 0 ? '' : `, ${least === most ? least : `${least}..${most}`} cycles`;
  output.out(`${failures.length === 0 ? 'passed' : 'FAILED'}  ${name}${cases}${time}`);
  for (const { failure, test, case: which } of failures) {
    const { start } = failure.range;
    const place = `${shownPath(failure.file)}:${start.line + 1}:${start.character + 1}`;
    output.err(`${place}: failed ${caseName(test, which)}: ${failure.message}`);
  }
}

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

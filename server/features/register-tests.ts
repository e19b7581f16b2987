/**
 * Finds and runs tests for the editor.
 *
 * Other requests are answered between slices of a few milliseconds; a run ends when its request is cancelled.
 */
import type { CancellationToken, Connection } from 'vscode-languageserver';
import { resolvePath } from '#assembler';
import { coverageOf, type FileCoverage } from '#instruments';
import { caseName, subjectOf, TestBench, type CaseResult } from '#testing';
import type { Workspace } from '../project/workspace.ts';
import { FIND_TESTS, RUN_TESTS } from '../protocol.ts';
import type {
  FindTestsParams,
  FindTestsResult,
  RunTestsParams,
  RunTestsResult,
  FoundProgram,
  CoveredFile,
  TestResult,
} from '../protocol.ts';
import type { Program } from '../project/view.ts';

export function registerTests(connection: Connection, workspace: Workspace): void {
  connection.onRequest(FIND_TESTS, async ({ uri }: FindTestsParams): Promise<FindTestsResult> => {
    const programs =
      uri === undefined ? await workspace.allPrograms() : await workspace.programsOf(workspace.known(uri));
    return { programs: programs.map(foundTests) };
  });
  connection.onRequest(
    RUN_TESTS,
    async ({ main, ...params }: RunTestsParams, token: CancellationToken): Promise<RunTestsResult> => {
      const programs = await workspace.programsOf(workspace.known(main));
      const program = programs.find(({ assembly, uriOf }) => uriOf(assembly.main) === main) ?? programs[0];
      if (program === undefined) return { failure: 'There is no such program.', results: [], coverage: [] };
      return runTests(program, params, token);
    },
  );
}

/** The tests of a program, as the editor lists them. */
function foundTests({ assembly, uriOf }: Program): FoundProgram {
  const tests = assembly.tests.tests.map(({ name, file, range, cases }) => {
    return { name, uri: uriOf(file), range, cases: cases.length };
  });
  return { main: uriOf(assembly.main), tests };
}

/** Runs the named tests of a program, or all; a program with errors is not run. */
async function runTests(
  { assembly, uriOf }: Program,
  { tests, coverage }: Pick<RunTestsParams, 'tests' | 'coverage'>,
  token: CancellationToken,
): Promise<RunTestsResult> {
  const error = assembly.diagnostics.find(({ severity }) => severity === 'error');
  if (error !== undefined) {
    const failure = `The program has errors, so its tests do not run: ${error.message}.`;
    return { failure, results: [], coverage: [] };
  }
  const subject = subjectOf(assembly);
  const bench = new TestBench(subject, { coverage: coverage === true });
  const wanted = subject.tests.tests.filter(
    (test) => tests === undefined || tests.some(({ name, uri }) => name === test.name && uri === uriOf(test.file)),
  );
  const results: TestResult[] = [];
  for (const test of wanted) {
    for (const each of test.cases) {
      const result = await finish(bench.run(test, each), token);
      if (result === undefined) return { results, coverage: [] };
      results.push(reported(result, uriOf));
    }
  }
  const covered = bench.coverage && coverageOf(subject.info, bench.coverage.profile, subject.image);
  // A path of the debug information is relative to the folder of the main file.
  const whole = (path: string): string => resolvePath(assembly.main, path) ?? path;
  return { results, coverage: (covered ?? []).map((file) => coveredFile(file, uriOf(whole(file.path)))) };
}

/** Runs a case; undefined if it was cancelled. */
async function finish(steps: ReturnType<TestBench['run']>, token: CancellationToken): Promise<CaseResult | undefined> {
  for (;;) {
    const { done, value } = steps.next();
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (token.isCancellationRequested) return undefined;
    if (done === true) return value;
  }
}

function reported({ test, case: which, passed, cycles, failure }: CaseResult, uriOf: Program['uriOf']): TestResult {
  return {
    name: test.name,
    uri: uriOf(test.file),
    caseName: caseName(test, which),
    passed,
    cycles,
    ...(failure !== undefined && {
      failure: {
        message: failure.message,
        uri: uriOf(failure.file),
        range: failure.range,
        ...(failure.expected !== undefined && { expected: failure.expected }),
        ...(failure.seen !== undefined && { seen: failure.seen }),
      },
    }),
  };
}

function coveredFile({ lines, branches, routines }: FileCoverage, uri: string): CoveredFile {
  return {
    uri,
    lines: lines.map(({ line, count }) => ({ line, count })),
    branches: branches.map(({ line, taken, notTaken }) => ({ line, taken, notTaken })),
    routines: routines.map(({ name, line, count }) => ({ name, line, count })),
  };
}

import type { CancellationToken, Connection } from 'vscode-languageserver';
import { runTests } from '../project/run-tests.ts';
import type { Workspace } from '../project/workspace.ts';
import {
  FIND_TESTS,
  RUN_TESTS,
  type FindTestsParams,
  type FindTestsResult,
  type RunTestsParams,
  type RunTestsResult,
  type FoundProgram,
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
export function foundTests({ assembly, uriOf }: Program): FoundProgram {
  const tests = assembly.tests.tests.map(({ name, file, range, cases }) => ({
    name,
    uri: uriOf(file),
    range,
    cases: cases.length,
  }));
  return { main: uriOf(assembly.main), tests };
}

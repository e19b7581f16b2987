/** Runs tests of one program in the language server and shows the results in a test run. */
import * as vscode from 'vscode';
import { RUN_TESTS } from '#server/protocol';
import type { RunTestsParams, RunTestsResult, TestResult, CoveredFile } from '#server/protocol';
import type { ExtensionServer } from '../language-client.ts';
import { rangeOf } from '../surroundings.ts';

/** Cycles of an emulated millisecond: the time that VS Code shows beside a test is the machine's. */
const CYCLES_PER_MS = 6250;
/** The most failed cases that are reported for a test. */
const MOST_MESSAGES = 20;

interface ProgramRun {
  readonly server: ExtensionServer;
  readonly run: vscode.TestRun;
  readonly token: vscode.CancellationToken;
  /** The item of the program, whose id is the URI of its main file. */
  readonly program: vscode.TestItem;
  readonly tests: readonly vscode.TestItem[];
  readonly coverage: boolean;
}

/** Runs the tests; returns the coverage of each file if it was requested. */
export async function runProgramTests(
  options: ProgramRun,
): Promise<Map<vscode.FileCoverage, vscode.FileCoverageDetail[]>> {
  const { server, run, token, program, tests, coverage } = options;
  for (const test of tests) run.started(test);
  const params: RunTestsParams = { main: program.id, tests: tests.map(namesOf), coverage };
  const files = new Map<vscode.FileCoverage, vscode.FileCoverageDetail[]>();
  try {
    const answer = await server.request<RunTestsResult>(RUN_TESTS, params, token);
    for (const test of tests) showTest(run, test, answer);
    for (const covered of answer.coverage) {
      const details = coverageDetails(covered);
      const file = vscode.FileCoverage.fromDetails(vscode.Uri.parse(covered.uri), details);
      run.addCoverage(file);
      files.set(file, details);
    }
  } catch (error) {
    const message = new vscode.TestMessage(error instanceof Error ? error.message : String(error));
    for (const test of tests)
      if (token.isCancellationRequested) run.skipped(test);
      else run.errored(test, message);
  }
  return files;
}

/** Name and file of a test, as the server knows it. */
function namesOf(item: vscode.TestItem): { name: string; uri: string } {
  const end = item.id.indexOf(' ');
  return { uri: item.id.slice(0, end), name: item.id.slice(end + 1) };
}

function showTest(run: vscode.TestRun, item: vscode.TestItem, { results, failure }: RunTestsResult): void {
  const { name, uri } = namesOf(item);
  const own = results.filter((result) => result.name === name && result.uri === uri);
  if (failure !== undefined) return run.errored(item, new vscode.TestMessage(failure));
  if (own.length === 0) return run.skipped(item);
  const duration = own.reduce((sum, { cycles }) => sum + cycles, 0) / CYCLES_PER_MS;
  const failed = own.filter(({ passed }) => !passed);
  for (const { caseName, passed, cycles } of own) {
    const time = cycles === 0 ? '' : `, ${cycles} cycles`;
    run.appendOutput(`${passed ? 'passed' : 'FAILED'}  ${caseName}${time}\r\n`, undefined, item);
  }
  if (failed.length === 0) return run.passed(item, duration);
  run.failed(item, failed.slice(0, MOST_MESSAGES).map(messageOf), duration);
}

function messageOf({ name, caseName, failure }: TestResult): vscode.TestMessage {
  if (failure === undefined) return new vscode.TestMessage('It failed.');
  const { expected, seen, uri, range } = failure;
  const text = caseName === name ? failure.message : `${caseName}: ${failure.message}`;
  const differs = expected !== undefined && seen !== undefined;
  const message = differs ? vscode.TestMessage.diff(text, expected, seen) : new vscode.TestMessage(text);
  message.location = new vscode.Location(vscode.Uri.parse(uri), rangeOf(range));
  return message;
}

function coverageDetails({ lines, branches, routines }: CoveredFile): vscode.FileCoverageDetail[] {
  const statements = lines.map(({ line, count }) => {
    const arms = branches
      .filter((branch) => branch.line === line)
      .flatMap(({ taken, notTaken }) => [
        new vscode.BranchCoverage(taken, new vscode.Position(line, 0), 'taken'),
        new vscode.BranchCoverage(notTaken, new vscode.Position(line, 0), 'not taken'),
      ]);
    return new vscode.StatementCoverage(count, new vscode.Position(line, 0), arms);
  });
  const declarations = routines.map(
    ({ name, line, count }) => new vscode.DeclarationCoverage(name, count, new vscode.Position(line, 0)),
  );
  return [...statements, ...declarations];
}

/**
 * The Test Explorer: the `.test` blocks of all programs. The language server finds them while the user types, and runs
 * them, also with coverage; debugging one starts a session that stops where the test fails.
 */
import * as vscode from 'vscode';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { DEBUG_TEST, FIND_TESTS, LANGUAGE_ID, RUN_TEST } from '#server/protocol';
import type { FindTestsParams, FindTestsResult, FoundProgram, FoundTest } from '#server/protocol';
import { DEBUG_TYPE } from '#debugger/protocol';
import type { ExtensionServer } from '../language-client.ts';
import { runProgramTests } from './run-tests.ts';
import { launchConfiguration } from '../debug/launch-configuration.ts';
import { pathOf, rangeOf } from '../surroundings.ts';

/** Pause in typing before tests are searched for again, in milliseconds. */
const QUIET = 300;

/** Registers tests, their runs and what keeps them up to date. */
export function registerTestExplorer(context: vscode.ExtensionContext, server: ExtensionServer): void {
  const controller = vscode.tests.createTestController('gigatron', 'Gigatron');
  const explorer = new TestExplorer(controller, server);
  const { Run, Debug, Coverage } = vscode.TestRunProfileKind;
  const run = (coverage: boolean) => (request: vscode.TestRunRequest, token: vscode.CancellationToken) =>
    explorer.run(request, token, coverage);
  controller.createRunProfile('Run', Run, run(false), true);
  controller.createRunProfile('Debug', Debug, (request, token) => explorer.debug(request, token), true);
  const coverage = controller.createRunProfile('Run with Coverage', Coverage, run(true), true);
  coverage.loadDetailedCoverage = async (_, file) => explorer.coverage.get(file) ?? [];
  controller.resolveHandler = (item) => (item === undefined ? explorer.find({}) : Promise.resolve());
  controller.refreshHandler = () => explorer.find({});
  const one = (act: 'run' | 'debug') => (uri: string, name: string) => explorer.one(act, uri, name);
  context.subscriptions.push(
    controller,
    explorer,
    vscode.commands.registerCommand(RUN_TEST, one('run')),
    vscode.commands.registerCommand(DEBUG_TEST, one('debug')),
    vscode.workspace.onDidOpenTextDocument((document) => explorer.changed(document)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => explorer.changed(document)),
  );
  server.whenUp(() => vscode.workspace.textDocuments.forEach((document) => explorer.changed(document)));
}

class TestExplorer implements vscode.Disposable {
  /** What the last runs have executed, by file. */
  readonly coverage = new WeakMap<vscode.FileCoverage, vscode.FileCoverageDetail[]>();
  private readonly waiting = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(
    private readonly controller: vscode.TestController,
    private readonly server: ExtensionServer,
  ) {}

  /** A document was opened or edited, so its programs may soon have other tests. */
  changed({ languageId, uri }: vscode.TextDocument): void {
    if (languageId !== LANGUAGE_ID) return;
    const key = uri.toString();
    clearTimeout(this.waiting.get(key));
    this.waiting.set(
      key,
      setTimeout(() => {
        this.waiting.delete(key);
        void this.find({ uri: key });
      }, QUIET),
    );
  }

  /** Asks the server, and shows what it finds; if the server does not answer, the known tests stay. */
  async find(params: FindTestsParams): Promise<void> {
    const found = await this.server.request<FindTestsResult>(FIND_TESTS, params).catch(() => undefined);
    for (const program of found?.programs ?? []) this.show(program);
  }

  /** Runs or debugs the test that a code lens names, in the first program that has it. */
  async one(act: 'run' | 'debug', uri: string, name: string): Promise<void> {
    await this.find({ uri });
    const programs = [...this.controller.items].map(([, program]) => program);
    const item = programs.map(({ children }) => children.get(testId(uri, name))).find((test) => test !== undefined);
    if (item === undefined) return;
    const request = new vscode.TestRunRequest([item]);
    const { token } = new vscode.CancellationTokenSource();
    await (act === 'run' ? this.run(request, token, false) : this.debug(request, token));
  }

  async run(request: vscode.TestRunRequest, token: vscode.CancellationToken, coverage: boolean): Promise<void> {
    const run = this.controller.createTestRun(request);
    for (const [program, tests] of await this.chosen(request)) {
      const files = await runProgramTests({ server: this.server, run, token, program, tests, coverage });
      for (const [file, details] of files) this.coverage.set(file, details);
    }
    run.end();
  }

  async debug(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    const run = this.controller.createTestRun(request);
    for (const [program, tests] of await this.chosen(request)) {
      for (const test of tests) if (!token.isCancellationRequested) await debugTest(program, test, run, token);
    }
    run.end();
  }

  dispose(): void {
    for (const timer of this.waiting.values()) clearTimeout(timer);
  }

  /** The tests of a request, by program; one for all tests may come before they were found. */
  private async chosen({ include, exclude }: vscode.TestRunRequest): Promise<Map<vscode.TestItem, vscode.TestItem[]>> {
    if (include === undefined) await this.find({});
    const chosen = new Map<vscode.TestItem, vscode.TestItem[]>();
    const add = (item: vscode.TestItem): void => {
      if (exclude?.includes(item) === true) return;
      const { parent } = item;
      if (parent === undefined) return item.children.forEach(add);
      chosen.set(parent, [...(chosen.get(parent) ?? []), item]);
    };
    if (include === undefined) this.controller.items.forEach(add);
    else include.forEach(add);
    return chosen;
  }

  private show({ main, tests }: FoundProgram): void {
    const { controller } = this;
    if (tests.length === 0) return controller.items.delete(main);
    const uri = vscode.Uri.parse(main);
    const program =
      controller.items.get(main) ?? controller.createTestItem(main, vscode.workspace.asRelativePath(uri), uri);
    controller.items.add(program);
    program.children.replace(tests.map((test, index) => this.item(program, test, index)));
  }

  /** A known item keeps the results of its last run. */
  private item(program: vscode.TestItem, { name, uri, range, cases }: FoundTest, index: number): vscode.TestItem {
    const id = testId(uri, name);
    const item = program.children.get(id) ?? this.controller.createTestItem(id, name, vscode.Uri.parse(uri));
    item.range = rangeOf(range);
    item.sortText = String(index).padStart(6, '0');
    item.description = cases === 1 ? '' : `${cases} cases`;
    return item;
  }
}

function testId(uri: string, name: string): string {
  return `${uri} ${name}`;
}

/** Debugs a test: starts a session that stops where it fails, waits for its end, and shows in the run how it ended. */
async function debugTest(
  program: vscode.TestItem,
  test: vscode.TestItem,
  run: vscode.TestRun,
  token: vscode.CancellationToken,
) {
  const name = `Test: ${test.label}`;
  const file = test.uri === undefined ? {} : { testFile: pathOf(test.uri.toString()) };
  const configuration = { ...launchConfiguration(program.id), name, test: test.label, ...file };
  const isOurs = (session: vscode.DebugSession): boolean => session.type === DEBUG_TYPE && session.name === name;
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  let session: vscode.DebugSession | undefined;
  let failure: string | undefined;
  let isPassed = false;
  const listeners = vscode.Disposable.from(
    vscode.debug.onDidStartDebugSession((started) => (session = isOurs(started) ? started : session)),
    vscode.debug.onDidTerminateDebugSession((gone) => isOurs(gone) && end()),
    // The first Stop of a session that belongs to a run only cancels the run.
    token.onCancellationRequested(() => void vscode.debug.stopDebugging(session)),
    vscode.debug.registerDebugAdapterTrackerFactory(DEBUG_TYPE, {
      createDebugAdapterTracker: (tracked) => ({
        onDidSendMessage({ type, event, body }: DebugProtocol.StoppedEvent | DebugProtocol.OutputEvent) {
          if (!isOurs(tracked) || type !== 'event') return;
          if (event === 'stopped' && 'reason' in body && body.reason === 'exception') failure ??= body.text;
          if (event === 'output' && 'output' in body && body.output.startsWith('Passed: ')) isPassed = true;
        },
      }),
    }),
  );
  run.started(test);
  const folder = test.uri && vscode.workspace.getWorkspaceFolder(test.uri);
  const options = { testRun: run } as vscode.DebugSessionOptions;
  if (await vscode.debug.startDebugging(folder, configuration, options)) await ended;
  listeners.dispose();
  if (isPassed) run.passed(test);
  else if (failure !== undefined) run.failed(test, new vscode.TestMessage(failure));
  else run.skipped(test);
}

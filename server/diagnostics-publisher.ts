/**
 * Sends diagnostics for every program that has an open document, a moment after the last change.
 *
 * All sources of a program get their findings, open or not; a file that leaves the programs gets an
 * empty list once. What is sent belongs to the documents as they are at that moment, so it carries
 * their versions.
 *
 * Errors are sent at once. A program without errors still needs its timing proven, which would hold up
 * whoever goes on typing, so that waits for a longer pause.
 */
import type { Diagnostic, PublishDiagnosticsParams } from 'vscode-languageserver';
import { diagnosticsByUri, mergeDiagnostics } from './features/diagnostics.ts';
import { missingMainFileFindings } from './main-file-setting.ts';
import type { Workspace } from './project/workspace.ts';

/** Pause after the last change before the programs are assembled, in milliseconds. */
const PAUSE_MS = 100;
/** Further pause before a program without errors is proven, which takes longer, in milliseconds. */
const PROOF_PAUSE_MS = 250;

export class DiagnosticsPublisher {
  private readonly workspace: Workspace;
  private readonly send: (params: PublishDiagnosticsParams) => void;
  private readonly published: () => void;
  private readonly report: (failure: unknown) => void;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private generation = 0;
  private readonly sent = new Map<string, string>();
  private explain: string | undefined;
  private hasSettled = true;
  private waiting: (() => void)[] = [];

  /**
   * @param send takes the lists
   * @param published is called behind the last list of a round
   * @param report takes what went wrong inside the server
   */
  constructor(
    workspace: Workspace,
    send: (params: PublishDiagnosticsParams) => void,
    published: () => void,
    report: (failure: unknown) => void,
  ) {
    this.workspace = workspace;
    this.send = send;
    this.published = published;
    this.report = report;
  }

  /** Lets findings lead to the documentation of their codes, by a command of the client. */
  explainBy(command: string | undefined): void {
    this.explain = command;
  }

  /** Whether the programs were proven as they are now. */
  get isSettled(): boolean {
    return this.hasSettled;
  }

  /** Waits until the programs are proven as they are now; a proof need not be made for what is typed over at once. */
  async settled(): Promise<void> {
    if (!this.hasSettled) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** Sends after a pause; a call during the pause begins it anew. */
  schedule(): void {
    this.generation++;
    this.hasSettled = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.run(() => this.assemble()), PAUSE_MS);
  }

  /** Ends the waiting. */
  dispose(): void {
    this.generation++;
    clearTimeout(this.timer);
    this.settle();
  }

  /** Runs a step; after a failure nobody waits any longer. */
  private run(step: () => Promise<void>): void {
    step().catch((failure: unknown) => {
      this.report(failure);
      this.settle();
    });
  }

  private settle(): void {
    this.hasSettled = true;
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  private async assemble(): Promise<void> {
    const generation = this.generation;
    for (const project of await this.workspace.openProjects()) {
      const { isChecked } = await project.assembly();
      if (generation !== this.generation) return;
      if (isChecked) continue;
      this.timer = setTimeout(() => this.run(() => this.check()), PROOF_PAUSE_MS);
      return;
    }
    await this.check();
  }

  private async check(): Promise<void> {
    const generation = this.generation;
    // An open document that no program reads, behind an `.if 0` say, has no findings either.
    const lists = new Map<string, Diagnostic[][]>(this.workspace.store.openUris().map((uri) => [uri, [[]]]));
    for (const project of await this.workspace.openProjects()) {
      const assembly = (await project.assembly()).checked();
      await nextTurn();
      if (generation !== this.generation) return;
      for (const [uri, diagnostics] of diagnosticsByUri(assembly, (path) => project.uriOf(path), this.explain)) {
        const known = lists.get(uri);
        if (known === undefined) lists.set(uri, [diagnostics]);
        else known.push(diagnostics);
      }
    }
    for (const [uri, diagnostics] of await missingMainFileFindings(this.workspace)) lists.set(uri, [diagnostics]);
    if (generation !== this.generation) return;
    this.publish(lists);
    this.settle();
  }

  private publish(lists: ReadonlyMap<string, Diagnostic[][]>): void {
    for (const uri of [...this.sent.keys()]) if (!lists.has(uri)) this.publishOne(uri, []);
    for (const [uri, diagnostics] of lists) this.publishOne(uri, mergeDiagnostics(diagnostics));
    this.published();
  }

  private publishOne(uri: string, diagnostics: Diagnostic[]): void {
    const { store } = this.workspace;
    const document = store.document(uri);
    const content = JSON.stringify(diagnostics);
    if (document === undefined && (this.sent.get(uri) ?? '[]') === content) return;
    if (diagnostics.length === 0) this.sent.delete(uri);
    else this.sent.set(uri, content);
    const version = document === undefined ? {} : { version: document.version };
    this.send({ uri: store.spelling(uri), diagnostics, ...version });
  }
}

/** Lets requests that have come meanwhile go first. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/**
 * Sends diagnostics for every program that has an open document, a moment after the last change.
 *
 * All sources of a program get their findings, open or not; a file that no longer belongs to any program gets
 * an empty list once. What is sent belongs to the documents as they are at that moment, so it carries their
 * versions.
 *
 * There are two rounds. Errors in names and syntax are sent after a short pause, if they differ from those
 * displayed; what the last proof found stays beside them, moved with its lines. Timing and lints take longer, so
 * they wait for a longer pause. They are worked out in slices, with requests in between, until the next change.
 */
import { addTo } from '#basics';
import type { Assembly, Diagnostic as Finding } from '#assembler';
import type { Diagnostic, PublishDiagnosticsParams } from 'vscode-languageserver';
import { findingsByUri, joinedDiagnostics, proveInSlices, type FileFindings } from './features/diagnostics.ts';
import { missingMainFileFindings } from './main-file-setting.ts';
import type { Project } from './project/project.ts';
import type { Workspace } from './project/workspace.ts';
import type { ProofState } from './protocol.ts';

/** Pause after the last change before the programs are assembled, in milliseconds. */
const PAUSE_MS = 100;
/** Further pause before the programs are proven, which takes longer, in milliseconds. */
const PROOF_PAUSE_MS = 250;

/** What programs report about files, by URI. */
type Lists = Map<string, FileFindings[]>;

export class DiagnosticsPublisher {
  private state = NOTHING_PROVEN;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private generation = 0;
  private readonly sent = new Map<string, string>();
  /** The findings of the first round that are displayed. */
  private shown = '[]';
  private explain: string | undefined;
  private hasSettled = true;
  private waiting: (() => void)[] = [];

  /**
   * @param send takes the lists
   * @param published is called after the last list when nothing is left to prove
   * @param report is called with errors inside the server
   * @param tell is called when proving begins and when it ends
   */
  constructor(
    private readonly workspace: Workspace,
    private readonly send: (params: PublishDiagnosticsParams) => void,
    private readonly published: () => void,
    private readonly report: (failure: unknown) => void,
    private readonly tell: (state: ProofState) => void,
  ) {}

  /** Links findings to the documentation of their codes, with a command of the client. */
  explainBy(command: string | undefined): void {
    this.explain = command;
  }

  /** Whether the programs have been proven as they are now. */
  get isSettled(): boolean {
    return this.hasSettled;
  }

  /**
   * Waits until the programs are proven as they are now. While the user types, no proof is made for texts that are
   * already outdated.
   */
  async settled(): Promise<void> {
    if (!this.hasSettled) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** What was last sent for a file, once the programs are proven as they are now. */
  async pulled(uri: string): Promise<Diagnostic[]> {
    await this.settled();
    return JSON.parse(this.sent.get(uri) ?? '[]') as Diagnostic[];
  }

  /** Sends after a pause; a call during the pause starts the pause again. */
  schedule(): void {
    this.generation++;
    if (this.hasSettled) this.tell({ ...this.state, isProving: true });
    this.hasSettled = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.run(() => this.assemble()), PAUSE_MS);
  }

  dispose(): void {
    this.generation++;
    clearTimeout(this.timer);
    this.release();
  }

  /** Runs a step; if it fails, everything that waits is released. */
  private run(step: () => Promise<void>): void {
    step().catch((failure: unknown) => {
      this.report(failure);
      this.settle();
    });
  }

  private settle(): void {
    this.tell(this.state);
    this.release();
  }

  private release(): void {
    this.hasSettled = true;
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  private async assemble(): Promise<void> {
    const generation = this.generation;
    const early = this.emptyLists();
    const all = this.emptyLists();
    const assemblies: Assembly[] = [];
    let isFinal = true;
    for (const project of await this.workspace.openProjects()) {
      const assembly = await project.assembly();
      if (generation !== this.generation) return;
      const late = project.lateFindings(assembly);
      assemblies.push(assembly);
      isFinal &&= assembly.isChecked && late.length === 0;
      this.add(early, project, assembly, assembly.diagnostics);
      this.add(all, project, assembly, [...assembly.diagnostics, ...late]);
    }
    const found = [...early].map(([uri, programs]) => [uri, programs.flatMap(({ findings }) => findings)] as const);
    const shown = JSON.stringify(found.filter(([, findings]) => findings.length > 0));
    if (isFinal || shown !== this.shown) await this.publish(all, generation);
    if (generation !== this.generation) return;
    this.shown = shown;
    if (isFinal) return this.finish(assemblies);
    this.timer = setTimeout(() => this.run(() => this.check()), PROOF_PAUSE_MS);
  }

  /** The second round. */
  private async check(): Promise<void> {
    const generation = this.generation;
    const lists = this.emptyLists();
    const assemblies: Assembly[] = [];
    for (const project of await this.workspace.openProjects()) {
      const unproven = await project.assembly();
      if (!(await proveInSlices(unproven, () => generation !== this.generation))) return;
      // A file has changed in the meantime.
      if (project.latest !== unproven) return this.schedule();
      const assembly = project.check(unproven);
      assemblies.push(assembly);
      this.add(lists, project, assembly, assembly.diagnostics);
    }
    await this.publish(lists, generation);
    if (generation === this.generation) this.finish(assemblies);
  }

  /** What is displayed is now complete for the programs as they are. */
  private finish(assemblies: readonly Assembly[]): void {
    this.state = proofState(assemblies);
    this.published();
    this.settle();
  }

  /** Empty lists for open documents that no program reads, for example because of an `.if 0`. */
  private emptyLists(): Lists {
    return new Map(this.workspace.store.openUris().map((uri) => [uri, []]));
  }

  private add(lists: Lists, project: Project, assembly: Assembly, findings: readonly Finding[]): void {
    for (const [uri, file] of findingsByUri(assembly, (path) => project.uriOf(path), this.explain, findings))
      addTo(lists, uri, file);
  }

  /** Sends lists, unless something changes first. */
  private async publish(lists: Lists, generation: number): Promise<void> {
    for (const [uri, diagnostics] of await missingMainFileFindings(this.workspace))
      lists.set(uri, [{ findings: diagnostics }]);
    if (generation !== this.generation) return;
    for (const uri of [...this.sent.keys()]) if (!lists.has(uri)) this.publishOne(uri, []);
    for (const [uri, programs] of lists) this.publishOne(uri, joinedDiagnostics(programs));
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

export const NOTHING_PROVEN: ProofState = {
  isProving: false,
  isPrevented: false,
  exact: 0,
  wrong: 0,
  unproven: 0,
  handler: null,
};

/** Verdicts on a handler, worst first. */
const HANDLERS = ['wrong', 'assumed', 'proven'] as const;

/** The verdicts of proven programs, taken together, for the language's entry in the status bar. */
export function proofState(assemblies: readonly Pick<Assembly, 'timing' | 'handler' | 'hasErrors'>[]): ProofState {
  const verdicts = assemblies.flatMap(({ timing }) => timing.map(({ verdict }) => verdict));
  const count = (wanted: string): number => verdicts.filter((verdict) => verdict === wanted).length;
  const [exact, wrong] = [count('exact'), count('wrong')];
  const handler = HANDLERS.find((verdict) => assemblies.some((assembly) => assembly.handler?.verdict === verdict));
  const isPrevented = assemblies.some(({ timing, hasErrors }) => hasErrors && timing.length === 0);
  return {
    isProving: false,
    isPrevented,
    exact,
    wrong,
    unproven: verdicts.length - exact - wrong,
    handler: handler ?? null,
  };
}

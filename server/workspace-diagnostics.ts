/**
 * Diagnostics of programs without an open document, for a client that asks for them (`workspace/diagnostic`).
 *
 * Findings of programs with an open document are pushed (diagnostics-publisher.ts); no file gets both. A program is
 * checked once, in slices with requests in between, and again when a file that it reads has changed; its assembly is
 * not kept. While there is nothing new, a request stays open.
 */
import type { CancellationToken, Diagnostic, WorkspaceDiagnosticReport } from 'vscode-languageserver';
import { findingsByUri, joinedDiagnostics, proveInSlices, type FileFindings } from './features/diagnostics.ts';
import type { Project } from './project/project.ts';
import type { Workspace } from './project/workspace.ts';

/** What one program reports about its files, by normalized URI. */
interface Report {
  readonly reads: ReadonlySet<string>;
  readonly files: ReadonlyMap<string, FileFindings>;
}

export class WorkspaceDiagnostics {
  private readonly reports = new Map<string, Report>();
  private generation = 0;
  private waiting: (() => void)[] = [];

  /** @param explain gives the client's command that opens the documentation of a code */
  constructor(
    private readonly workspace: Workspace,
    private readonly explain: () => string | undefined,
  ) {}

  /** Call when a file was opened, edited, closed, or changed on disk. */
  touched(uri: string): void {
    for (const [main, { reads }] of this.reports) if (reads.has(uri) || main === uri) this.reports.delete(main);
    this.wake();
  }

  /** Call when settings or folders have changed. */
  forget(): void {
    this.reports.clear();
    this.wake();
  }

  /** Answers a request once there is something that the client does not know. @param known result id by URI */
  async pull(known: ReadonlyMap<string, string>, token: CancellationToken): Promise<WorkspaceDiagnosticReport> {
    const cancelled = token.onCancellationRequested(() => this.wake());
    try {
      while (!token.isCancellationRequested) {
        const { generation } = this;
        await this.judge(token);
        const items = token.isCancellationRequested ? [] : await this.news(known);
        if (items.length > 0) return { items };
        if (generation === this.generation) await new Promise<void>((resolve) => this.waiting.push(resolve));
      }
      return { items: [] };
    } finally {
      cancelled.dispose();
    }
  }

  private wake(): void {
    this.generation++;
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  /** Checks the programs that have no report; stops when something changes. */
  private async judge(token: CancellationToken): Promise<void> {
    const { generation } = this;
    for (const project of await this.workspace.closedProjects()) {
      if (this.reports.has(project.main)) continue;
      const report = await this.reportOf(
        project,
        () => generation !== this.generation || token.isCancellationRequested,
      );
      if (report === undefined) return;
      this.reports.set(project.main, report);
    }
  }

  /** The report on a program; undefined if it is no longer wanted. */
  private async reportOf(project: Project, isDropped: () => boolean): Promise<Report | undefined> {
    const assembly = await project.assembly();
    if (!(await proveInSlices(assembly, isDropped)) || project.latest !== assembly) return undefined;
    const files = findingsByUri(assembly.checked(), (path) => project.uriOf(path), this.explain());
    return { reads: project.reads, files };
  }

  /** The files whose findings differ from what the client knows, without those that open programs read. */
  private async news(known: ReadonlyMap<string, string>): Promise<WorkspaceDiagnosticReport['items']> {
    const { store } = this.workspace;
    const current = await this.lists();
    const items: WorkspaceDiagnosticReport['items'] = [];
    for (const [uri, diagnostics] of current) {
      const resultId = JSON.stringify(diagnostics);
      // Don't send an empty report to a client that has no findings for this file.
      if ((known.get(uri) ?? '[]') !== resultId)
        items.push({ kind: 'full', uri: store.spelling(uri), version: null, resultId, items: diagnostics });
    }
    for (const [uri, resultId] of known)
      if (!current.has(uri) && resultId !== '[]')
        items.push({ kind: 'full', uri: store.spelling(uri), version: null, resultId: '[]', items: [] });
    return items;
  }

  private async lists(): Promise<ReadonlyMap<string, Diagnostic[]>> {
    const pushed = await this.workspace.filesOfOpenProjects();
    const mains = new Set((await this.workspace.closedProjects()).map(({ main }) => main));
    const reports = [...this.reports].filter(([main]) => mains.has(main)).map(([, report]) => report);
    const lists = new Map<string, Diagnostic[]>();
    for (const uri of new Set(reports.flatMap(({ files }) => [...files.keys()])))
      if (!pushed.has(uri)) lists.set(uri, joinedDiagnostics(reports.flatMap(({ files }) => files.get(uri) ?? [])));
    return lists;
  }
}

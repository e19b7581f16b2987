/**
 * All programs of the workspace: which there are, to which of them a document belongs, and its view for the
 * features.
 *
 * A program is created when one of its documents is first asked about, and dropped when none of its files is
 * open any more. If a workspace folder is open, its sources are searched once for include lines, so that a file
 * opened alone finds its main file; single and untitled files do not need this.
 */
import { libraryName, type Assembly } from '#assembler';
import { SOURCE_EXTENSION } from '../files/file-host.ts';
import type { FileStore } from '../files/file-store.ts';
import { folderOf, liesIn, normalizeUri, pathOf, relativePath, uriInside } from '../files/uris.ts';
import { DEFAULT_SETTINGS, type ServerSettings } from '../settings.ts';
import { draftOf } from './draft.ts';
import { IncludeGraph } from './include-graph.ts';
import { Project, type ProjectOptions } from './project.ts';
import type { Program, View } from './view.ts';

/** A setting `gigatron.mainFile` whose file does not exist, or is not in the workspace folder. */
export interface MissingMainFile {
  /** Normalized URI of the workspace folder. */
  readonly folder: string;
  /** The path as set. */
  readonly mainFile: string;
  /** Whether the path leads out of the folder, so that the file is not looked for. */
  readonly isOutside: boolean;
}

export class Workspace {
  readonly store: FileStore;
  private readonly graph = new IncludeGraph();
  private readonly projects = new Map<string, Project>();
  private readonly settings = new Map<string, ServerSettings>();
  private folders: readonly string[] = [];
  private preparing: Promise<void> = Promise.resolve();

  constructor(store: FileStore) {
    this.store = store;
  }

  /** Takes over the workspace folders and searches them for sources. */
  setFolders(folders: readonly string[]): void {
    this.folders = folders.map(normalizeUri);
    this.preparing = this.scan();
  }

  /** Makes answers wait for something that they need, such as requested settings. */
  waitFor(work: Promise<void>): void {
    this.preparing = Promise.all([this.preparing, work]).then(() => undefined);
  }

  /** Takes over the settings of a workspace folder; '' stands for files outside all folders. */
  setSettings(folder: string, settings: ServerSettings): void {
    this.settings.set(folder === '' ? '' : normalizeUri(folder), settings);
    for (const project of this.projects.values()) project.configure(this.optionsOf(project.main));
  }

  /** Settings that hold for a file. */
  settingsOf(uri: string): ServerSettings {
    return this.settings.get(this.folderOf(uri) ?? '') ?? this.settings.get('') ?? DEFAULT_SETTINGS;
  }

  /** Waits until the folders are searched and the settings are there, as answers do. */
  async prepared(): Promise<void> {
    await this.preparing;
  }

  /** Says that a document was opened, changed or closed, or that a file changed on disk. */
  changed(uri: string): void {
    if (this.isSource(uri)) {
      const text = this.store.text(uri);
      if (text === undefined) this.graph.delete(uri);
      else this.graph.set(uri, text);
    }
    for (const project of this.projects.values()) project.touch(uri);
  }

  /** Notes that a file on disk was created, changed or deleted. */
  async changedOnDisk(uri: string, deleted: boolean): Promise<void> {
    this.store.forget(uri);
    if (!deleted && uri.endsWith(SOURCE_EXTENSION)) await this.store.load([uri]);
    this.changed(uri);
  }

  /** Normalized URIs of the main files of a file, the one whose program the features show first. */
  async mainFiles(uri: string): Promise<readonly string[]> {
    await this.ready(uri);
    const chosen = await this.chosenMain(uri);
    const found = this.graph.mainFiles(uri);
    return chosen === undefined ? found : [chosen, ...found.filter((main) => main !== chosen)];
  }

  /** The programs that have an open document. */
  async openProjects(): Promise<readonly Project[]> {
    const mains = new Set<string>();
    for (const uri of this.store.openUris()) for (const main of await this.mainFiles(uri)) mains.add(main);
    for (const main of this.projects.keys()) if (!mains.has(main)) this.projects.delete(main);
    return [...mains].map((main) => this.project(main));
  }

  /** The programs of the folders that have no open document, each as a new project of its own. */
  async closedProjects(): Promise<readonly Project[]> {
    await this.preparing;
    const open = new Set((await this.openProjects()).map(({ main }) => main));
    const mains = new Set<string>();
    for (const uri of this.graph.files()) {
      if (libraryName(uri) !== undefined || this.folderOf(uri) === undefined) continue;
      for (const main of await this.mainFiles(uri)) mains.add(main);
    }
    return [...mains]
      .filter((main) => !open.has(main) && this.settingsOf(main).judgesClosed)
      .map((main) => new Project(main, this.store, this.optionsOf(main)));
  }

  /** Normalized URIs of the files that programs with an open document read. */
  async filesOfOpenProjects(): Promise<ReadonlySet<string>> {
    const files = new Set(this.store.openUris());
    for (const project of await this.openProjects()) {
      await project.assembly();
      for (const uri of project.reads) files.add(uri);
    }
    return files;
  }

  /** The view of a document in its program; undefined if it is neither open nor readable. */
  async view(uri: string): Promise<View | undefined> {
    for (const main of [...(await this.mainFiles(uri)), uri]) {
      const project = this.project(main);
      const assembly = await project.assembly();
      const view = this.viewIn(project, assembly, uri);
      if (view !== undefined) return view;
    }
    return undefined;
  }

  /**
   * The view of a document for an answer about a line that should not wait: of a document that was only just changed, its
   * present text with the last assembly, if that tells what holds at the line.
   */
  async quickView(uri: string, line: number): Promise<View | undefined> {
    const [main = uri] = await this.mainFiles(uri);
    const project = this.project(main);
    const assembly = project.lastBefore(uri);
    const view = assembly === undefined ? undefined : this.viewIn(project, assembly, uri);
    const draft = view === undefined ? undefined : draftOf(view, this.store.text(uri) ?? '', line);
    return draft ?? this.view(uri);
  }

  /** The views of a document in every program that reads it, or as a program of its own if none does. */
  async views(uri: string): Promise<readonly View[]> {
    const programs = await this.assembled(await this.mainFiles(uri));
    const views = programs.flatMap(({ project, assembly }) => this.viewIn(project, assembly, uri) ?? []);
    if (views.length > 0) return views;
    const alone = await this.view(uri);
    return alone === undefined ? [] : [alone];
  }

  /** Every program of the workspace, assembled: those with an open document and those found in its folders. */
  async allPrograms(): Promise<readonly Program[]> {
    await this.preparing;
    const known = new Set<string>();
    for (const uri of [...this.store.openUris(), ...this.graph.files()]) {
      for (const main of await this.mainFiles(uri)) known.add(main);
    }
    return this.programs([...known]);
  }

  /** The programs that read a document, assembled. */
  async programsOf(uri: string): Promise<readonly Program[]> {
    const mains = await this.mainFiles(uri);
    return this.programs(mains.length > 0 ? mains : [uri]);
  }

  private async programs(mains: readonly string[]): Promise<readonly Program[]> {
    const programs = await this.assembled(mains);
    return programs.map(({ project, assembly }) => ({
      assembly,
      uriOf: (path) => this.store.spelling(project.uriOf(path)),
    }));
  }

  /** Assembles the programs of main files, all for the documents as they are now: none changed in the meantime. */
  private async assembled(mains: readonly string[]): Promise<readonly { project: Project; assembly: Assembly }[]> {
    const projects = mains.map((main) => this.project(main));
    for (;;) {
      for (const project of projects) await project.assembly();
      const programs = projects.flatMap((project) => {
        const assembly = project.latest;
        return assembly === undefined ? [] : [{ project, assembly }];
      });
      if (programs.length === projects.length) return programs;
    }
  }

  /** The view of a document in one program; undefined if the program does not read it. */
  viewIn(project: Project, assembly: Assembly, uri: string): View | undefined {
    const path = pathOf(uri);
    const file = assembly.file(path);
    if (file === undefined || project.uriOf(path) !== uri) return undefined;
    return {
      path,
      file,
      assembly,
      assembledLine: (line) => line,
      settings: this.settingsOf(uri),
      root: this.optionsOf(project.main).root,
      uriOf: (other) => this.store.spelling(project.uriOf(other)),
      includable: () => this.includable(uri),
    };
  }

  /** Texts of all sources known, by normalized URI. */
  async sources(): Promise<ReadonlyMap<string, string>> {
    await this.preparing;
    const texts = new Map<string, string>();
    for (const uri of this.graph.files()) {
      const text = this.store.text(uri);
      if (text !== undefined) texts.set(uri, text);
    }
    return texts;
  }

  private project(main: string): Project {
    const known = this.projects.get(main);
    if (known !== undefined) return known;
    const project = new Project(main, this.store, this.optionsOf(main));
    this.projects.set(main, project);
    return project;
  }

  private optionsOf(main: string): ProjectOptions {
    const folder = this.folderOf(main);
    return { defines: this.settingsOf(main).defines, root: folder === undefined ? undefined : pathOf(folder) };
  }

  /** The innermost workspace folder that a file lies in. */
  private folderOf(uri: string): string | undefined {
    return this.folders.filter((folder) => liesIn(uri, folder)).sort((a, b) => b.length - a.length)[0];
  }

  /** The settings `gigatron.mainFile` that name a file which cannot be read, by workspace folder. */
  async missingMainFiles(): Promise<readonly MissingMainFile[]> {
    await this.preparing;
    const missing: MissingMainFile[] = [];
    for (const folder of this.folders) {
      const { mainFile } = this.settingsOf(`${folder}/`);
      if (mainFile === '') continue;
      const main = uriInside(folder, mainFile);
      const isOutside = main === undefined;
      if (isOutside || !(await this.isReadable(main))) missing.push({ folder, mainFile, isOutside });
    }
    return missing;
  }

  /** The main file that the setting names, for files that it reaches. */
  private async chosenMain(uri: string): Promise<string | undefined> {
    const folder = this.folderOf(uri);
    const { mainFile } = this.settingsOf(uri);
    if (folder === undefined || mainFile === '') return undefined;
    const main = uriInside(folder, mainFile);
    return main !== undefined && (await this.isReadable(main)) && this.graph.reaches(main, uri) ? main : undefined;
  }

  /** Whether a source can be read; it is in the graph of includes from then on. */
  private async isReadable(uri: string): Promise<boolean> {
    await this.follow([uri]);
    return this.store.text(uri) !== undefined;
  }

  /** Whether a file is read as source; images that a program includes are not. */
  private isSource(uri: string): boolean {
    return uri.endsWith(SOURCE_EXTENSION) || this.store.document(uri) !== undefined || this.graph.has(uri);
  }

  private async ready(uri: string): Promise<void> {
    await this.preparing;
    if (!this.graph.has(uri)) await this.follow([uri]);
  }

  private async scan(): Promise<void> {
    const sources = await Promise.all(this.folders.map((folder) => this.store.findSources(folder)));
    await this.follow(sources.flat());
  }

  /** Adds files to the graph, and what they include, as far as they can be read. */
  private async follow(uris: readonly string[]): Promise<void> {
    let fresh = uris.filter((uri) => !this.graph.has(uri));
    while (fresh.length > 0) {
      await this.store.load(fresh);
      for (const uri of fresh) this.graph.set(uri, this.store.text(uri) ?? '');
      fresh = [...new Set(fresh.flatMap((uri) => this.graph.included(uri)))].filter((uri) => !this.graph.has(uri));
    }
  }

  private includable(uri: string): readonly string[] {
    const folder = folderOf(pathOf(uri));
    const files = this.graph.files().filter((file) => libraryName(file) === undefined);
    const near = files.filter((file) => file !== uri && this.folderOf(file) === this.folderOf(uri));
    return near
      .filter((file) => this.store.text(file) !== undefined)
      .map((file) => relativePath(folder, pathOf(file)))
      .sort();
  }
}

/**
 * All programs of the workspace: which there are, to which of them a document belongs, and its view for the
 * features.
 *
 * A program is created when one of its documents is first asked about, and dropped when none of its files is
 * open any more. If a workspace folder is open, its sources are searched once for include lines, so that a file
 * opened alone finds its main file; single and untitled files do not need this.
 */
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { libraryName, type Assembly } from '#assembler';
import { remembered } from '#basics';
import { isSearched, SOURCE_EXTENSION, type FileStore } from '../files/file-store.ts';
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
  readonly mainFile: string;
  /** Whether the path leads out of the folder, so that the file is not looked for. */
  readonly isOutside: boolean;
}

export class Workspace {
  private readonly graph = new IncludeGraph((uri) => this.isRoot(uri));
  private readonly projects = new Map<string, Project>();
  private readonly settings = new Map<string, ServerSettings>();
  private folders: readonly string[] = [];
  /** What {@link known} has found out about files outside the folders, by normalized URI. */
  private readonly otherNames = new Map<string, string>();
  /** The sources in the folders. */
  private found: ReadonlySet<string> = new Set();
  private scanning: Promise<void> = Promise.resolve();
  /** Main files that the settings name and that can be read. */
  private chosen: ReadonlySet<string> = new Set();
  private preparing: Promise<void> = Promise.resolve();

  constructor(readonly store: FileStore) {}

  /** Takes over the workspace folders and searches them for sources. */
  setFolders(folders: readonly string[]): void {
    this.folders = folders.map(normalizeUri);
    this.otherNames.clear();
    this.preparing = this.scanning = this.scan();
    this.configureAll();
  }

  /**
   * The URI under which the workspace knows a file: in its folders even if the client names it by another path, through
   * a symbolic link or around one. Answers name open documents as the client does.
   */
  known(spelling: string): string {
    const uri = normalizeUri(spelling);
    if (this.folderOf(uri) !== undefined) return uri;
    return remembered(this.otherNames, uri, () => this.inFolders(uri) ?? uri);
  }

  /** The URI of a file through a folder of the workspace; undefined if it really lies in none. */
  private inFolders(uri: string): string | undefined {
    const real = this.store.realUri(uri);
    for (const folder of this.folders) {
      const realFolder = this.store.realUri(folder);
      if (liesIn(real, realFolder)) return `${folder}${real.slice(realFolder.length)}`;
    }
    return undefined;
  }

  setDocument(document: TextDocument): void {
    const uri = this.known(document.uri);
    this.store.setDocument(document, uri);
    this.changed(uri);
  }

  /** Makes answers wait for something that they need, such as requested settings. */
  waitFor(work: Promise<void>): void {
    this.preparing = Promise.all([this.preparing, work]).then(() => undefined);
  }

  /** Takes over the settings of a workspace folder; '' stands for files outside all folders. */
  setSettings(folder: string, settings: ServerSettings): void {
    this.settings.set(folder === '' ? '' : normalizeUri(folder), settings);
    this.configureAll();
  }

  private configureAll(): void {
    for (const project of this.projects.values()) project.configure(this.optionsOf(project.main));
  }

  settingsOf(uri: string): ServerSettings {
    return this.settings.get(this.folderOf(uri) ?? '') ?? this.settings.get('') ?? DEFAULT_SETTINGS;
  }

  /** Waits until the folders are searched and the settings are there, as answers do. */
  async prepared(): Promise<void> {
    await this.preparing;
  }

  /** Call when a document was opened, changed or closed, or a file changed on disk. */
  changed(uri: string): void {
    const text = this.isSource(uri) ? this.store.text(uri) : undefined;
    if (text === undefined) this.graph.delete(uri);
    else this.graph.set(uri, text);
    // It may have been opened, closed, created or deleted.
    if (this.isRoot(uri) !== this.graph.files().has(uri)) this.graph.rootsChanged();
    for (const project of this.projects.values()) project.touch(uri);
  }

  /** Notes that a file on disk was created, changed or deleted; or that a folder with everything in it was deleted. */
  async changedOnDisk(uri: string, deleted: boolean): Promise<void> {
    await this.scanning;
    const isSource = uri.endsWith(SOURCE_EXTENSION);
    const gone = deleted && !isSource ? [uri, ...this.store.loadedBelow(uri)] : [uri];
    for (const each of gone) this.store.forget(each);
    if (!deleted && isSource) await this.store.load([uri]);
    const left = [...this.found].filter((each) => !gone.includes(each));
    this.found = new Set(!deleted && this.isFound(uri) ? [...left, uri] : left);
    for (const each of gone) this.changed(each);
  }

  /** Whether a search of the folders finds a file. */
  private isFound(uri: string): boolean {
    const folder = this.folderOf(uri);
    if (folder === undefined || !uri.endsWith(SOURCE_EXTENSION) || this.store.onDisk(uri) === undefined) return false;
    return uri.slice(folder.length).split('/').slice(0, -1).filter(Boolean).every(isSearched);
  }

  /** Whether a file counts although no other includes it. */
  private isRoot(uri: string): boolean {
    return this.found.has(uri) || this.store.document(uri) !== undefined || this.chosen.has(uri);
  }

  /** Normalized URIs of the main files of a file, the one whose program the features show first. */
  async mainFiles(uri: string): Promise<readonly string[]> {
    await this.complete();
    const chosen = this.chosenMain(uri);
    const found = this.graph.mainFiles(uri);
    return chosen === undefined ? found : [chosen, ...found.filter((main) => main !== chosen)];
  }

  async openProjects(): Promise<readonly Project[]> {
    const mains = new Set<string>();
    for (const uri of this.store.openUris()) for (const main of await this.mainFiles(uri)) mains.add(main);
    for (const main of this.projects.keys()) if (!mains.has(main)) this.projects.delete(main);
    return [...mains].map((main) => this.project(main));
  }

  /** The programs of the folders that have no open document, each as a new project of its own. */
  async closedProjects(): Promise<readonly Project[]> {
    await this.complete();
    const open = new Set((await this.openProjects()).map(({ main }) => main));
    const mains = new Set<string>();
    for (const uri of this.graph.files()) {
      if (libraryName(uri) !== undefined || this.folderOf(uri) === undefined) continue;
      for (const main of await this.mainFiles(uri)) mains.add(main);
    }
    return [...mains]
      .filter((main) => !open.has(main) && this.settingsOf(main)['diagnostics.workspace'])
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
   * The view of a document for an answer about a line that should not wait: of a document that was only just changed,
   * its present text with the last assembly, if that tells what holds at the line.
   */
  async quickView(uri: string, line: number): Promise<View | undefined> {
    const [main = uri] = await this.mainFiles(uri);
    const project = this.project(main);
    const assembly = project.latestBut(uri);
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
    await this.complete();
    const known = new Set<string>();
    for (const uri of [...this.store.openUris(), ...this.graph.files()])
      for (const main of await this.mainFiles(uri)) known.add(main);
    return this.programs([...known]);
  }

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

  private assembled(mains: readonly string[]): Promise<readonly { project: Project; assembly: Assembly }[]> {
    const projects = mains.map((main) => this.project(main));
    return Promise.all(projects.map(async (project) => ({ project, assembly: await project.assembly() })));
  }

  /** The view of a document in one program; undefined if the program does not read it. */
  private viewIn(project: Project, assembly: Assembly, uri: string): View | undefined {
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
    await this.complete();
    const texts = new Map<string, string>();
    for (const uri of this.graph.files()) {
      const text = this.store.text(uri);
      if (text !== undefined) texts.set(uri, text);
    }
    return texts;
  }

  private project(main: string): Project {
    return remembered(this.projects, main, () => new Project(main, this.store, this.optionsOf(main)));
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
    await this.complete();
    return this.folders.flatMap((folder) => {
      const { mainFile } = this.settingsOf(`${folder}/`);
      const main = this.mainSetFor(`${folder}/`);
      const isMissing = mainFile !== '' && (main === undefined || !this.chosen.has(main));
      return isMissing ? [{ folder, mainFile, isOutside: main === undefined }] : [];
    });
  }

  /** The main file that the setting names, for files that it reaches. */
  private chosenMain(uri: string): string | undefined {
    const main = this.mainSetFor(uri);
    return main !== undefined && this.chosen.has(main) && this.graph.reaches(main, uri) ? main : undefined;
  }

  private mainSetFor(uri: string): string | undefined {
    const folder = this.folderOf(uri);
    const { mainFile } = this.settingsOf(uri);
    return folder === undefined || mainFile === '' ? undefined : uriInside(folder, mainFile);
  }

  /** Whether a file is read as source; images that a program includes are not. */
  private isSource(uri: string): boolean {
    return uri.endsWith(SOURCE_EXTENSION) || this.store.document(uri) !== undefined || this.graph.has(uri);
  }

  private async scan(): Promise<void> {
    const { folders } = this;
    const sources = (await Promise.all(folders.map((folder) => this.store.findSources(folder)))).flat();
    if (folders !== this.folders) return;
    this.found = new Set(sources);
    await this.read(sources.filter((uri) => !this.graph.has(uri)));
    this.graph.rootsChanged();
  }

  /** Waits until the folders are searched and the settings are there, and reads what files that count include. */
  private async complete(): Promise<void> {
    await this.preparing;
    await this.choose();
    for (let missing = this.graph.missing(); missing.length > 0; missing = this.graph.missing())
      await this.read(missing);
  }

  /** Finds out which main files that the settings name can be read. */
  private async choose(): Promise<void> {
    const named = new Set(this.folders.flatMap((folder) => this.mainSetFor(`${folder}/`) ?? []));
    await this.store.load(named);
    const chosen = [...named].filter((uri) => this.store.text(uri) !== undefined);
    // A file that was rewritten on disk may have left the graph.
    const unread = chosen.filter((uri) => !this.graph.has(uri));
    const isSame = chosen.length === this.chosen.size && chosen.every((uri) => this.chosen.has(uri));
    if (isSame && unread.length === 0) return;
    this.chosen = new Set(chosen);
    await this.read(unread);
    this.graph.rootsChanged();
  }

  /** Takes files into the graph; one that cannot be read includes nothing. */
  private async read(uris: readonly string[]): Promise<void> {
    await this.store.load(uris);
    for (const uri of uris) this.graph.set(uri, this.store.text(uri) ?? '');
  }

  private includable(uri: string): readonly string[] {
    const folder = folderOf(pathOf(uri));
    const files = [...this.graph.files()].filter((file) => libraryName(file) === undefined);
    const near = files.filter((file) => file !== uri && this.folderOf(file) === this.folderOf(uri));
    return near
      .filter((file) => this.store.text(file) !== undefined)
      .map((file) => relativePath(folder, pathOf(file)))
      .sort();
  }
}

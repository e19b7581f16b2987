/**
 * What the server knows about each file: the open document if there is one, otherwise the content on disk.
 *
 * The assembler reads synchronously and hosts answer asynchronously, so content is loaded first and read from
 * here. If something is not loaded, reading says so, and the caller loads it and assembles again.
 */
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Connection } from 'vscode-languageserver';
import { libraryName, readLibrary } from '#assembler';
import { isFailure, failure, fromBase64 } from '#basics';
import { textOf, type FileContent } from '#files';
import { liesIn, normalizeUri } from './uris.ts';
import { FIND_SOURCES, LIST_FOLDER, READ_FILE } from '../protocol.ts';
import type { FindSourcesResult, ListFolderResult, ReadFileResult } from '../protocol.ts';

export class FileStore {
  private readonly documents = new Map<string, TextDocument>();
  private readonly loaded = new Map<string, FileContent>();
  private readonly texts = new Map<string, string>();

  /** @param host may be replaced before the first file is read */
  constructor(public host: FileHost) {}

  /** Takes over an open or changed document. @param uri under which the workspace knows it */
  setDocument(document: TextDocument, uri = normalizeUri(document.uri)): void {
    this.documents.set(uri, document);
  }

  /** The same file without symbolic links on the way; see {@link FileHost.realUri}. */
  realUri(uri: string): string {
    return this.host.realUri?.(uri) ?? uri;
  }

  /** Forgets a closed document; from now on, the file on disk counts again. */
  closeDocument(uri: string): void {
    this.documents.delete(uri);
    this.forget(uri);
  }

  document(uri: string): TextDocument | undefined {
    return this.documents.get(uri);
  }

  /** Normalized URIs of the open documents. */
  openUris(): readonly string[] {
    return [...this.documents.keys()];
  }

  /** The URI as the client spells it, if the document is open. */
  spelling(uri: string): string {
    return this.documents.get(uri)?.uri ?? uri;
  }

  /** Drops what was read from disk. */
  forget(uri: string): void {
    this.loaded.delete(uri);
    this.texts.delete(uri);
  }

  /** The files that were read from a folder and those below it. */
  loadedBelow(folder: string): readonly string[] {
    return [...this.loaded.keys()].filter((uri) => liesIn(uri, folder));
  }

  /** Content of a file on disk, without waiting; undefined if it was not loaded or is not there. */
  onDisk(uri: string): Uint8Array | undefined {
    const content = this.loaded.get(uri);
    return content === undefined || isFailure(content) ? undefined : content.bytes;
  }

  /** Drops everything read from disk, except files with this ending. */
  forgetExcept(extension: string): readonly string[] {
    const dropped = [...this.loaded.keys()].filter((uri) => !uri.endsWith(extension));
    for (const uri of dropped) this.forget(uri);
    return dropped;
  }

  /** Reads the files that are neither open nor known yet. */
  async load(uris: Iterable<string>): Promise<void> {
    const wanted = [...new Set(uris)].filter((uri) => !this.documents.has(uri) && !this.loaded.has(uri));
    await Promise.all(wanted.map(async (uri) => this.loaded.set(uri, await this.read(uri))));
  }

  private async read(uri: string): Promise<FileContent> {
    const library = libraryName(uri);
    if (library === undefined) return this.host.read(uri);
    const source = readLibrary(library);
    return isFailure(source) ? source : { bytes: new TextEncoder().encode(source.text) };
  }

  /** Content of a file, without waiting; undefined if it was not loaded. */
  content(uri: string): FileContent | { readonly text: string } | undefined {
    const document = this.documents.get(uri);
    if (document !== undefined) return { text: document.getText() };
    return this.loaded.get(uri);
  }

  /** Text of a file, without waiting; undefined if it was not loaded or cannot be read. */
  text(uri: string): string | undefined {
    const document = this.documents.get(uri);
    if (document !== undefined) return document.getText();
    const known = this.texts.get(uri);
    if (known !== undefined) return known;
    const content = this.loaded.get(uri);
    if (content === undefined || isFailure(content)) return undefined;
    const decoded = textOf(content.bytes);
    if (isFailure(decoded)) return undefined;
    this.texts.set(uri, decoded.text);
    return decoded.text;
  }

  /** What is in a folder, as the host says; see {@link FileHost.list}. */
  async list(folder: string): Promise<readonly string[]> {
    return (await this.host.list?.(folder)) ?? [];
  }

  async findSources(folder: string): Promise<readonly string[]> {
    return (await this.host.findSources(folder)).map(normalizeUri);
  }
}

/** The end of a source file's name. */
export const SOURCE_EXTENSION = '.gtasm';

/** Whether a search for sources enters folders with this name: not hidden ones, nor libraries of Node. */
export function isSearched(folderName: string): boolean {
  return !folderName.startsWith('.') && folderName !== 'node_modules';
}

export interface FileHost {
  read(uri: string): Promise<FileContent>;
  /** All source files in a folder and below it, in no order; none where the folder cannot be read. */
  findSources(folder: string): Promise<readonly string[]>;
  /** Names of the files and folders in a folder; folders end in `/`, hidden ones are left out. */
  list?(folder: string): Promise<readonly string[]>;
  /** The same file without symbolic links on the way, if the host has links; the URI itself for a missing file. */
  realUri?(uri: string): string;
}

/**
 * Files read through the client, for a server that runs in a web worker: the client answers from the editor's own file
 * system (vscode.dev, GitHub repositories, memory). If it fails, the file counts as missing.
 */
export function clientFiles(connection: Pick<Connection, 'sendRequest'>): FileHost {
  return {
    async read(uri: string): Promise<FileContent> {
      try {
        const result = await connection.sendRequest<ReadFileResult>(READ_FILE, { uri });
        if ('failure' in result) return failure(result.failure);
        const bytes = fromBase64(result.base64);
        return bytes === undefined ? failure('the editor sent damaged data') : { bytes };
      } catch (error) {
        return failure(error instanceof Error ? error.message : String(error));
      }
    },
    async findSources(folder: string): Promise<readonly string[]> {
      const answer = connection.sendRequest<FindSourcesResult>(FIND_SOURCES, { folder });
      return (await answer.catch(() => ({ uris: [] }))).uris;
    },
    async list(folder: string): Promise<readonly string[]> {
      const answer = connection.sendRequest<ListFolderResult>(LIST_FOLDER, { folder });
      return (await answer.catch(() => ({ names: [] }))).names;
    },
  };
}

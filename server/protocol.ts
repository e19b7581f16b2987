/**
 * What goes between editor and language server beyond LSP: custom requests, and the start-up options.
 *
 * Names and shapes only, so that a client can import them without the server. A client that runs
 * the server in Node needs none of the requests from server to client; one that runs it in a web
 * worker answers them, because a worker has no files of its own.
 */

/** The language id of source files (`.gtasm`). */
export const LANGUAGE_ID = 'gigatron';

/** The section of the settings, as in `gigatron.mainFile`. */
export const SETTINGS_SECTION = 'gigatron';

/** `initializationOptions` of the `initialize` request. */
export interface InitializationOptions {
  /** The client answers {@link READ_FILE} and {@link FIND_SOURCES}; set where the server cannot read files itself. */
  readonly filesFromClient?: boolean;
  /** A command of the client that opens the documentation of a diagnostic code, its only argument (see {@link EXPLAIN}). */
  readonly explainCommand?: string;
}

/** The extension's command that opens docs/diagnostics.md at a code; without an argument at its begin. */
export const EXPLAIN = 'gigatron.explain';

/** Server to client: the bytes of a file. */
export const READ_FILE = 'gigatron/readFile';
export interface ReadFileParams {
  readonly uri: string;
}
/** The content in Base64, or one sentence on why there is none. */
export type ReadFileResult = { readonly base64: string } | { readonly failure: string };

/** Server to client: all source files (`.gtasm`) below a folder. */
export const FIND_SOURCES = 'gigatron/findSources';
export interface FindSourcesParams {
  readonly folder: string;
}
export interface FindSourcesResult {
  readonly uris: readonly string[];
}

/** Scheme of the URIs of library sources (`.include <video>`), which the client asks the server for. */
export const LIBRARY_SCHEME = 'gigatron-library';

/** Client to server: the text of a library source; empty where there is none. */
export const LIBRARY_SOURCE = 'gigatron/librarySource';
export interface LibrarySourceParams {
  readonly uri: string;
}
export interface LibrarySourceResult {
  readonly text: string;
}

/** Client to server: the main file of the program that a source file belongs to; `uri` itself where no file includes it. */
export const MAIN_FILE = 'gigatron/mainFile';
export interface MainFileParams {
  readonly uri: string;
}
export interface MainFileResult {
  readonly uri: string;
}

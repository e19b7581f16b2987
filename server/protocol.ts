/**
 * What editor and language server exchange beyond LSP: custom requests, and the start-up options.
 *
 * Names and shapes only, so that a client can import them without the server. A client that runs
 * the server in Node needs none of the requests from server to client; one that runs it in a web
 * worker answers them, because a worker has no files of its own.
 */
import type { ProgramDeclarations } from '#basics';
import type { RamKib } from '#isa';

/** The language id of source files (`.gtasm`). */
export const LANGUAGE_ID = 'gigatron';

/** The section of the settings, as in `gigatron.mainFile`. */
export const SETTINGS_SECTION = 'gigatron';

/** `initializationOptions` of the `initialize` request. */
export interface InitializationOptions {
  /**
   * The client opens `gigatron-library:` URIs, by {@link LIBRARY_SOURCE}. Over streams, other clients get files
   * instead; over IPC, every client is assumed to open them.
   */
  readonly libraryScheme?: boolean;
  /** The client answers {@link READ_FILE}, {@link FIND_SOURCES} and {@link LIST_FOLDER} for a server without files. */
  readonly filesFromClient?: boolean;
  /**
   * A command of the client that opens the documentation of a diagnostic code, its only argument (see {@link EXPLAIN}).
   */
  readonly explainCommand?: string;
  /** A command of the client that shows places (see {@link SHOW_REFERENCES}). */
  readonly referencesCommand?: string;
  /** A command of the client that asks for the new name of something (see {@link RENAME}). */
  readonly renameCommand?: string;
  /** The client takes {@link PROOF_STATE}. */
  readonly proofState?: boolean;
  /** A command of the client that opens a document (see {@link OPEN}). */
  readonly openCommand?: string;
  /** Commands of the client that run and debug a test (see {@link RUN_TEST}). */
  readonly testCommands?: { readonly run: string; readonly debug: string };
}

/** Notification from server to client: how far the proof of the open programs has got. */
export const PROOF_STATE = 'gigatron/proofState';
export interface ProofState {
  /** Whether findings may still be missing. */
  readonly isProving: boolean;
  /** Whether a program is not proven because it has errors. */
  readonly isPrevented: boolean;
  /** Time checks and timed blocks by verdict; of the last proof, while another is made. */
  readonly exact: number;
  readonly wrong: number;
  readonly unproven: number;
  /** The video handler's verdict; null if no program has one. */
  readonly handler: 'proven' | 'wrong' | 'assumed' | null;
}

/** The extension's command that opens docs/diagnostics.md at a code, or without an argument at its start. */
export const EXPLAIN = 'gigatron.explain';

/**
 * The extension's command that shows the uses of a name. Its arguments are a URI, a position and a list of locations,
 * as LSP writes them.
 */
export const SHOW_REFERENCES = 'gigatron.showReferences';

/** The extension's command that asks for a new name of what is at a position. Its arguments: a URI and a position. */
export const RENAME = 'gigatron.rename';

/** The extension's command that opens a document; its argument is a URI. */
export const OPEN = 'gigatron.open';

/** The extension's commands that run and debug a test; the arguments are the URI of its file and its name. */
export const RUN_TEST = 'gigatron.runTest';
export const DEBUG_TEST = 'gigatron.debugTest';

/** Server to client: the bytes of a file. */
export const READ_FILE = 'gigatron/readFile';
export type ReadFileParams = { readonly uri: string };
/** The content in Base64, or one sentence on why there is none. */
export type ReadFileResult = { readonly base64: string } | { readonly failure: string };

/** Server to client: all source files (`.gtasm`) below a folder. */
export const FIND_SOURCES = 'gigatron/findSources';
export type FindSourcesParams = { readonly folder: string };
export type FindSourcesResult = { readonly uris: readonly string[] };

/** Server to client: what is in a folder; names of folders end in `/`, hidden ones are left out. */
export const LIST_FOLDER = 'gigatron/listFolder';
export type ListFolderParams = { readonly folder: string };
export type ListFolderResult = { readonly names: readonly string[] };

/** Scheme of the URIs of library sources (`.include <video>`), which the client asks the server for. */
export const LIBRARY_SCHEME = 'gigatron-library';

/** Client to server: the text of a library source; empty if there is none. */
export const LIBRARY_SOURCE = 'gigatron/librarySource';
export type LibrarySourceParams = { readonly uri: string };
export type LibrarySourceResult = { readonly text: string };

/**
 * Client to server: the listing of a source, or of one line of it: for example what a macro call there
 * assembles to.
 */
export const LISTING = 'gigatron/listing';
export interface ListingParams {
  readonly uri: string;
  /** From 0. */
  readonly line?: number;
}
export interface ListingResult {
  readonly text: string;
  /** For each line of the text the line of the source, from 0; −1 for none. */
  readonly lines: readonly number[];
}

/** Client to server: the program of a source, assembled and proven, to be played elsewhere. */
export const PROGRAM = 'gigatron/program';
export type ProgramParams = { readonly uri: string };
/** The bytes of the ROM file in Base64, and what the debug information says; or one sentence on why there is none. */
export type ProgramResult =
  | {
      readonly main: string;
      readonly base64: string;
      readonly info: ProgramDeclarations;
      /** RAM that the program needs, in KiB. */
      readonly ramKib: RamKib;
    }
  | { readonly failure: string };

/** Client to server: how many words and cycles some lines of a source take. */
export const SELECTION_CYCLES = 'gigatron/selectionCycles';
export interface SelectionCyclesParams {
  readonly uri: string;
  /** Lines from 0, both included. */
  readonly first: number;
  readonly last: number;
}
export interface SelectionCyclesResult {
  readonly words: number;
  /** Cycles of all words, executed once each; those of `.wait` as often as it says. */
  readonly cycles: number;
  /** Runs of words that follow one another. */
  readonly stretches: number;
  /** Branches, except at the end: the words after them are not always executed. */
  readonly branches: number;
}

/**
 * Client to server: the main file of the program to which a source file belongs; `uri` itself if no file includes it.
 */
export const MAIN_FILE = 'gigatron/mainFile';
export type MainFileParams = { readonly uri: string };
export type MainFileResult = { readonly uri: string };

/** Client to server: the tests (`.test`) of the programs that read a document; without a document, of all programs. */
export const FIND_TESTS = 'gigatron/findTests';
export type FindTestsParams = { readonly uri?: string };
export type FindTestsResult = { readonly programs: readonly FoundProgram[] };
/** A program by the URI of its main file, with its tests in the order of their lines. */
export interface FoundProgram {
  readonly main: string;
  readonly tests: readonly FoundTest[];
}
export interface FoundTest {
  /** Unique in its file. */
  readonly name: string;
  readonly uri: string;
  readonly range: Range;
  readonly cases: number;
}

/** Client to server: runs tests of the program with a main file; it can be cancelled. */
export const RUN_TESTS = 'gigatron/runTests';
export interface RunTestsParams {
  readonly main: string;
  /** Absent: all. */
  readonly tests?: readonly Pick<FoundTest, 'name' | 'uri'>[];
  readonly coverage?: boolean;
}
export interface RunTestsResult {
  /** Why nothing was run: one sentence. */
  readonly failure?: string;
  /** One for each case that has ended. */
  readonly results: readonly TestResult[];
  /** Files with words, if coverage was requested. */
  readonly coverage: readonly CoveredFile[];
}
export interface TestResult extends Pick<FoundTest, 'name' | 'uri'> {
  /** The name of the test with the values of the case. */
  readonly caseName: string;
  readonly passed: boolean;
  /** Cycles of its calls and runs, without the video handler's. */
  readonly cycles: number;
  /** The expectation that was not met. */
  readonly failure?: {
    readonly message: string;
    readonly uri: string;
    readonly range: Range;
    readonly expected?: string;
    readonly seen?: string;
  };
}
/** What was executed in a file; lines are 0-based. */
export interface CoveredFile {
  readonly uri: string;
  readonly lines: readonly { readonly line: number; readonly count: number }[];
  readonly branches: readonly { readonly line: number; readonly taken: number; readonly notTaken: number }[];
  readonly routines: readonly { readonly name: string; readonly line: number; readonly count: number }[];
}

/** Lines and columns from 0, as in LSP; the end is after the last character. */
interface Range {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

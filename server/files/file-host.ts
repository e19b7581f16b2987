/**
 * The files that the server can see, as an interface: Node's disk, the client's answer, or a test's map.
 */

/** The content of a file, or one sentence on why it cannot be read (without the file's name). */
export type FileContent = { readonly bytes: Uint8Array } | { readonly failure: string };

/** The end of a source file's name. */
export const SOURCE_EXTENSION = '.gtasm';

/** Files above this size are refused: no source or included image of this machine comes near it. */
export const LARGEST_FILE_BYTES = 16 * 1024 * 1024;

export interface FileHost {
  /** The content of a file; failures are values. */
  read(uri: string): Promise<FileContent>;
  /** All source files in a folder and below it, in no order; none where the folder cannot be read. */
  findSources(folder: string): Promise<readonly string[]>;
}

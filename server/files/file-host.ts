/**
 * The files that the server can see, as an interface: Node's disk, the client's answer, or a test's map.
 */

import type { FileContent } from '#files';

/** The end of a source file's name. */
export const SOURCE_EXTENSION = '.gtasm';

/** Whether a search of a folder finds sources in another one with this name: not in hidden ones, nor in libraries. */
export function isSearched(folderName: string): boolean {
  return !folderName.startsWith('.') && folderName !== 'node_modules';
}

export interface FileHost {
  /** The content of a file; failures are values. */
  read(uri: string): Promise<FileContent>;
  /** All source files in a folder and below it, in no order; none where the folder cannot be read. */
  findSources(folder: string): Promise<readonly string[]>;
  /** Names of the files and folders in a folder; folders end in `/`, hidden ones are left out. */
  list?(folder: string): Promise<readonly string[]>;
  /** The same file without symbolic links on the way, if the host has such; the URI itself if there is no such file. */
  realUri?(uri: string): string;
}

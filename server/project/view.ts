/**
 * A document as its program sees it: the input of every feature.
 *
 * It is made when a request arrives, from an assembly that matches the documents as they are then, and dropped
 * when the request is answered.
 */
import type { Assembly, AssembledFile, Location as SourceLocation } from '#assembler';
import type { Location } from 'vscode-languageserver';
import type { ServerSettings } from '../settings.ts';

export interface View {
  readonly path: string;
  readonly file: AssembledFile;
  /** The program; its `checked()`, with timing proof and lints, takes longer. */
  readonly assembly: Assembly;
  /**
   * The assembled line that gives the scope and page of a document line. They differ only if the document has changed
   * since ({@link Workspace.quickView}).
   */
  assembledLine(line: number): number;
  readonly settings: ServerSettings;
  /** Path of the workspace folder, which paths in the source may not leave; undefined without one. */
  readonly root: string | undefined;
  /** URI of a file of the program, spelled as the client does. */
  uriOf(path: string): string;
  /** Paths that an include line in the document could name: the other sources, relative to its folder. */
  includable(): readonly string[];
}

export interface Program {
  readonly assembly: Assembly;
  uriOf(path: string): string;
}

export function locate(view: View, place: SourceLocation): Location {
  return { uri: view.uriOf(place.file), range: place.range };
}

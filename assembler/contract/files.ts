/** A source file as it was read: its text and its tree. */
import type { ParsedLine } from './syntax.ts';

export interface AssembledFile {
  readonly path: string;
  readonly text: string;
  /** The tree: one node per line, columns within the line. */
  readonly lines: readonly ParsedLine[];
}

/**
 * What the assembler reports: one finding, its place, what else it concerns and how to fix it.
 *
 * Codes are stable; docs/diagnostics.md has a paragraph on each, and diagnostic-codes.ts lists them.
 */
import type { Location, Range } from './source.ts';

export type Severity = 'error' | 'warning' | 'information' | 'hint';

export interface TextEdit {
  readonly file: string;
  readonly range: Range;
  readonly newText: string;
}

/** A change that fixes what a diagnostic reports, ready to be applied. */
export interface Fix {
  readonly title: string;
  /** It says or removes something that only the author knows to be true, so it is not applied along with all others. */
  readonly isStatement?: boolean;
  readonly edits: readonly TextEdit[];
}

export interface Related extends Location {
  readonly message: string;
}

export interface Diagnostic extends Location {
  /** `GT` and four digits. */
  readonly code: string;
  readonly severity: Severity;
  /** One sentence without a full stop. */
  readonly message: string;
  /** Further places: the other owner, the first definition, the calls of macros that led here (innermost first). */
  readonly related?: readonly Related[];
  readonly fixes?: readonly Fix[];
  /** The code in question has no effect or use: an editor may grey it out. */
  readonly unnecessary?: true;
}

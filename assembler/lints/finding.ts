/**
 * What a lint says: a code, a place, a sentence, and where possible the edit that mends it.
 *
 * Places are ROM addresses; the caller maps them to statements and drops what the source switched
 * off at that place.
 */

export type LintCode =
  /** A label stands between a branch and its delay slot. */
  | 'label-in-slot'
  /** A conditional branch to an address from RAM: electrically marginal. */
  | 'marginal-branch'
  /** A near branch in the last word of a page goes to the next page. */
  | 'branch-at-page-end'
  /** Execution runs from one page into the next. */
  | 'page-fall-through'
  /** A `ctrl` followed by neither a load nor a `ctrl`. */
  | 'ctrl-next'
  /** A branch in the delay slot of a branch. */
  | 'branch-in-slot'
  /** `[y,x++]` counts past the end of a page inside a burst. */
  | 'x-wraps'
  /** A constant to OUT pulls both sync lines. */
  | 'out-sync'
  /** A zero-page byte is read and never written. */
  | 'never-written'
  /** Words that no path reaches. */
  | 'unreachable'
  /** An instruction that does nothing and is not written `nop`. */
  | 'does-nothing'
  /** A branch to the word behind its delay slot: both ways are the same. */
  | 'branch-to-next';

export type LintSeverity = 'error' | 'warning' | 'information' | 'hint';

/** A change of the source, told by the statement that assembled to the word at `address`. */
export interface LintEdit {
  readonly kind: 'insert-before' | 'insert-after' | 'replace' | 'delete';
  readonly address: number;
  /** Statement in listing notation; empty for `delete`. */
  readonly text: string;
}

export interface LintFix {
  readonly title: string;
  readonly edits: readonly LintEdit[];
}

export interface LintFinding {
  readonly code: LintCode;
  readonly severity: LintSeverity;
  readonly address: number;
  /** Further words that belong to it; `address` is the first. */
  readonly words: number;
  readonly message: string;
  /** Another place that explains it. */
  readonly related?: { readonly address: number; readonly message: string };
  readonly fix?: LintFix;
}

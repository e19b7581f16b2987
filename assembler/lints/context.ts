/** What every lint asks: the program, what it can reach, and a word's opcode and operand. */
import type { Fix, DiagnosticCode } from '../contract/diagnostic.ts';
import { type Opcode, opcodeOfWord, wordAt } from '#isa';
import { nextUsed, type ProofContext, type TimingProgram } from '#proof';

/**
 * What a lint says: a code, a place, a sentence, and if possible the edit that fixes it.
 *
 * Places are ROM addresses; the caller maps them to statements and drops findings that the source switches
 * off there.
 */

/** Every lint: its code, as contract/diagnostic.ts lists it. */
const LINT_CODES = {
  /** A label is between a branch and its delay slot. */
  'label-in-slot': 'GT0901',
  /** A conditional branch to an address from RAM: electrically marginal. */
  'marginal-branch': 'GT0902',
  /** A near branch in the last word of a page goes to the next page. */
  'branch-at-page-end': 'GT0903',
  /** Execution runs from one page into the next. */
  'page-fall-through': 'GT0904',
  /** A `ctrl` followed by neither a load from RAM nor a `ctrl`. */
  'ctrl-next': 'GT0905',
  /** A branch in the delay slot of a branch. */
  'branch-in-slot': 'GT0906',
  /** `[y,x++]` counts past the end of a page inside a burst. */
  'x-wraps': 'GT0907',
  /** A colour goes to OUT without both sync bits. */
  'out-sync': 'GT0908',
  /** A zero-page byte is read and never written. */
  'never-written': 'GT0909',
  /** Words that no path reaches. */
  unreachable: 'GT0910',
  /** An instruction that does nothing and is not written `nop`. */
  'does-nothing': 'GT0911',
  /** A branch to the word after its delay slot: both ways are the same. */
  'branch-to-next': 'GT0912',
  /** A branch after which no instruction is written. */
  'no-slot': 'GT0916',
} as const satisfies Record<string, DiagnosticCode>;

export type LintName = keyof typeof LINT_CODES;

/** A change of the source, given by the statement that assembled to the word at `address`. */
export interface LintEdit {
  readonly kind: 'insert-before' | 'insert-after' | 'replace' | 'delete';
  readonly address: number;
  /** Statement in listing notation; empty for `delete`. */
  readonly text: string;
}

export interface LintFix extends Omit<Fix, 'edits'> {
  readonly edits: readonly LintEdit[];
}

export interface LintFinding {
  readonly name: LintName;
  readonly code: (typeof LINT_CODES)[LintName];
  readonly address: number;
  /** Words that belong to it, from `address` on. */
  readonly words: number;
  /** One sentence without a full stop. */
  readonly message: string;
  /** Another place that explains it. */
  readonly related?: { readonly address: number; readonly message: string };
  readonly fix?: LintFix;
  /** The zero-page byte that it is about. */
  readonly cell?: number;
}

export function finding(
  name: LintName,
  address: number,
  message: string,
  more: Partial<LintFinding> = {},
): LintFinding {
  return { name, code: LINT_CODES[name], address, words: 1, message, ...more };
}

/** The edit that marks a word as intended. */
export function intend(address: number): LintFix {
  return {
    title: 'Say that it is intended: .intended',
    isStatement: true,
    edits: [{ kind: 'insert-before', address, text: '.intended' }],
  };
}

export interface LintContext {
  readonly program: LintProgram;
  readonly proof: ProofContext;
}

/** A word that is code: written by the source, not declared as data. */
export interface CodeWord {
  readonly address: number;
  readonly opcode: Opcode;
  readonly operand: number;
}

export function codeAt({ program }: LintContext, address: number): CodeWord | undefined {
  if (address > 0xffff || program.used[address] === 0 || program.data[address] === 1) return undefined;
  const word = wordAt(program.words, address);
  return { address, opcode: opcodeOfWord(word), operand: word & 0xff };
}

/** All words of code in address order. */
export function* codeWords(context: LintContext): Generator<CodeWord> {
  const { used } = context.program;
  for (let address = nextUsed(used, 0); address < used.length; address = nextUsed(used, address + 1)) {
    const word = codeAt(context, address);
    if (word !== undefined) yield word;
  }
}

/** Whether the word at an address is a jump that is always taken. */
export function leavesAlways(context: LintContext, address: number): boolean {
  const opcode = codeAt(context, address)?.opcode;
  return opcode?.operation === 'jump' && (opcode.condition === 'always' || opcode.condition === 'far');
}

/** A program with what only the lints need. */
export interface LintProgram extends TimingProgram {
  /** Labels of the source by address, in source order where several share one; without constants. */
  readonly labels: ReadonlyMap<number, readonly string[]>;
  /** Addresses of branches in delay slots, and of other words, that the source marks as intended. */
  readonly intended: ReadonlySet<number>;
  /** 1 for the addresses of words that are meant as data: entries of lookup tables, `.word`, fill. */
  readonly data: Uint8Array;
  /** Zero-page bytes that something outside the program sets, such as a mailbox or a loader. */
  readonly external: ReadonlySet<number>;
  /** Names of the zero-page bytes that are declared, by address. */
  readonly variables: ReadonlyMap<number, string>;
}

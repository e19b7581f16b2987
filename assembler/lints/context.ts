/** What every lint asks: the program, what it can reach, and a word's opcode and operand. */
import type { Fix, DiagnosticCode } from '../contract/diagnostic.ts';
import { type Opcode, opcodeOfWord, wordAt } from '#isa';
import type { ProofContext, TimingProgram } from '#proof';

/** The code of each lint; contract/diagnostic.ts has the titles. */
const LINT_CODES = {
  'label-in-slot': 'GT0901',
  'marginal-branch': 'GT0902',
  'branch-at-page-end': 'GT0903',
  'page-fall-through': 'GT0904',
  'ctrl-next': 'GT0905',
  'branch-in-slot': 'GT0906',
  'x-wraps': 'GT0907',
  'out-sync': 'GT0908',
  'never-written': 'GT0909',
  unreachable: 'GT0910',
  'does-nothing': 'GT0911',
  'branch-to-next': 'GT0912',
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

/**
 * What a lint says: a code, a place, a sentence, and if possible the edit that fixes it. Places are ROM addresses; the
 * caller maps them to statements and drops findings that the source switches off there.
 */
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
  return sayBefore(address, 'Say that it is intended: .intended', '.intended');
}

/** The edit that says something of a word by a directive before it. */
export function sayBefore(address: number, title: string, text: string): LintFix {
  return { title, isStatement: true, edits: [{ kind: 'insert-before', address, text }] };
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
  for (const address of context.proof.words.addresses) {
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

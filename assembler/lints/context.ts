/** What every lint asks: the program, what it can reach, and a word's opcode and operand. */
import { type Opcode, opcodeOfWord, wordAt } from '#isa';
import { nextUsed, type ProofContext, type TimingProgram } from '#proof';

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

/** The word at an address if it is code. */
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

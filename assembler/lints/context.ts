/** What every lint asks: the program, what it can reach, and a word's opcode and operand. */
import { type Opcode, opcodeOfWord, wordAt } from '#isa';
import { nextUsed, type ProofContext } from '#proof';
import type { LintProgram } from './lint-program.ts';

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

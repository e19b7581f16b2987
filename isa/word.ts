/**
 * Instruction words: a total decoder and its inverse over all 65,536 values.
 */
import { INSTRUCTION_TABLE, type Opcode } from './instruction-table.ts';

/** A decoded instruction word. */
export interface Instruction {
  readonly opcode: Opcode;
  /** The operand byte D, 0..255, also where the opcode does not use it. */
  readonly operand: number;
}

/** Decodes any word (0..65535; upper byte opcode, lower byte operand). */
export function decode(word: number): Instruction {
  return { opcode: INSTRUCTION_TABLE[(word >> 8) & 0xff]!, operand: word & 0xff };
}

/** The opcode of a word, without its operand: what {@link decode} gives, and no object for it. */
export function opcodeOfWord(word: number): Opcode {
  return INSTRUCTION_TABLE[(word >> 8) & 0xff]!;
}

/** The word of an opcode and its operand byte; inverse of {@link decode}. */
export function encode(opcode: number, operand: number): number {
  return ((opcode & 0xff) << 8) | (operand & 0xff);
}

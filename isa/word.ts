/**
 * Instruction words: a total decoder and its inverse over all 65,536 values.
 */
import type { RamAddress, RomAddress } from '#basics';
import { INSTRUCTION_TABLE, type Opcode } from './instruction-table.ts';

export interface Instruction {
  readonly opcode: Opcode;
  /** The operand byte D, 0..255, also where the opcode does not use it. */
  readonly operand: number;
}

/** The word at a ROM address (0..65535) of an image of 65,536 words. */
export function wordAt(image: Uint16Array, address: RomAddress): number {
  return image[address] ?? 0;
}

/** What an opcode byte (0..255) is and does. */
export function opcodeOfCode(code: number): Opcode {
  const opcode = INSTRUCTION_TABLE[code];
  if (opcode === undefined) throw new RangeError(`there is no opcode ${code}`);
  return opcode;
}

/** Decodes any word (0..65535; upper byte opcode, lower byte operand). */
export function decode(word: number): Instruction {
  return { opcode: opcodeOfWord(word), operand: word & 0xff };
}

/** The opcode of a word, as {@link decode} gives it, but without making an object. */
export function opcodeOfWord(word: number): Opcode {
  return opcodeOfCode((word >> 8) & 0xff);
}

/** The address that an instruction forms, from its operand, X and Y; undefined if it forms none. */
export function formedAddress({ opcode, operand }: Instruction, x: number, y: number): RamAddress | undefined {
  const { address } = opcode;
  if (address === undefined) return undefined;
  const low = address === 'd' || address === 'yd' ? operand : x;
  const high = address === 'd' || address === 'x' ? 0 : y;
  return (high << 8) | low;
}

/** The word of an opcode and its operand byte; inverse of {@link decode}. */
export function encode(opcode: number, operand: number): number {
  return ((opcode & 0xff) << 8) | (operand & 0xff);
}

/**
 * The address of the word that follows where execution begins. At power-on that is the word at 0 itself: it is fetched
 * for as long as reset lasts, and once more after it.
 */
export function nextAtEntry(address: number): number {
  return address === 0 ? 0 : (address + 1) & 0xffff;
}

/**
 * An instruction word in listing notation, without loss.
 *
 * The ecosystem's listings print several words alike. Two spellings make every word distinct:
 *  - `ld.2 $12`: the digit is the mode field of an alias opcode; `ld $12` is mode 0;
 *  - `ld ac,x {$12}`: the operand byte of an instruction that does not use it, when it is not zero;
 * and `ld $12,out,x++` is the OUT-and-count group, which is not an alias.
 */
import { hexByte, hexWord, type RomAddress, type ZeroPageOffset } from '#basics';
import type { AddressMode } from './operations.ts';
import type { Opcode } from './instruction-table.ts';
import { decode } from './word.ts';

/** How {@link formatWord} names operands; each may return undefined to fall back on hexadecimal. */
export interface OperandNames {
  /** Name of a zero-page byte, 0..255. */
  zeroPage?(address: ZeroPageOffset): string | undefined;
  /** Name of the address of a near branch; 0..65535. */
  target?(address: RomAddress): string | undefined;
  /** Name of where the far jump at an address goes, if its page is known. */
  farTarget?(address: RomAddress): string | undefined;
  /** What the immediate operand of the word at an address is, such as `<label`. */
  immediate?(address: RomAddress): string | undefined;
}

/** Where a word is: decides how a near branch prints its target. */
export interface WordPlace {
  /** Address of the word, 0..65535. */
  readonly address: RomAddress;
  /** True in the delay slot of a jump or branch: the page of a near branch is then not known from its address. */
  readonly inDelaySlot: boolean;
}

/**
 * One word as `mnemonic operands`, the mnemonic padded to four columns.
 * @param place where the word is; without it near branches print the two-digit offset
 */
export function formatWord(word: number, place?: WordPlace, names: OperandNames = {}): string {
  const { opcode, operand } = decode(word);
  const suffix = opcode.code === opcode.canonical ? '' : `.${opcode.mode}`;
  const ghost = !opcode.usesOperand && operand !== 0 ? `{${hexByte(operand)}}` : '';
  const text = [operands(opcode, operand, place, names), ghost].filter(Boolean).join(' ');
  return `${(opcode.mnemonic + suffix).padEnd(4)} ${text}`.trimEnd();
}

/** Target of a near branch at `address`: the page is that of the word fetched while it executes ($xxFF rule). */
export function nearTarget(address: RomAddress, operand: number): RomAddress {
  return ((address + 1) & 0xff00) | operand;
}

function operands(opcode: Opcode, operand: number, place: WordPlace | undefined, names: OperandNames): string {
  if (opcode.mnemonic === 'nop') return '';
  if (opcode.operation === 'jump') return jumpOperands(opcode, operand, place, names);
  const address = opcode.address === undefined ? '' : addressText(opcode.address, operand, names);
  if (opcode.mnemonic === 'ctrl') return `${address}${targetText(opcode)}`;
  const immediate = opcode.bus === 'd' && place !== undefined ? names.immediate?.(place.address) : undefined;
  const source = opcode.readsRam ? `[${address}]` : (immediate ?? busText(opcode, operand));
  if (opcode.operation === 'st') {
    const value = opcode.bus === 'ac' ? '' : `${busText(opcode, operand)},`;
    return `${value}[${address}]${targetText(opcode)}`;
  }
  const counts = opcode.incrementsX && !opcode.readsRam ? ',x++' : '';
  return `${source}${targetText(opcode)}${counts}`;
}

function jumpOperands(opcode: Opcode, operand: number, place: WordPlace | undefined, names: OperandNames): string {
  const far = opcode.condition === 'far';
  const prefix = far ? 'y,' : '';
  if (opcode.readsRam) return `${prefix}[${names.zeroPage?.(operand) ?? hexByte(operand)}]`;
  if (opcode.bus !== 'd') return prefix + opcode.bus;
  const farTarget = far && place !== undefined ? names.farTarget?.(place.address) : undefined;
  if (farTarget !== undefined) return prefix + farTarget;
  if (far || place === undefined || place.inDelaySlot) return prefix + hexByte(operand);
  const target = nearTarget(place.address, operand);
  return names.target?.(target) ?? hexWord(target);
}

function busText(opcode: Opcode, operand: number): string {
  return opcode.bus === 'd' ? hexByte(operand) : opcode.bus;
}

function targetText(opcode: Opcode): string {
  return opcode.target === 'ac' || opcode.target === 'none' ? '' : `,${opcode.target}`;
}

function addressText(mode: AddressMode, operand: number, names: OperandNames): string {
  switch (mode) {
    case 'd':
      return names.zeroPage?.(operand) ?? hexByte(operand);
    case 'x':
      return 'x';
    case 'yd':
      return `y,${hexByte(operand)}`;
    case 'yx':
      return 'y,x';
    case 'yx++':
      return 'y,x++';
  }
}

/**
 * What a word means to whoever reasons about a program: registers read and written, and the bytes of RAM touched.
 *
 * Everything is derived from the instruction table, and compared with the reference core for every opcode
 * (test/emulator/meaning.test.ts). Proof, verifier, lints and refactorings ask here, so that there is one answer to
 * "who writes this byte".
 */
import { INSTRUCTION_TABLE, type Opcode } from './instruction-table.ts';
import { opcodeOfWord } from './word.ts';

/** Bits of a register mask. */
export const AC = 1;
export const X = 2;
export const Y = 4;
export const OUT = 8;

/** RAM of a machine, in KiB. */
export const RAM_SIZES = [32, 64, 128] as const;
export type RamKib = (typeof RAM_SIZES)[number];

/** Bytes that a register can hold. */
export interface ByteSet {
  readonly size: number;
  has(byte: number): boolean;
}

/** Whether a word accesses a byte of RAM. */
export type Touch = 'never' | 'perhaps' | 'certainly';

const READS = Uint8Array.from(INSTRUCTION_TABLE, reads);
const WRITES = Uint8Array.from(INSTRUCTION_TABLE, writes);

/** By opcode, the constant with which the result is the same for each AC: `anda 0`, `ora $ff`; -1 for none. */
const IGNORES_AC = Int16Array.from(INSTRUCTION_TABLE, ({ operation, bus }) =>
  bus !== 'd' ? -1 : operation === 'anda' ? 0 : operation === 'ora' ? 0xff : -1,
);

/** Registers that a word reads, as a mask. A register on which the result does not depend does not count. */
export function registersRead(word: number): number {
  const opcode = word >> 8;
  const read = READS[opcode] ?? 0;
  return IGNORES_AC[opcode] === (word & 0xff) ? read & ~AC : read;
}

/** Registers that a word writes, as a mask. */
export function registersWritten(word: number): number {
  return WRITES[word >> 8] ?? 0;
}

/** 1 for jumps, by opcode. */
export const IS_JUMP = Uint8Array.from(INSTRUCTION_TABLE, ({ operation }) => Number(operation === 'jump'));

/** 1 for near branches to a constant, by opcode. */
export const IS_FIXED_BRANCH = Uint8Array.from(INSTRUCTION_TABLE, ({ operation, condition, bus }) =>
  Number(operation === 'jump' && condition !== 'far' && bus === 'd'),
);

/** 1 for jumps that are always taken, by opcode. */
export const IS_LEAVING = Uint8Array.from(INSTRUCTION_TABLE, ({ operation, condition }) =>
  Number(operation === 'jump' && (condition === 'always' || condition === 'far')),
);

/** Whether an opcode writes AC back to AC, and so does nothing. */
export function isIdle({ operation, bus, target }: Opcode): boolean {
  const keeps = operation === 'ld' || operation === 'anda' || operation === 'ora';
  return keeps && bus === 'ac' && target === 'ac';
}

/** Whether a word changes a byte of RAM: a store, or a `ctrl` on a machine without expander. */
export function writesRam(word: number, ram: RamKib): boolean {
  const { writesRam: stores, bus } = opcodeOfWord(word);
  return stores && (bus !== 'ram' || ram !== 128);
}

/**
 * Whether a word may set bit 0 (SCLK) of the expander's control word, with which RAM is off the bus. With bit 1 set,
 * too, it resets the expander, which clears SCLK.
 * @param isXOdd whether X may be odd before the word
 */
export function mayHideRam(word: number, ram: RamKib, isXOdd: boolean): boolean {
  if (ram !== 128 || !storesUndefined(word)) return false;
  return (addressRegisters(word) & X) === 0 ? (word & 3) === 1 : isXOdd;
}

/** Whether the byte that a word stores is undefined: `ctrl` without expander leaves what the bus happens to hold. */
export function storesUndefined(word: number): boolean {
  const { operation, bus } = opcodeOfWord(word);
  return operation === 'st' && bus === 'ram';
}

/** The byte of page 0 that a word reads by `[D]`; undefined if it reads none, or elsewhere. */
export function byteReadBy(word: number): number | undefined {
  const { readsRam, address } = opcodeOfWord(word);
  return readsRam && address === 'd' ? word & 0xff : undefined;
}

/**
 * Whether a word that reads or writes RAM accesses the byte with an index (after mirrors and banks).
 *
 * 32 KiB are mirrored at $8000. With 128 KiB, any of four banks may be there, bank 0 too.
 * @param y what Y can hold before the word, @param x what X can hold
 */
export function touches(word: number, y: ByteSet, x: ByteSet, ram: RamKib, index: number): Touch {
  const { address } = opcodeOfWord(word);
  if (address === undefined) return 'never';
  const usesX = address !== 'd' && address !== 'yd';
  const low = index & 0xff;
  if (usesX ? !x.has(low) : (word & 0xff) !== low) return 'never';
  const page = address === 'd' || address === 'x' ? ONLY_PAGE_ZERO : y;
  const touch = touchesPage(page, ram, index >> 8);
  return touch === 'certainly' && usesX && x.size > 1 ? 'perhaps' : touch;
}

const ONLY_PAGE_ZERO: ByteSet = new Set([0]);

/** The same for pages alone. @param pages those that the address can have, @param page that of the byte */
function touchesPage(pages: ByteSet, ram: RamKib, page: number): Touch {
  const isDirect = pages.has(page) && (ram !== 128 || page < 0x80);
  if (ram === 128) {
    if (!isDirect && !pages.has(0x80 | (page & 0x7f))) return 'never';
    return isDirect && pages.size === 1 ? 'certainly' : 'perhaps';
  }
  const hits = Number(isDirect) + Number(ram === 32 && pages.has(page ^ 0x80));
  if (hits === 0) return 'never';
  return hits === pages.size ? 'certainly' : 'perhaps';
}

/** The registers that form the address of a word, X or Y, as a mask. */
export function addressRegisters(word: number): number {
  const { address } = opcodeOfWord(word);
  if (address === undefined || address === 'd') return 0;
  return (address === 'yd' ? 0 : X) | (address === 'x' ? 0 : Y);
}

function reads(opcode: Opcode): number {
  if (opcode.operation === 'jump') return jumpReads(opcode);
  let mask = 0;
  if (opcode.address === 'x' || opcode.address === 'yx' || opcode.address === 'yx++') mask |= X;
  if (opcode.address === 'yd' || opcode.address === 'yx' || opcode.address === 'yx++') mask |= Y;
  if (opcode.operation === 'st') {
    const toRegister = opcode.target === 'x' || opcode.target === 'y';
    return opcode.bus === 'ac' || toRegister ? mask | AC : mask;
  }
  // `xora ac` and `suba ac` clear AC whatever it was. Counting X up is a change of X, not a use of its value.
  const clears = (opcode.operation === 'xora' || opcode.operation === 'suba') && opcode.bus === 'ac';
  if (clears || isIdle(opcode)) return mask;
  return opcode.operation !== 'ld' || opcode.bus === 'ac' ? mask | AC : mask;
}

/** Whether a word is a branch that depends on AC. */
export function isConditional({ condition }: Opcode): boolean {
  return condition !== undefined && condition !== 'always' && condition !== 'far';
}

function jumpReads(opcode: Opcode): number {
  const { condition, bus } = opcode;
  const isFar = condition === 'far';
  return (isFar ? Y : 0) | (isConditional(opcode) || bus === 'ac' ? AC : 0);
}

function writes(opcode: Opcode): number {
  const counts = opcode.incrementsX ? X : 0;
  if (isIdle(opcode)) return counts;
  const byTarget = { ac: AC, x: X, y: Y, out: OUT, none: 0 } as const;
  return counts | byTarget[opcode.target];
}

/** The sign of AC as the bit of a branch's mode with which it is taken: 1 if AC > 0, 2 if AC < 0, 4 if AC = 0. */
export function signBit(ac: number): number {
  if (ac === 0) return 4;
  return ac < 0x80 ? 1 : 2;
}

/** Whether a near branch is taken: its mode has the {@link signBit} of AC. */
export function passes(mode: number, ac: number): boolean {
  const condition = (ac >> 7) + (ac === 0 ? 2 : 0);
  return ((mode >> condition) & 1) !== 0;
}

/** The result of an operation, 0 to 5: ld, anda, ora, xora, adda, suba. */
export function alu(operation: number, ac: number, bus: number): number {
  switch (operation) {
    case 0:
      return bus;
    case 1:
      return ac & bus;
    case 2:
      return ac | bus;
    case 3:
      return ac ^ bus;
    case 4:
      return (ac + bus) & 0xff;
    default:
      return (ac - bus) & 0xff;
  }
}

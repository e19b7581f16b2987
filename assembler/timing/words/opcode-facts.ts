/**
 * Which registers each opcode reads and writes, by opcode, derived once from the instruction table.
 *
 * `ld ac` (nop) neither reads nor writes; `xora ac` and `suba ac` clear AC whatever it was, so they
 * read nothing. Counting X up is a change of X, not a use of its value.
 */
import { INSTRUCTION_TABLE, type Opcode } from '#isa';

/** Bits of a register mask. */
export const AC = 1;
export const X = 2;
export const Y = 4;
export const OUT = 8;

const READS: Uint8Array = Uint8Array.from(INSTRUCTION_TABLE, reads);
const WRITES: Uint8Array = Uint8Array.from(INSTRUCTION_TABLE, writes);

/** Registers that a word reads, as a mask. */
export function registersRead(word: number): number {
  return READS[word >> 8] ?? 0;
}

/** Registers that a word writes, as a mask. */
export function registersWritten(word: number): number {
  return WRITES[word >> 8] ?? 0;
}

/** 1 for jumps, by opcode. */
export const IS_JUMP: Uint8Array = Uint8Array.from(INSTRUCTION_TABLE, ({ operation }) =>
  operation === 'jump' ? 1 : 0,
);

/** 1 for operations on AC and a constant that leave the result in AC, by opcode. */
export const IS_ALU_IMMEDIATE: Uint8Array = Uint8Array.from(INSTRUCTION_TABLE, ({ operation, bus, target }) =>
  target === 'ac' && bus === 'd' && operation !== 'ld' ? 1 : 0,
);

/** 1 for near branches to a constant, by opcode. */
export const IS_FIXED_BRANCH: Uint8Array = Uint8Array.from(INSTRUCTION_TABLE, ({ operation, condition, bus }) =>
  operation === 'jump' && condition !== 'far' && bus === 'd' ? 1 : 0,
);

/** 1 for jumps that are always taken, by opcode. */
export const IS_LEAVING: Uint8Array = Uint8Array.from(INSTRUCTION_TABLE, ({ operation, condition }) =>
  operation === 'jump' && (condition === 'always' || condition === 'far') ? 1 : 0,
);

/** Whether an opcode leaves AC to AC and so does nothing. */
export function isIdle(opcode: Opcode): boolean {
  const keeps = opcode.operation === 'ld' || opcode.operation === 'anda' || opcode.operation === 'ora';
  return keeps && opcode.bus === 'ac' && opcode.target === 'ac';
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
  const clears = (opcode.operation === 'xora' || opcode.operation === 'suba') && opcode.bus === 'ac';
  if (clears || isIdle(opcode)) return mask;
  return opcode.operation !== 'ld' || opcode.bus === 'ac' ? mask | AC : mask;
}

function jumpReads(opcode: Opcode): number {
  const far = opcode.condition === 'far';
  const tests = !far && opcode.condition !== 'always';
  return (far ? Y : 0) | (tests || opcode.bus === 'ac' ? AC : 0);
}

function writes(opcode: Opcode): number {
  const counts = opcode.incrementsX ? X : 0;
  if (isIdle(opcode)) return counts;
  switch (opcode.target) {
    case 'ac':
      return counts | AC;
    case 'x':
      return counts | X;
    case 'y':
      return counts | Y;
    case 'out':
      return counts | OUT;
    case 'none':
      return counts;
  }
}

/**
 * One line of help for each mnemonic of the instruction table.
 *
 * Effects of single opcodes are computed (instruction-effect.ts); this says what the family is for.
 */
import type { Mnemonic } from '#isa';

export const MNEMONIC_HELP: Readonly<Record<Mnemonic, string>> = {
  nop: 'No operation: one cycle passes',
  ld: 'Load a value into AC, X, Y or OUT',
  anda: 'AND of AC and a value, into AC, X, Y or OUT',
  ora: 'OR of AC and a value, into AC, X, Y or OUT',
  xora: 'Exclusive OR of AC and a value, into AC, X, Y or OUT',
  adda: 'Sum of AC and a value (no carry), into AC, X, Y or OUT',
  suba: 'AC minus a value (no borrow), into AC, X, Y or OUT',
  st: 'Store AC, IN or a constant in RAM; can also load X or Y with AC, or increment X',
  ctrl: 'Send the address as a control word to the expansion port; load from RAM next',
  jmp: 'Far jump to page Y',
  bgt: 'Branch within the page if AC > 0 (signed)',
  blt: 'Branch within the page if AC < 0 (bit 7 is set)',
  bne: 'Branch within the page if AC is not 0',
  beq: 'Branch within the page if AC is 0',
  bge: 'Branch within the page if AC ≥ 0 (bit 7 is clear)',
  ble: 'Branch within the page if AC ≤ 0 (signed)',
  bra: 'Branch within the page',
};

/** Help on the registers, as operands name them. */
export const REGISTER_HELP: Readonly<Record<string, string>> = {
  ac: 'Accumulator: first operand and usual result of every operation, tested by branches',
  x: 'Low byte of a RAM address; `x++` increments it after use, without carry into Y',
  'x++': 'Low byte of a RAM address, incremented after use, without carry into Y',
  y: 'High byte of a RAM address, and page of a far jump',
  out: 'Output register: vSync (bit 7), hSync (bit 6), colour BBGGRR',
  in: 'Input shift register: game pad or typed keys',
};

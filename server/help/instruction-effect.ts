/**
 * What an instruction does, in register-transfer notation, derived from the instruction table.
 *
 *     adda [y,$12]     AC ← AC + RAM[Y:$12]
 *     st   $2a,[y,x++] RAM[Y:X] ← $2a, X ← X + 1
 */
import { opcodeOfCode, type Condition, type Opcode, type Operation } from '#isa';

const TESTS: Readonly<Record<Condition, string>> = {
  far: '',
  gt: 'AC > 0 (signed)',
  lt: 'AC < 0 (signed)',
  ne: 'AC ≠ 0',
  eq: 'AC = 0',
  ge: 'AC ≥ 0 (signed)',
  le: 'AC ≤ 0 (signed)',
  always: '',
};
const OPERATORS: Partial<Readonly<Record<Operation, string>>> = {
  anda: '&',
  ora: '|',
  xora: '^',
  adda: '+',
  suba: '−',
};

/**
 * The effect of an opcode.
 * @param operand text for the operand byte, `D` where it is not known
 */
export function effectOf(opcode: Opcode, operand = 'D'): string {
  if (opcodeOfCode(opcode.canonical).mnemonic === 'nop') return 'nothing';
  if (opcode.operation === 'jump') return jumpEffect(opcode, operand);
  if (opcode.operation === 'st') return storeEffect(opcode, operand);
  const value = busText(opcode, operand);
  const operator = OPERATORS[opcode.operation];
  const result = operator === undefined ? value : `AC ${operator} ${value}`;
  return `${opcode.target.toUpperCase()} ← ${result}${counting(opcode)}`;
}

function jumpEffect(opcode: Opcode, operand: string): string {
  const target = opcode.readsRam ? `RAM[${operand}]` : busText(opcode, operand);
  if (opcode.condition === 'far') return `PC ← Y:${target} after the delay slot`;
  const test = opcode.condition === undefined ? '' : TESTS[opcode.condition];
  return `${test === '' ? '' : `if ${test}: `}PC ← ${target} in this page, after the delay slot`;
}

function storeEffect(opcode: Opcode, operand: string): string {
  const address = addressText(opcode, operand);
  const loads = opcode.target === 'x' || opcode.target === 'y' ? `, ${opcode.target.toUpperCase()} ← AC` : '';
  const main =
    opcode.mnemonic === 'ctrl'
      ? `control word ← ${address} (an undefined byte goes to RAM on a machine without expander)`
      : `RAM[${address}] ← ${busText(opcode, operand)}`;
  return main + loads + counting(opcode);
}

function busText(opcode: Opcode, operand: string): string {
  switch (opcode.bus) {
    case 'd':
      return operand;
    case 'ram':
      return `RAM[${addressText(opcode, operand)}]`;
    case 'ac':
      return 'AC';
    case 'in':
      return 'IN';
  }
}

function addressText(opcode: Opcode, operand: string): string {
  switch (opcode.address) {
    case 'x':
      return 'X';
    case 'yd':
      return `Y:${operand}`;
    case 'yx':
    case 'yx++':
      return 'Y:X';
    default:
      return operand;
  }
}

function counting(opcode: Opcode): string {
  return opcode.incrementsX ? ', X ← X + 1' : '';
}

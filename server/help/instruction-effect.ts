/**
 * What an instruction does, in register-transfer notation, derived from the instruction table.
 *
 *     adda [y,$12]     AC ← AC + RAM[Y:$12]
 *     st   $2a,[y,x++] RAM[Y:X] ← $2a, X ← X + 1
 */
import { opcodeOfCode, type Condition, type Opcode, type Operation, VCPU_FORMS, type VcpuForm } from '#isa';

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

/** The effect of an opcode. @param operand text for the operand byte, `D` where it is not known */
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
  return { d: operand, ram: `RAM[${addressText(opcode, operand)}]`, ac: 'AC', in: 'IN' }[opcode.bus];
}

function addressText({ address }: Opcode, operand: string): string {
  if (address === 'x') return 'X';
  if (address === 'yd') return `Y:${operand}`;
  return address === 'yx' || address === 'yx++' ? 'Y:X' : operand;
}

function counting(opcode: Opcode): string {
  return opcode.incrementsX ? ', X ← X + 1' : '';
}

const OPERANDS: Readonly<Record<VcpuForm['operand'], string>> = {
  none: '',
  'zero-page': ' D',
  byte: ' n',
  word: ' word',
  branch: ' label',
  ticks: ' function',
};

const HELP: Readonly<Record<string, string>> = {
  LDWI: 'Load a word: vAC = word',
  LD: 'Load a byte of the zero page: vAC = [D]',
  CMPHS: 'Change the high byte of vAC for a signed comparison with the word at D by SUBW',
  LDW: 'Load a word of the zero page: vAC = [D]',
  STW: 'Store vAC as a word in the zero page: [D] = vAC',
  BEQ: 'Branch within the page if vAC is 0',
  BGT: 'Branch within the page if vAC > 0 (signed)',
  BLT: 'Branch within the page if vAC < 0',
  BGE: 'Branch within the page if vAC ≥ 0',
  BLE: 'Branch within the page if vAC ≤ 0 (signed)',
  BNE: 'Branch within the page if vAC is not 0',
  LDI: 'Load a byte: vAC = n',
  ST: 'Store the low byte of vAC in the zero page: [D] = vAC & $ff',
  POP: 'Take vLR from the stack, two bytes',
  PUSH: 'Put vLR on the stack, two bytes',
  LUP: 'Read a byte of the ROM: the entry at vAC + n of a table that .lookup … at 251 makes',
  ANDI: 'vAC = vAC & n',
  CALLI: 'Call the code at an address: vLR = what follows, vPC = word',
  ORI: 'vAC = vAC | n',
  XORI: 'vAC = vAC ^ n',
  BRA: 'Branch within the page',
  INC: 'Count a byte of the zero page up, without carry',
  CMPHU: 'Change the high byte of vAC for an unsigned comparison with the word at D by SUBW',
  ADDW: 'vAC = vAC + the word at D',
  PEEK: 'Read a byte of RAM: vAC = [vAC]',
  SYS: 'Call the native function at sysFn; the operand says how many cycles it may take, by its name SYS_…_n',
  SUBW: 'vAC = vAC − the word at D',
  DEF: 'vAC = address of what follows, and branch within the page, over it',
  CALL: 'Call the code at the address in D: vLR = what follows, vPC = [D]',
  ALLOC: 'Add n, a signed byte, to vSP',
  ADDI: 'vAC = vAC + n',
  SUBI: 'vAC = vAC − n',
  LSLW: 'Shift vAC left by one bit',
  STLW: 'Store vAC in the stack, at vSP + n',
  LDLW: 'Load vAC from the stack, at vSP + n',
  POKE: 'Store the low byte of vAC at the address in D',
  DOKE: 'Store vAC as a word at the address in D',
  DEEK: 'Read a word of RAM: vAC = [vAC]',
  ANDW: 'vAC = vAC & the word at D',
  ORW: 'vAC = vAC | the word at D',
  XORW: 'vAC = vAC ^ the word at D',
  RET: 'Return: vPC = vLR',
  HALT: 'Stop the vCPU: SYS $80, again and again',
};

/** Help on a mnemonic; undefined if the vCPU has no such instruction. */
export function vcpuHelp(mnemonic: string): { readonly usage: string; readonly summary: string } | undefined {
  const name = mnemonic.toUpperCase();
  const form = VCPU_FORMS.get(name);
  if (form === undefined) return undefined;
  return { usage: `${name}${OPERANDS[form.operand]}`, summary: HELP[name] ?? '' };
}

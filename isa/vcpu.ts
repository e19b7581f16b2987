/**
 * The vCPU: the 16-bit processor that the released system ROMs interpret, and that `.gt1` programs are written for.
 *
 * Opcodes are offsets in the interpreter's page. Those below are the same in every release from ROMv1 on; `since` is
 * the release that an instruction came with. Source: Docs/vCPU-summary.txt and interface.json of the system ROMs.
 */
import { hexByte, hexWord } from '#basics';

/** What follows the opcode. */
export type VcpuOperand =
  /** Nothing. */
  | 'none'
  /** A zero-page address. */
  | 'zero-page'
  /** A byte that is a value, or an offset from vSP. */
  | 'byte'
  /** A word, low byte first. */
  | 'word'
  /** The low byte of an address in the same page, minus 2. */
  | 'branch'
  /** A condition, then a byte as of `branch`. */
  | 'condition'
  /** 270 minus half the cycles that the native function may take; $80 halts. */
  | 'ticks';

export interface VcpuInstruction {
  readonly opcode: number;
  readonly name: string;
  readonly operand: VcpuOperand;
  /** Number of the ROM release that brought it. */
  readonly since: number;
}

function instruction(opcode: number, name: string, operand: VcpuOperand, since = 1): VcpuInstruction {
  return { opcode, name, operand, since };
}

const SYS = 0xb4;

/** All instructions, by opcode. */
export const VCPU_INSTRUCTIONS: readonly VcpuInstruction[] = [
  instruction(0x11, 'LDWI', 'word'),
  instruction(0x1a, 'LD', 'zero-page'),
  instruction(0x1f, 'CMPHS', 'zero-page', 5),
  instruction(0x21, 'LDW', 'zero-page'),
  instruction(0x2b, 'STW', 'zero-page'),
  instruction(0x35, 'BCC', 'condition'),
  instruction(0x59, 'LDI', 'byte'),
  instruction(0x5e, 'ST', 'zero-page'),
  instruction(0x63, 'POP', 'none'),
  instruction(0x75, 'PUSH', 'none'),
  instruction(0x7f, 'LUP', 'byte'),
  instruction(0x82, 'ANDI', 'byte'),
  instruction(0x85, 'CALLI', 'word', 5),
  instruction(0x88, 'ORI', 'byte'),
  instruction(0x8c, 'XORI', 'byte'),
  instruction(0x90, 'BRA', 'branch'),
  instruction(0x93, 'INC', 'zero-page'),
  instruction(0x97, 'CMPHU', 'zero-page', 5),
  instruction(0x99, 'ADDW', 'zero-page'),
  instruction(0xad, 'PEEK', 'none'),
  instruction(SYS, 'SYS', 'ticks'),
  instruction(0xb8, 'SUBW', 'zero-page'),
  instruction(0xcd, 'DEF', 'branch'),
  instruction(0xcf, 'CALL', 'zero-page'),
  instruction(0xdf, 'ALLOC', 'byte'),
  instruction(0xe3, 'ADDI', 'byte'),
  instruction(0xe6, 'SUBI', 'byte'),
  instruction(0xe9, 'LSLW', 'none'),
  instruction(0xec, 'STLW', 'byte'),
  instruction(0xee, 'LDLW', 'byte'),
  instruction(0xf0, 'POKE', 'zero-page'),
  instruction(0xf3, 'DOKE', 'zero-page'),
  instruction(0xf6, 'DEEK', 'none'),
  instruction(0xf8, 'ANDW', 'zero-page'),
  instruction(0xfa, 'ORW', 'zero-page'),
  instruction(0xfc, 'XORW', 'zero-page'),
  instruction(0xff, 'RET', 'none'),
];

/** Conditions of BCC, which are offsets in the interpreter's page as well. */
export const VCPU_CONDITIONS: ReadonlyMap<number, string> = new Map([
  [0x3f, 'EQ'],
  [0x4d, 'GT'],
  [0x50, 'LT'],
  [0x53, 'GE'],
  [0x56, 'LE'],
  [0x72, 'NE'],
]);

/** Operand of SYS that halts the vCPU. */
const HALT = 0x80;

/** How an instruction is written: its first bytes, and the operand that follows them. */
export interface VcpuForm {
  readonly bytes: readonly number[];
  readonly operand: Exclude<VcpuOperand, 'condition'>;
}

/** All instructions by mnemonic, in capitals. A condition is part of it, as in `BEQ`; `HALT` is the SYS that halts. */
export const VCPU_FORMS: ReadonlyMap<string, VcpuForm> = new Map([
  ...VCPU_INSTRUCTIONS.flatMap(({ name, opcode, operand }): [string, VcpuForm][] =>
    operand === 'condition'
      ? [...VCPU_CONDITIONS].map(([code, condition]) => [`B${condition}`, { bytes: [opcode, code], operand: 'branch' }])
      : [[name, { bytes: [opcode], operand }]],
  ),
  ['HALT', { bytes: [SYS, HALT], operand: 'none' }],
]);

/** The operand of SYS for a native function that takes up to that many cycles, a part of a call included. */
export function sysOperand(cycles: number): number {
  return (270 - Math.max(14, cycles >> 1)) & 0xff;
}

/** Zero-page cells of the interpreter that are the same in every release. `bytes`: 2 are a word, low byte first. */
export const VCPU_CELLS = [
  { name: 'vPC', address: 0x16, bytes: 2 },
  { name: 'vAC', address: 0x18, bytes: 2 },
  { name: 'vLR', address: 0x1a, bytes: 2 },
  { name: 'vSP', address: 0x1c, bytes: 1 },
] as const;

const BY_OPCODE: readonly (VcpuInstruction | undefined)[] = Array.from({ length: 256 }, (_, opcode) =>
  VCPU_INSTRUCTIONS.find((each) => each.opcode === opcode),
);

/** An instruction in memory. */
export interface VcpuDecoded {
  readonly instruction: VcpuInstruction;
  /** Its mnemonic, a condition included: `BEQ`. */
  readonly mnemonic: string;
  /** Address of its opcode. */
  readonly address: number;
  /** Bytes that it takes, 1 to 3. */
  readonly length: number;
  /** The byte or word after the opcode; 0 without one. */
  readonly operand: number;
  /** Operand as listings print it: a branch's target in full. */
  readonly text: string;
  /** Where a branch, DEF or CALLI goes; undefined for the others. */
  readonly target: number | undefined;
}

/**
 * Decodes the instruction at an address; undefined if the byte is not an opcode, or its condition does not exist.
 * @param read the byte at a RAM address; addresses wrap within their page, as vPC does
 */
export function decodeVcpu(address: number, read: (address: number) => number): VcpuDecoded | undefined {
  const page = address & 0xff00;
  const byte = (offset: number): number => read(page | ((address + offset) & 0xff));
  const known = BY_OPCODE[byte(0)];
  if (known === undefined) return undefined;
  const first = byte(1);
  const near = page | ((first + 2) & 0xff);
  const decoded = (length: number, text: string, target?: number, mnemonic = known.name): VcpuDecoded => {
    const operand = known.operand === 'word' ? first | (byte(2) << 8) : known.operand === 'none' ? 0 : first;
    return { instruction: known, mnemonic, address, length, operand, text, target };
  };
  switch (known.operand) {
    case 'none':
      return decoded(1, '');
    case 'word': {
      const word = first | (byte(2) << 8);
      return decoded(3, hexWord(word), known.name === 'CALLI' ? word : undefined);
    }
    case 'branch':
      return decoded(2, hexWord(near), near);
    case 'condition': {
      const condition = VCPU_CONDITIONS.get(first);
      const target = page | ((byte(2) + 2) & 0xff);
      return condition === undefined ? undefined : decoded(3, hexWord(target), target, `B${condition}`);
    }
    default:
      return decoded(2, known.operand === 'ticks' && first === HALT ? 'halt' : hexByte(first));
  }
}

/** Names for what operands stand for: cells of the zero page, and code in RAM; undefined where there is none. */
export interface VcpuNames {
  cell(address: number): string | undefined;
  code(address: number): string | undefined;
}

const NO_NAMES: VcpuNames = { cell: () => undefined, code: () => undefined };

/** Name and operand of an instruction, as in `LDW $30`; `HALT` for the SYS that halts. */
export function formatVcpu(decoded: VcpuDecoded, names: VcpuNames = NO_NAMES): string {
  const { instruction, mnemonic, operand, target } = decoded;
  if (decoded.text === 'halt') return 'HALT';
  const named = target === undefined ? undefined : names.code(target);
  const text = (instruction.operand === 'zero-page' ? names.cell(operand) : named) ?? decoded.text;
  return text === '' ? mnemonic : `${mnemonic.padEnd(5)} ${text}`;
}

/** Whether execution never goes on after an instruction: RET, BRA, HALT. */
export function leavesVcpu({ instruction: { name }, text }: VcpuDecoded): boolean {
  return name === 'RET' || name === 'BRA' || text === 'halt';
}

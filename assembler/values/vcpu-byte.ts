/** Operands of vCPU instructions: the byte that a value gives, or why it gives none. */
import { Failure, hexWord } from '#basics';
import { sysOperand } from '#isa';
import type { DiagnosticCode } from '../contract/diagnostic.ts';
import type { VcpuByte } from '../contract/syntax.ts';

/** A value that an operand does not take. */
class OperandFailure extends Failure {
  constructor(
    readonly code: DiagnosticCode,
    message: string,
  ) {
    super(message);
  }
}

/** What an operand says. */
export interface VcpuValue {
  readonly value: number;
  /** Whether the value is an address, whose low byte is taken where only that fits. */
  readonly isAddress: boolean;
  /** The symbol that the operand is the name of; empty for anything else. */
  readonly name: string;
  /** RAM address of the instruction. */
  readonly at: number;
}

/** A native function says in its name how many cycles it may take: `SYS_Draw_48`. */
const CYCLES_IN_NAME = /^SYS_\w*_(\d+)$/;

/** The byte of an operand, 0 to 255. */
export function vcpuByte(byte: VcpuByte, { value, isAddress, name, at }: VcpuValue): number | OperandFailure {
  switch (byte) {
    case 'zero-page':
      if (isWithin(value, 0, 0xff)) return value;
      return unfit(`${shown(value)} is not a zero-page address ($00 to $ff)`);
    case 'ticks': {
      const cycles = CYCLES_IN_NAME.exec(name)?.[1];
      if (cycles !== undefined) return sysOperand(Number(cycles));
      if (!isAddress) return eightBits(value);
      return unfit('SYS takes a byte, or a native function that has its cycles in its name, such as SYS_Draw_48');
    }
    case 'byte':
      return isAddress && Number.isInteger(value) ? value & 0xff : eightBits(value);
    case 'low':
      return word(value, (bits) => bits & 0xff);
    case 'high':
      return word(value, (bits) => bits >> 8);
    case 'branch': {
      if (Number.isInteger(value) && value >> 8 === at >> 8) return (value - 2) & 0xff;
      const message = `A branch of the vCPU stays in its page, ${hexWord(at & 0xff00)}, and this leads to ${shown(value)}`;
      return new OperandFailure('GT0304', message);
    }
  }
}

function eightBits(value: number): number | OperandFailure {
  return isWithin(value, -0x80, 0xff)
    ? value & 0xff
    : unfit(`${shown(value)} does not fit in eight bits (-128 to 255)`);
}

function word(value: number, part: (bits: number) => number): number | OperandFailure {
  return isWithin(value, -0x8000, 0xffff) ? part(value & 0xffff) : unfit(`${value} does not fit in a word of 16 bits`);
}

function unfit(message: string): OperandFailure {
  return new OperandFailure('GT0303', message);
}

function isWithin(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}

function shown(value: number): string {
  return isWithin(value, 0x100, 0xffff) ? hexWord(value) : String(value);
}

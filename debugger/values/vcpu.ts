/** The vCPU of a program that interprets it: its registers as places in RAM, its instructions as text. */
import { decodeVcpu, formatVcpu, hexWord, VCPU_CELLS, type VcpuNames } from '#isa';
import type { Machine } from '#emulator';
import type { Program } from '../program/program.ts';
import { readPlace, type Place } from './place.ts';

/** How many instructions are shown from vPC on. */
const SHOWN_INSTRUCTIONS = 8;

/** Instructions after which RET comes back. */
const CALLS: ReadonlySet<string> = new Set(['CALL', 'CALLI']);

/** Registers by name, with their places in the zero page. */
export const VCPU_REGISTERS: readonly { readonly name: string; readonly place: Place }[] = VCPU_CELLS.map(
  ({ name, address, bytes }) => ({ name, place: { kind: 'ram', address, size: bytes } }),
);

/** The place of a register of the vCPU, in either case; undefined if there is no vCPU or no such register. */
export function vcpuPlace(name: string, { interpreter }: Program): Place | undefined {
  if (interpreter === undefined) return undefined;
  const lower = name.toLowerCase();
  return VCPU_REGISTERS.find((register) => register.name.toLowerCase() === lower)?.place;
}

/** The instructions from vPC on; a byte that is not an opcode ends them. */
export function vcpuLines(machine: Machine, names: VcpuNames) {
  const lines: { readonly address: number; readonly text: string }[] = [];
  const [pc] = VCPU_REGISTERS;
  let address = pc === undefined ? 0 : readPlace(machine, pc.place);
  while (lines.length < SHOWN_INSTRUCTIONS) {
    const decoded = decodeVcpu(address, (at) => machine.readRam(at));
    if (decoded === undefined) break;
    lines.push({ address, text: formatVcpu(decoded, names) });
    address = (address & 0xff00) | ((address + decoded.length) & 0xff);
  }
  return lines;
}

export function vcpuInstruction(machine: Machine, names: VcpuNames): string {
  const [first] = vcpuLines(machine, names);
  return first === undefined ? 'no instruction' : `${hexWord(first.address)}  ${first.text}`;
}

/** Most words of the vCPU's stack that are looked at for return addresses. */
const MOST_STACKED = 32;

/**
 * Where the vCPU is and where it came from, innermost first, at the moment in which it fetches: vPC, vLR, and the
 * return addresses that PUSH has put on the stack. An address counts if there is a call before it; if vLR is on the
 * stack as well, it counts once.
 */
export function vcpuCalls(machine: Machine): readonly number[] {
  const [pc = 0, , link = 0, stack = 0] = VCPU_REGISTERS.map(({ place }) => readPlace(machine, place));
  const word = (at: number): number => machine.readRam(at & 0xff) | (machine.readRam((at + 1) & 0xff) << 8);
  const stacked = Array.from({ length: Math.min(MOST_STACKED, (0x100 - stack) >> 1) }, (_, index) =>
    word(stack + 2 * index),
  );
  const returns = stacked[0] === link || stack === 0 ? stacked : [link, ...stacked];
  return [pc, ...(stack === 0 ? [link] : returns).filter((address) => followsCall(machine, address))];
}

/** Whether there is a call before an address, where it would return to. */
function followsCall(machine: Machine, address: number): boolean {
  return [2, 3].some((length) => {
    const call = decodeVcpu((address & 0xff00) | ((address - length) & 0xff), (at) => machine.readRam(at));
    return call !== undefined && call.length === length && CALLS.has(call.instruction.name);
  });
}

/**
 * Whether the vCPU has come back from the call at vPC: it is at the instruction after it, with the stack as before, so
 * that a recursive routine is followed to its end. Undefined if there is no call at vPC.
 */
export function afterVcpuCall(machine: Machine): (() => boolean) | undefined {
  const registers = (): readonly number[] => VCPU_REGISTERS.map(({ place }) => readPlace(machine, place));
  const [pc = 0, , , stack] = registers();
  const call = decodeVcpu(pc, (at) => machine.readRam(at));
  if (call === undefined || !CALLS.has(call.instruction.name)) return undefined;
  const after = (pc & 0xff00) | ((pc + call.length) & 0xff);
  return () => {
    const [at, , , now] = registers();
    return at === after && now === stack;
  };
}

/**
 * Where a system ROM runs its vCPU interpreter for a while, as the `runVcpu` of its sources writes it:
 *
 *     ld <back · st [vReturn]            unless the return address is set elsewhere
 *     ld [vCpuSelect],y · jmp y,$ff      the entry is the last word before the interpreter's page
 *     ld ticks                           in the delay slot
 *
 * The interpreter comes back by `jmp y,[vReturn]`, whose page is loaded just before.
 */
import { encode, opcodeOf, wordAt } from '#isa';
import type { Interpreter } from './interpreter.ts';

export interface VcpuRun {
  /** Address of the jump into the interpreter. */
  readonly jump: number;
  /** What the interpreter may use, in units of two cycles, besides its first instruction. */
  readonly ticks: number;
  /** Where it comes back to, and where the low byte of that is loaded; undefined if it is set elsewhere. */
  readonly back: { readonly target: number; readonly load: number } | undefined;
}

const LOAD = opcodeOf('ld', 0, 'd');
const LOAD_Y = opcodeOf('ld', 5, 'd');
const LOAD_Y_FROM_CELL = opcodeOf('ld', 5, 'ram');
const STORE = opcodeOf('st', 0, 'ac');
const FAR_JUMP = opcodeOf('jump', 0, 'd');
const FAR_JUMP_BY_CELL = opcodeOf('jump', 0, 'ram');

/** The places in an image of up to 65,536 words that has an interpreter. */
export function findVcpuRuns(image: Uint16Array, { page }: Interpreter): readonly VcpuRun[] {
  const runs: VcpuRun[] = [];
  for (let jump = 1; jump < image.length - 1; jump++) {
    if (wordAt(image, jump) !== encode(FAR_JUMP, 0xff) || opcodeAt(image, jump + 1) !== LOAD) continue;
    const isEntered =
      opcodeAt(image, jump - 1) === LOAD_Y_FROM_CELL || wordAt(image, jump - 1) === encode(LOAD_Y, page - 1);
    if (isEntered) runs.push({ jump, ticks: operandAt(image, jump + 1), back: backFrom(image, jump - 3) });
  }
  return runs;
}

/** @param load where the return address would be loaded */
function backFrom(image: Uint16Array, load: number): VcpuRun['back'] {
  if (load < 0 || opcodeAt(image, load) !== LOAD || opcodeAt(image, load + 1) !== STORE) return undefined;
  const leave = image.indexOf(encode(FAR_JUMP_BY_CELL, operandAt(image, load + 1)));
  if (leave < 1 || opcodeAt(image, leave - 1) !== LOAD_Y) return undefined;
  const target = (operandAt(image, leave - 1) << 8) | operandAt(image, load);
  return target < image.length ? { target, load } : undefined;
}

function opcodeAt(image: Uint16Array, address: number): number {
  return wordAt(image, address) >> 8;
}

function operandAt(image: Uint16Array, address: number): number {
  return wordAt(image, address) & 0xff;
}

/**
 * The vCPU interpreter in a ROM image: where it dispatches, and which opcodes it has.
 *
 * Every release fetches an opcode in the same way: the program counter in the zero page moves on by two bytes, the
 * opcode is read, X counts up, and `bra ac` jumps to the opcode's offset in the page while the operand is read.
 *
 * A system ROM runs it for a while as the `runVcpu` of its sources writes it:
 *
 *     ld <back · st [vReturn]            unless the return address is set elsewhere
 *     ld [vCpuSelect],y · jmp y,$ff      the entry is the last word before the interpreter's page
 *     ld ticks                           in the delay slot
 *
 * The interpreter comes back by `jmp y,[vReturn]`, whose page is loaded just before.
 */
import { decode, encode, opcodeOf, VCPU_CELLS, VCPU_CONDITIONS, VCPU_INSTRUCTIONS, wordAt } from '#isa';

export interface Interpreter {
  /** Address of the first word of the fetch. */
  readonly fetch: number;
  /** Address of the `bra ac` that dispatches. While it executes, vPC is the address of the instruction. */
  readonly dispatch: number;
  /** High byte of the addresses of all instructions. */
  readonly page: number;
  /** Names by address of the instructions that are there, and of the conditions of BCC: `vLDW`, `vEQ`. */
  readonly names: ReadonlyMap<number, string>;
}

const [{ address: PC }] = VCPU_CELLS;
/** `ld [pc]`, `adda 2`, `st [pc],x`, `ld [y,x]`, `st [y,x++]`, `bra ac`, `ld [y,x]`. */
const FETCH: readonly number[] = [
  encode(opcodeOf('ld', 0, 'ram'), PC),
  encode(opcodeOf('adda', 0, 'd'), 2),
  encode(opcodeOf('st', 4, 'ac'), PC),
  encode(opcodeOf('ld', 3, 'ram'), 0),
  encode(opcodeOf('st', 7, 'ac'), 0),
  encode(opcodeOf('jump', 7, 'ac'), 0),
  encode(opcodeOf('ld', 3, 'ram'), 0),
];

/** Index of the dispatch among these words. */
const DISPATCH = 5;

/** The interpreter of an image of up to 65,536 words; undefined without one. */
export function findInterpreter(image: Uint16Array): Interpreter | undefined {
  for (let start = 0; start + FETCH.length <= image.length; start++) {
    if (!FETCH.every((word, offset) => image[start + offset] === word)) continue;
    const dispatch = start + DISPATCH;
    const page = ((dispatch + 1) & 0xffff) >> 8;
    return { fetch: start, dispatch, page, names: namesIn(image, page) };
  }
  return undefined;
}

function namesIn(image: Uint16Array, page: number): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  const add = (offset: number, name: string, isNew: boolean): void => {
    const address = (page << 8) | offset;
    /**
     * An instruction begins after a jump and its delay slot, or in the slot, if its first word doubles as that slot.
     * Releases without a newer one have the middle of another in its place, so for newer ones only the former counts.
     */
    const isEntry = isJump(image, address - 1) ? !isNew : isJump(image, address - 2);
    if (address < image.length && isEntry) names.set(address, `v${name}`);
  };
  for (const { opcode, name, since } of VCPU_INSTRUCTIONS) add(opcode, name, since > 1);
  for (const [offset, name] of VCPU_CONDITIONS) add(offset, name, false);
  return names;
}

function isJump(image: Uint16Array, address: number): boolean {
  return decode(wordAt(image, address)).opcode.operation === 'jump';
}

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

/** Where an image of up to 65,536 words runs its interpreter. */
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

/**
 * Where a call profile looks: the words at which a program can go from one region of its code to another.
 *
 * A region is a stretch of code with a name, such as a routine. The program leaves it by a jump, which is seen in the
 * delay slot, where the next place is known; by running into the next region; or by a time check that leaves for the
 * video handler, which is seen at the trampoline.
 */
import { type ZeroPageOffset, numberAt, setBits, type RomAddress } from '#basics';
import { checkBranch, decode, leavesFor, opcodeOf, resumeAddress, ROM_WORDS, type PlacedCheck } from '#isa';
import { targetOf, type JumpState, type Target } from '../declarations/watches.ts';

/** A region below the calls that led to it. */
export class CallNode {
  /** Cycles in the region itself. */
  cycles = 0;
  readonly children = new Map<number, CallNode>();

  /** @param region its number; undefined for a root */
  constructor(
    readonly region: number | undefined,
    readonly parent: CallNode | undefined,
  ) {}

  child(region: number): CallNode {
    const known = this.children.get(region);
    if (known !== undefined) return known;
    const made = new CallNode(region, this);
    this.children.set(region, made);
    return made;
  }
}

/** A call in progress: the node to come back to, and the cell with the return address. */
export interface OpenCall {
  readonly caller: CallNode;
  readonly base: CallNode;
  readonly cell: ZeroPageOffset;
}

const LOAD_OPERAND = opcodeOf('ld', 0, 'd');

/** What is known about a program's code. Addresses are ROM addresses. */
export interface CodeShape {
  readonly memory: JumpState;
  /** By ROM address: number of its region, from 0 on; 65,536 of them. */
  readonly regionOf: Uint16Array;
  /** By ROM address: not 0 where there is a name, since a jump may go there. */
  readonly named: Uint8Array;
  /** Routines that save the return address, which they find in AC, in a byte of the zero page. */
  readonly routines: readonly { readonly start: RomAddress; readonly returnCell: ZeroPageOffset }[];
  readonly checks: readonly PlacedCheck[];
}

/** Bits for what a word is to the profile. The delay slot of a jump that can leave its region: */
export const SLOT = 1;
/** A word after which the program can run into another region: */
export const LAST = 2;
/** The trampoline that time checks leave for, or the exit of a short check: */
export const TRAMPOLINE = 4;

export interface ProfilePlan {
  readonly shape: CodeShape;
  /** By ROM address: bits {@link SLOT}, {@link LAST} and {@link TRAMPOLINE}. */
  readonly marked: Uint8Array;
  /** By ROM address: the return cell of the routine that starts there, plus 1; otherwise 0. */
  readonly entries: Uint16Array;
  /** By ROM address of a delay slot: the cell from which its jump reads the target, plus 1; otherwise 0. */
  readonly throughCell: Uint16Array;
  /** By ROM address: whether the word loads AC with a constant, as the delay slot of a call does. */
  readonly loadsReturn: Uint8Array;
  /** By ROM address of a delay slot: whether a jump is in it… */
  readonly isDouble: Uint8Array;
  /** …and where that goes, after one word at the first target. */
  readonly second: ReadonlyMap<number, Target>;
  /** By the address of a time check: the word where the interrupted code goes on, plus 1; otherwise 0. */
  readonly resumes: Uint32Array;
  readonly exits: ReadonlyMap<number, PlacedCheck>;
}

export function planProfile(shape: CodeShape): ProfilePlan {
  const plan = {
    shape,
    marked: new Uint8Array(ROM_WORDS),
    entries: new Uint16Array(ROM_WORDS),
    throughCell: new Uint16Array(ROM_WORDS),
    loadsReturn: new Uint8Array(ROM_WORDS),
    isDouble: new Uint8Array(ROM_WORDS),
    second: new Map<number, Target>(),
    resumes: new Uint32Array(ROM_WORDS),
    exits: exitsOf(shape),
  };
  for (const { start, returnCell } of shape.routines) plan.entries[start] = returnCell + 1;
  const checkBranches = new Set(shape.checks.map(checkBranch));
  for (const check of shape.checks) plan.resumes[check.address] = resumeAddress(check) + 1;
  for (let address = 0; address < ROM_WORDS; address++) {
    lookAt(plan, address, checkBranches.has(address));
  }
  return plan;
}

/** Exits of short checks. If another check leaves for the same word, AC tells which one it was. */
function exitsOf({ checks, memory }: CodeShape): ReadonlyMap<number, PlacedCheck> {
  const exits = new Map<number, PlacedCheck>();
  for (const check of checks) if (check.form === 'short') exits.set(leavesFor(memory.rom, check), check);
  for (const check of checks) if (check.form !== 'short') exits.delete(leavesFor(memory.rom, check));
  return exits;
}

interface GrowingPlan extends ProfilePlan {
  readonly second: Map<number, Target>;
}

function lookAt(plan: GrowingPlan, address: RomAddress, ofCheck: boolean): void {
  const { shape, marked, throughCell, loadsReturn, second, isDouble } = plan;
  const { regionOf } = shape;
  const { rom } = shape.memory;
  const { opcode, operand } = decode(numberAt(rom, address));
  const slot = (address + 1) & 0xffff;
  if (opcode.canonical === LOAD_OPERAND) loadsReturn[address] = 1;
  if (opcode.operation !== 'jump') {
    if (regionOf[slot] !== regionOf[address] && runsOn(shape, address)) setBits(marked, address, LAST);
    return;
  }
  const target = (slot & 0xff00) | operand;
  if (ofCheck) {
    setBits(marked, target, TRAMPOLINE);
    return;
  }
  const stays = opcode.condition !== 'far' && opcode.bus === 'd' && regionOf[target] === regionOf[address];
  if (stays && !shape.routines.some(({ start }) => start === target)) return;
  setBits(marked, slot, SLOT);
  if (decode(numberAt(rom, slot)).opcode.operation === 'jump') {
    isDouble[slot] = 1;
    second.set(slot, targetOf(shape.memory, slot));
  }
  if (opcode.bus === 'ram') throughCell[slot] = operand + 1;
}

/**
 * Whether the word after one that is not a jump can execute next. It cannot after the slot of a jump that is always
 * taken.
 */
function runsOn({ memory: { rom }, named }: CodeShape, address: RomAddress): boolean {
  const { condition } = decode(numberAt(rom, (address - 1) & 0xffff)).opcode;
  return named[address] !== 0 || (condition !== 'always' && condition !== 'far');
}

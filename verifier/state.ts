/**
 * A state of the machine, and what a word makes of it.
 *
 * It begins with the pair (address, next), as in the hardware: the word that executes, and the one that is being
 * fetched. With them, what every part of the verifier has at hand.
 */
import type { Certificate } from './certificate.ts';
import type { Memory } from './memory.ts';
import type { Trust } from './refusal.ts';
import type { Work } from './work.ts';
import { nameOf, type Bytes, type Naming, type Value, type Values } from './values.ts';

/** Places of the registers in a state; after them, the handler's lanes keep numbers of their own. */
export const [IN_AC, IN_X, IN_Y, IN_OUT, RESUME_LOW, RESUME_PAGE] = [0, 1, 2, 3, 4, 5];
/** Address of the word after the check that left, whichever that is. */
export const BACK = -1;

export interface State {
  readonly address: number;
  readonly next: number;
  readonly registers: readonly Value[];
  readonly memory: Memory;
  /** The byte of RAM that AC is a copy of, by its index. */
  readonly copied: number | undefined;
  /** How many lanes there are, if any. */
  readonly lanes: number;
  /** What the word at `address`, or at `next`, loads into AC as one of several constants that execute alone. */
  readonly constants: Bytes | undefined;
  readonly nextConstants: Bytes | undefined;
  /** The jump that replaced `next`. */
  readonly jump: number | undefined;
}

/** A store to a byte that is watched. */
export interface Store {
  readonly index: number;
  readonly value: Value;
  readonly isCertain: boolean;
}

/** What a word does, and what follows. */
export interface Effect {
  readonly states: readonly State[];
  readonly stores?: readonly Store[];
  /** Why the word, or a path on which it is executed, cannot be followed. */
  readonly fault?: string | undefined;
  /** The word is a jump by a byte that was never stored, which is believed not to execute. */
  readonly isUnset?: boolean | undefined;
}

/** What all parts of the verifier share. */
export interface Tools {
  readonly rom: Uint16Array;
  readonly certificate: Certificate;
  readonly values: Values;
  /** 1 for addresses that have a word. */
  readonly used: Uint8Array;
  readonly trust: Trust;
  readonly work: Work;
}

/** The address of the word that is fetched next, if no jump is under way. */
export function wordAfter(address: number): number {
  return address === BACK ? BACK : (address + 1) & 0xffff;
}

/** The state before a word, with no jump under way. */
export function stateAt(address: number, registers: readonly Value[], memory: Memory, lanes = 0): State {
  const open = { copied: undefined, constants: undefined, nextConstants: undefined, jump: undefined };
  return { address, next: wordAfter(address), registers, memory, lanes, ...open };
}

/** On to the word that is being fetched. */
export function advance(state: State): State {
  return advanced(state, state.registers, state.memory, state.copied);
}

/** The same, with what the word has changed. */
export function advanced(
  { next: address, lanes, nextConstants: constants }: State,
  registers: readonly Value[],
  memory: Memory,
  copied: number | undefined,
): State {
  const next = wordAfter(address);
  return { address, next, registers, memory, lanes, copied, constants, nextConstants: undefined, jump: undefined };
}

/** A jump: the state in its delay slot. */
export function goTo(state: State, target: number): State {
  return { ...advance(state), next: target, jump: state.address };
}

/** What tells states apart. */
export function textOf(state: State, how: Naming = 'each'): string {
  const { address, next, registers, memory, copied, constants, nextConstants } = state;
  const held = `${registers.map((value) => nameOf(value, how)).join()} ${memory.text(how)}`;
  return `${address} ${next} ${held} ${copied} ${constants?.id} ${nextConstants?.id}`;
}

/**
 * The words of a program as `reach` sees them when executed in sequence: all that do the same to what it knows are one
 * word.
 *
 * Reach follows AC, Y and the tracked bytes. It does not matter to reach which of the other bytes an instruction reads
 * or writes, nor which constant is in AC if nothing that it tracks depends on it. Most edits change only such things,
 * so the reach can be reused.
 */
import { isConditional, encode, IS_JUMP, type Opcode, opcodeOf, opcodeOfWord, wordAt, ROM_WORDS } from '#isa';
import { type CellPlan, slotOf } from '../values/cells.ts';
import { fixedTarget } from '../values/jumps.ts';
import type { TimingProgram } from '../contract/program.ts';
import { ANY, type Value } from '../values/values.ts';
import type { TimeWords } from '../words/time-words.ts';

/** Stands for words that change nothing that is known. */
const NOTHING_DONE = encode(opcodeOf('ld', 0, 'ac'), 0);
/** Stands for words that bring any byte into AC. */
const ANY_INTO_AC = encode(opcodeOf('ld', 1, 'ram'), 0);

/** What a word does that does not jump, as far as this file distinguishes it. `other` words are kept as they are. */
type Deed = 'nothing' | 'any-into-ac' | 'constant-into-ac' | 'changes-ac' | 'other';

/** The words as far as `reach` can tell them apart; 0 where the program has none. */
export function abstractWords(program: TimingProgram, { addresses }: TimeWords, plan: CellPlan): Uint16Array {
  const matters = whereAcMatters(program, addresses, plan);
  const result = new Uint16Array(ROM_WORDS);
  for (const address of addresses) {
    const word = wordAt(program.words, address);
    const deed = deedOf(opcodeOfWord(word), word & 0xff, plan);
    result[address] = abstractWord(word, deed, matters[address + 1] === 1);
  }
  return result;
}

/**
 * 1 for each address where something known depends on AC before the word, which executes in sequence; a least fixpoint,
 * found by passes backward through the program. 65,537 bytes.
 */
function whereAcMatters({ words, used }: TimingProgram, addresses: readonly number[], plan: CellPlan): Uint8Array {
  // Where there is no word, nothing is known of what follows.
  const matters = new Uint8Array(0x10001).fill(1);
  for (const address of addresses) matters[address] = 0;
  const backward = addresses.toReversed();
  const before = (address: number, after: boolean): boolean => {
    const word = wordAt(words, address);
    const opcode = opcodeOfWord(word);
    return mattersBefore(opcode, deedOf(opcode, word & 0xff, plan), after);
  };
  const beforeJump = (address: number, word: number, opcode: Opcode): boolean => {
    const slot = address + 1;
    const isTest = opcode.bus === 'ac' || isConditional(opcode);
    if (isTest || slot > 0xffff || used[slot] === 0 || IS_JUMP[wordAt(words, slot) >> 8] === 1) return true;
    const target = fixedTarget(word, slot);
    return before(slot, target === undefined || matters[target] === 1);
  };
  for (let changed = true; changed;) {
    changed = false;
    for (const address of backward) {
      if (matters[address] === 1) continue;
      const word = wordAt(words, address);
      const opcode = opcodeOfWord(word);
      const does =
        IS_JUMP[word >> 8] === 1 ? beforeJump(address, word, opcode) : before(address, matters[address + 1] === 1);
      if (!does) continue;
      matters[address] = 1;
      changed = true;
    }
  }
  return matters;
}

function abstractWord(word: number, deed: Deed, matters: boolean): number {
  if (deed === 'nothing') return NOTHING_DONE;
  if (deed === 'any-into-ac') return ANY_INTO_AC;
  const isChange = deed === 'constant-into-ac' || deed === 'changes-ac';
  return isChange && !matters ? ANY_INTO_AC : word;
}

function mattersBefore(opcode: Opcode, deed: Deed, matters: boolean): boolean {
  switch (deed) {
    case 'nothing':
    case 'changes-ac':
      return matters;
    case 'any-into-ac':
    case 'constant-into-ac':
      return false;
    case 'other':
      // A load that does not take AC asks nothing of it; all else may.
      return opcode.operation === 'ld' && opcode.bus !== 'ac' ? matters : true;
  }
}

function deedOf(opcode: Opcode, operand: number, plan: CellPlan): Deed {
  if (opcode.operation === 'jump') return 'other';
  if (opcode.operation === 'st') return storeDeed(opcode, operand, plan);
  if (opcode.target === 'y') return 'other';
  if (opcode.target !== 'ac') return 'nothing';
  if (opcode.bus === 'ram' && readsTracked(opcode, operand, plan)) return 'other';
  // Unlike a load, an operation with any byte need not be able to give every byte.
  if (opcode.bus === 'ram' || opcode.bus === 'in') return opcode.operation === 'ld' ? 'any-into-ac' : 'changes-ac';
  if (opcode.bus === 'd') return opcode.operation === 'ld' ? 'constant-into-ac' : 'changes-ac';
  return accumulatorDeed(opcode);
}

/** AC with itself: left as it is, doubled, or cleared. */
function accumulatorDeed({ operation }: Opcode): Deed {
  if (operation === 'ld' || operation === 'anda' || operation === 'ora') return 'nothing';
  return operation === 'adda' ? 'changes-ac' : 'constant-into-ac';
}

function storeDeed(opcode: Opcode, operand: number, plan: CellPlan): Deed {
  if (opcode.target === 'y' || (opcode.address !== 'd' && opcode.address !== 'yd')) return 'other';
  if (opcode.address === 'd') return slotOf(plan, operand) < 0 ? 'nothing' : 'other';
  return slotOf(plan, operand) < 0 && plan.fields[operand] === 0 ? 'nothing' : 'other';
}

function readsTracked(opcode: Opcode, operand: number, plan: CellPlan): boolean {
  if (opcode.address === 'd') return slotOf(plan, operand) >= 0;
  return opcode.address === 'yd' && (slotOf(plan, operand) >= 0 || plan.fields[operand] === 1);
}

/** Whether a word, with its constant, maps bytes one to one. */
export function isBijection(word: number): boolean {
  const { operation, bus, target } = opcodeOfWord(word);
  return target === 'ac' && bus === 'd' && (operation === 'adda' || operation === 'suba' || operation === 'xora');
}

/** Whether what a word leaves in AC depends on which constant it computes with. */
export function dependsOnConstant(word: number, ac: Value): boolean {
  return !(ac === ANY && isBijection(word));
}

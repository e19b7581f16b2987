/**
 * Where an unresolved jump of the handler may go, such as one into a slide: to each word of its page.
 *
 * One through RAM to an unknown page is taken to go back to the program; the proof of the handler finds out if it does
 * not.
 */
import { opcodeOfWord, wordAt } from '#isa';
import type { TimingProgram } from '../contract/program.ts';
import { isMark } from '../values/constants.ts';
import type { Value, ValueTable } from '../values/values.ts';
import type { Point } from './points.ts';

/** How far back a constant for Y is looked for, in words. */
const LOOK_BACK = 8;

/** Addresses of words; undefined if it may go anywhere. @param y what Y holds at the jump */
export function strayTargets(
  program: TimingProgram,
  values: ValueTable,
  { address, next }: Point,
  y: Value,
  word: number,
): readonly number[] | undefined {
  const { bus, condition } = opcodeOfWord(word);
  // A stray jump may have skipped the load of Y: for a jump with a known low byte, the constant above tells the page.
  const loaded = bus === 'd' ? pageAbove(program, address) : [];
  const pages = condition === 'far' ? (pagesIn(values, y) ?? loaded) : [next >> 8];
  if (pages.length === 0 && bus !== 'ram') return undefined;
  const [first, last] = bus === 'd' ? [word & 0xff, word & 0xff] : [0, 0xff];
  const targets: number[] = [];
  for (const page of pages)
    for (let target = (page << 8) | first; target <= ((page << 8) | last); target++)
      if (program.used[target] === 1) targets.push(target);
  return targets;
}

/** The constant for Y in the words above a jump, if there is one. */
function pageAbove({ words, used }: TimingProgram, jump: number): readonly number[] {
  for (let address = jump - 1; address >= Math.max(0, jump - LOOK_BACK) && used[address] === 1; address--) {
    const word = wordAt(words, address);
    const { operation, bus, target } = opcodeOfWord(word);
    if (target === 'y' && operation === 'ld' && bus === 'd') return [word & 0xff];
  }
  return [];
}

function pagesIn(values: ValueTable, y: Value): readonly number[] | undefined {
  const constants = values.constants(y)?.filter((each) => !isMark(each));
  return constants && [...new Set(constants.map((each) => each & 0xff))];
}

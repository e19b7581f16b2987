/**
 * Where an unresolved jump of the handler may go, such as one into a slide: to each word of its page.
 *
 * One through RAM to an unknown page is taken to go back to the program; the proof of the handler finds out if it does
 * not.
 */
import { opcodeOfWord } from '#isa';
import type { TimingProgram } from '../contract/program.ts';
import { isMark } from '../values/constants.ts';
import type { Value, ValueTable } from '../values/values.ts';
import { constantsBefore } from './handler-stores.ts';
import type { Point } from './points.ts';

const LOW_BYTES = Array.from({ length: 0x100 }, (_, low) => low);

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
  const loaded = bus === 'd' ? constantsBefore(program, address, 'y').slice(0, 1) : [];
  const pages = condition === 'far' ? (pagesIn(values, y) ?? loaded) : [next >> 8];
  if (pages.length === 0 && bus !== 'ram') return undefined;
  const lows = bus === 'd' ? [word & 0xff] : LOW_BYTES;
  const targets = pages.flatMap((page) => lows.map((low) => (page << 8) | low));
  return targets.filter((target) => program.used[target] === 1);
}

function pagesIn(values: ValueTable, y: Value): readonly number[] | undefined {
  const constants = values.constants(y)?.filter((each) => !isMark(each));
  return constants && [...new Set(constants.map((each) => each & 0xff))];
}

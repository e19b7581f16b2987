/**
 * Bytes that may count the turns of a loop for which nothing is declared.
 *
 * Where such a byte starts with a constant, paths that know what it holds come to an end by themselves. A byte that is
 * missed leaves the loop without a known count; it never makes a proof succeed.
 */
import { IS_FIXED_BRANCH, nearTarget, opcodeOfWord, wordAt } from '#isa';
import { nextUsed } from '../contract/address-table.ts';
import type { TimingProgram } from '../contract/program.ts';

/** The zero-page addresses (0..255) of these bytes: each loop both reads and stores to its own. */
export function counterBytes(program: TimingProgram): ReadonlySet<number> {
  const { words, used } = program;
  const declared = new Set(program.loops.map(({ head }) => head));
  const timed = [...program.checks, ...program.charges].map(({ address }) => address as number).sort((a, b) => a - b);
  const counters = new Set<number>();
  for (let address = nextUsed(used, 0); address < used.length; address = nextUsed(used, address + 1)) {
    const word = wordAt(words, address);
    if (IS_FIXED_BRANCH[word >> 8] !== 1) continue;
    const head = nearTarget(address, word & 0xff);
    if (head > address || declared.has(head) || timed.some((each) => each >= head && each <= address)) continue;
    for (const byte of readAndStored(program, head, address + 1)) counters.add(byte);
  }
  return counters;
}

/** The bytes of the zero page that words both read and store to. */
function readAndStored({ words }: TimingProgram, from: number, to: number): readonly number[] {
  const read = new Set<number>();
  const stored = new Set<number>();
  for (let address = from; address <= to; address++) {
    const word = wordAt(words, address);
    const { address: mode, operation, bus } = opcodeOfWord(word);
    if (mode !== 'd') continue;
    if (operation === 'st') stored.add(word & 0xff);
    else if (bus === 'ram') read.add(word & 0xff);
  }
  return [...stored].filter((byte) => read.has(byte));
}

/** Delays, executed word by word by the machine's rules: they take exactly their cycles and end after the last word. */
import { decode } from '#isa';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { MAX_WAIT, waitWords } from './time-words.ts';
import { forAll } from '#test/draws.ts';

/** Runs words at an address; returns the cycles until the word after them executes, and whether AC changed. */
function run(words: readonly number[], address: number): { cycles: number; changed: boolean } {
  let at = address;
  let next = address + 1;
  let ac = 0x155;
  const end = address + words.length;
  for (let cycles = 0; ; cycles++) {
    if (at === end) return { cycles, changed: ac !== 0x155 };
    const { opcode, operand } = decode(words[at - address]!);
    let after = next + 1;
    if (opcode.mnemonic === 'ld') ac = operand;
    else if (opcode.mnemonic === 'suba') ac = (ac - operand) & 0xff;
    else if (opcode.mnemonic === 'bne') {
      if (ac !== 0) after = (next & 0xff00) | operand;
    } else if (opcode.mnemonic !== 'nop') throw new Error(`unexpected ${opcode.mnemonic}`);
    at = next;
    next = after;
  }
}

describe('waiting', () => {
  it('takes exactly the cycles asked for, wherever it is', () => {
    forAll(
      1000,
      [fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: 0x1ff }), fc.boolean()],
      (cycles, address, keeps) => {
        const words = waitWords(cycles, address, keeps);
        const result = run(words, address);
        expect(result.cycles).toBe(cycles);
        if (keeps || cycles < 5) expect(result.changed).toBe(false);
      },
    );
    expect(run(waitWords(MAX_WAIT, 0x80, false), 0x80).cycles).toBe(MAX_WAIT);
  });

  it('takes three words up to 513 odd cycles, one more for even ones', () => {
    for (let cycles = 5; cycles <= 513; cycles++)
      expect(waitWords(cycles, 0, false)).toHaveLength(cycles % 2 === 1 ? 3 : 4);
    expect(waitWords(4, 0, false)).toHaveLength(4);
  });

  it('never branches in the last word of a page', () => {
    for (let low = 0xf0; low <= 0xff; low++) {
      const words = waitWords(1500, low, false);
      for (const [index, word] of words.entries())
        if (decode(word).opcode.mnemonic === 'bne') expect((low + index) & 0xff).not.toBe(0xff);
    }
  });
});

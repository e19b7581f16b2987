import { describe, expect, it } from 'vitest';
import type { DebugTable } from '#assembler';
import { Meanings } from './meaning.ts';

const MEANINGS = new Meanings({ squares: { a1: 29, fileStep: 1, rankStep: 10 }, sets: [], pieces: null });

/** A table of which only the element matters. */
function tableOf(element: string): DebugTable {
  const place = { source: 0, line: 0 };
  const range = { address: 0, stride: 4, size: 4, first: 0, last: 3 };
  return { name: 'turns', layout: 'row', ...range, index: 'ply', element, attributes: {}, ...place } as DebugTable;
}

describe('the meaning of a word of a game record', () => {
  it.each([
    [0x3c0d2432, 'white pawn e2e4'],
    [0x3c591b42, 'white pawn e4d5, takes black knight'],
    [0, 'no turn'],
    [0xff, undefined],
  ])('of %i is %s', (word, text) => {
    expect(MEANINGS.ofEntry(tableOf('turn-word'), word)).toBe(text);
    expect(MEANINGS.ofEntry(tableOf('move-word'), word)).toBe(text);
  });
});

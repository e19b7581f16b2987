/** What selected lines take, through the real protocol. */
import { describe, expect, it } from 'vitest';
import type { SelectionCyclesResult } from '#server/protocol';
import { languageFixture } from '#test/server/language-fixture.ts';

const server = languageFixture();

const SOURCE = `.macro twice op
        op   1
        op   1
.endmacro
start:  ld   2
        twice adda
        beq  start
        nop
        .wait 100
        bra  start
        nop
        .org $0080
        twice suba
        bra  start
        nop
`;

describe('selected lines', () => {
  it.each([
    ['a straight run, with the words of a macro call', 4, 5, { words: 3, cycles: 3, stretches: 1, branches: 0 }],
    ['that end in a branch and its slot', 4, 7, { words: 5, cycles: 5, stretches: 1, branches: 0 }],
    ['that wait', 8, 8, { words: 4, cycles: 100, stretches: 1, branches: 0 }],
    ['with a branch before the end', 4, 10, { words: 11, cycles: 107, stretches: 1, branches: 1 }],
    ['in two places', 10, 12, { words: 3, cycles: 3, stretches: 2, branches: 0 }],
    ['of a macro, in each call', 1, 2, { words: 4, cycles: 4, stretches: 2, branches: 0 }],
    ['without words', 0, 0, { words: 0, cycles: 0, stretches: 0, branches: 0 }],
    ['past the end', 13, 4000, { words: 2, cycles: 2, stretches: 1, branches: 0 }],
  ])('%s', async (_, first, last, expected) => {
    const { uri } = await server.open(SOURCE);
    expect(await server.client.send<SelectionCyclesResult>('gigatron/selectionCycles', { uri, first, last })).toEqual(
      expected,
    );
  });
});

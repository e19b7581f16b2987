/** Loops that count their turns in RAM, from a constant, need no declaration. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isFailure } from '#basics';
import { certify } from '#certifier';
import { prove } from '#test/assembler/assembled-text.ts';
import { claimsOf } from '#test/timing/claims.ts';
import { forAll } from '#test/draws.ts';

/** How a loop counts: what it does before its head, in each turn but for the words between, and how long it is. */
interface Counting {
  readonly before: (turns: number) => string;
  readonly turn: (words: string) => string;
  readonly words: number;
}

const DOWN: Counting = {
  before: (turns) => `ld ${turns}\n st [$41]`,
  turn: (words) => `head: ${words}\n ld [$41]\n suba 1\n bne head\n st [$41]`,
  words: 4,
};
const UP: Counting = {
  before: (turns) => `ld ${256 - turns}\n st [$41]`,
  turn: (words) => `head: ${words}\n ld 1\n adda [$41]\n bne head\n st [$41]`,
  words: 4,
};
const BY_Y: Counting = {
  before: DOWN.before,
  turn: (words) => `head: ${words}\n ld 0,y\n ld [y,$41]\n suba 1\n bne head\n st [y,$41]`,
  words: 5,
};
const LEFT_IN_THE_MIDDLE: Counting = {
  before: (turns) => `ld ${turns}\n st [$41]`,
  turn: (words) => `head: ${words}\n ld [$41]\n suba 1\n beq past\n st [$41]\n bra head\n nop\npast:`,
  words: 6,
};

/** A loop after a check that charges so much. */
const source = ({ before, turn }: Counting, turns: number, nops: number, charge: number): string => `
start:  .check =${charge}
 ${before(turns)}
${turn(`.nops ${nops}`)}
 bra start
 nop
`;

const costOf = ({ words }: Counting, turns: number, nops: number): number =>
  5 + 2 + turns * (words + nops) - (words === LEFT_IN_THE_MIDDLE.words ? 2 : 0) + 2;

const counting = fc.constantFrom(DOWN, UP, BY_Y, LEFT_IN_THE_MIDDLE);
const loop = fc.record({ way: counting, turns: fc.integer({ min: 1, max: 12 }), nops: fc.nat(3) });

it('are exact where they cost what is charged, and the verifier agrees', () => {
  forAll(100, [loop], ({ way, turns, nops }) => {
    const { program, first } = prove(source(way, turns, nops, costOf(way, turns, nops)));
    expect(first).toMatchObject({ verdict: 'exact' });
    const claims = claimsOf(program);
    const certified = claims && certify(claims);
    expect(certified && isFailure(certified) ? certified.message : '').toBe('');
  });
});

it('are wrong where they cost something else', () => {
  forAll(100, [loop, fc.constantFrom(-1, 1, 4)], ({ way, turns, nops }, off) => {
    const { first } = prove(source(way, turns, nops, costOf(way, turns, nops) + off));
    expect(first).toMatchObject({ verdict: 'wrong', difference: -off });
  });
});

it('are not known where the start is not', () => {
  const { first } = prove(source({ ...DOWN, before: () => 'ld in\n st [$41]' }, 3, 0, costOf(DOWN, 3, 0)));
  // It leaves the loop after one turn, too.
  expect(first).toMatchObject({ verdict: 'wrong', reason: 'timing-wrong' });
});

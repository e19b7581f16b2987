/** Declared loops: which turns are followed, and which are left out because of a declaration. */
import { describe, expect, it } from 'vitest';
import { trusted, verdict, type Change } from '#test/verifier/verdicts.ts';

describe('loops', () => {
  /** From some checks a turn of the loop at `head` can be reached. */
  const turning =
    (...from: readonly string[]): Change =>
    ({ certificate, at }) => {
      certificate.turns = [[at.head!, from.map((name) => at[name]!)]];
    };

  const entering =
    (branch: string): Change =>
    (made) => {
      turning()(made);
      for (const loop of made.certificate.declarations.loops) loop.entries.push(made.at[branch]!);
    };

  const counted = (loop: string, cycles: number): string => `
start:  .check =${cycles}
        .loop ${loop}
head:   nop
        ld   [$30]
        suba 1
        bne  head
last:   st   [$30]
        bra  start
        nop
`;

  it('run as often as is declared, which is believed', () => {
    expect(trusted(counted('head, 4, 4', 5 + 20 + 2), turning())).toEqual(['loop']);
    expect(verdict(counted('head, 4, 5', 5 + 20 + 2), turning())).toMatch('the balance');
    expect(verdict(counted('head, 3, 4', 5 + 20 + 2), turning())).toMatch('the balance');
    expect(verdict(counted('head, 5, 4', 5 + 20 + 2), turning())).toMatch('more often');
  });

  it('may end before they are through at a check from which they go on', () => {
    const body = `
start:  .check =9
        nop
        nop
        .loop head, 3, 3
head:   nop
        nop
within: .check =10
        ld   [$30]
        bne  head
last:   st   [$31]
        bra  start
        nop
`;
    expect(verdict(body, turning('within'))).toBe('accepted');
    expect(verdict(body, turning())).toMatch(/is not listed|no path from here/);
    // From the check in the loop, a turn leads to the head: fewer turns before it are no reason to leave a path out.
    expect(verdict(body.replace('=9', '=10'), turning('within'))).toMatch('the balance');
  });

  it('may go on after several checks', () => {
    const body = `
start:  .check =9
        nop
        nop
        .loop head, 3, 3
head:   nop
        nop
first:  .check =9
        .nops 4
second: .check =10
        ld   [$30]
        bne  head
last:   st   [$31]
        bra  start
        nop
`;
    expect(verdict(body, turning('first', 'second'))).toBe('accepted');
    expect(verdict(body, turning('second'))).toMatch(/is not listed|no path from here/);
  });

  it.each([
    ['near', 'nop; bra head; nop', 29],
    ['far', 'ld >head,y; jmp y,<head; nop', 29],
  ])('are entered in their middle where the jump back is %s', (_, back, cycles) => {
    const body = (loop: string): string => `
start:  .check =${cycles}
enter:  bra  middle
        nop
        .loop ${loop}
head:   ld   [$30]
        beq  over
        suba 1
        st   [$30]
middle: ${back.replace(/; nop$/, '; last: nop').replaceAll('; ', '\n')}
over:   bra  start
        nop
`;
    expect(trusted(body('head, 3, 3'), entering('enter'))).toEqual(['loop', 'loop entry']);
    expect(verdict(body('head, 2, 2'), entering('enter'))).toMatch('the balance');
    expect(verdict(body('head, 2, 3'), entering('enter'))).toMatch('the balance');
    expect(verdict(body('head, 3, 3'), turning())).toMatch('which is not listed');
    expect(verdict(body('head, 3, 3'), entering('over'))).toMatch('no branch before its head');
  });

  it('are entered by a branch in whose slot the head is', () => {
    const body = `
start:  .check =22
        ld   1
enter:  bra  middle
        .loop head, 3, 3
head:   nop
        nop
        suba 1
middle: bge  head
last:   nop
        bra  start
        nop
`;
    expect(verdict(body, entering('enter'))).toBe('accepted');
    expect(verdict(body.replace('=22', '=17'), entering('enter'))).toMatch('the balance');
  });

  it('are passed by branches over them', () => {
    const body = `
start:  .check =29
        ld   [$31]
        beq  skip
        nop
        .loop head, 3, 3
head:   ld   [$30]
        suba 1
        st   [$30]
        bge  arm
        nop
skip:   bra  start
        nop
arm:    bra  head
last:   nop
`;
    expect(verdict(body, turning())).toMatch('the balance');
  });

  it('are paid by name', () => {
    const body = `
start:  .check =8
        ld   [$40]
        adda [32]
        .cost n, 4, 5
        st   [32]
        .loop head, 1, 9, n
head:   ld   [$30]
        suba 1
        bne  head
last:   st   [$30]
        .nops 3
        bra  start
        nop
`;
    expect(verdict(body, turning())).toMatch('accepted');
    expect(trusted(body, turning())).toEqual(['charged', 'loop']);
    expect(verdict(body.replace('n, 4, 5', 'n, 5, 5'), turning())).toMatch('balance');
    expect(verdict(body.replace('n, 4, 5', 'm, 4, 5'))).toMatch('count of the charge');
  });

  it('are combined only where a path has several', () => {
    const paid = (number: number): string => `
l${number}: .check =8
        ld   [$40]
        adda [32]
        .cost n${number}, 4, 5
        st   [32]
        .loop head${number}, 1, 12, n${number}
head${number}: ld [$30]
        suba 1
        bne  head${number}
        st   [$30]
        .nops 3
        bra  l${number + 1}
        nop
`;
    const body = `start:${[0, 1, 2, 3, 4, 5].map(paid).join('')}l6: .check =7\nbra start\nnop`;
    expect(verdict(body)).toMatch('accepted');
  });

  it('are of the amount that AC shows', () => {
    const body = 'start: .check =12\nld 250\nadda [32]\n.cost , 0, 6\nst [32]\n.nops 8\nbra start\nnop';
    const charging =
      (cycles: number): Change =>
      ({ certificate: { declarations } }) => {
        declarations.charges = declarations.charges.map(({ address }) => ({ address, cycles, isDeclared: true }));
      };
    expect(trusted(body, charging(6))).toEqual(['charged']);
    expect(verdict(body, charging(5))).toMatch('of another amount');
  });
});

/** Declarations that contradict each other, or the code, and are not taken. */
import { describe, expect, it } from 'vitest';
import { prove } from '#test/assembler/prove-page.ts';

describe('.targets', () => {
  const twice = (declared: string): string => `
start:  .check =10
        ld   [$50]
        ${declared}
        bra  ac
        nop
one:    nop
        nop
two:    bra  start
        nop`;

  it('count together where there are several for one jump', () => {
    expect(prove(twice('.targets two')).first.verdict).toBe('exact');
    const { first } = prove(twice('.targets one\n .targets two'));
    expect(first).toMatchObject({ verdict: 'wrong', range: { min: 5, max: 7 } });
  });

  it('in another page than a near jump stays in are said to be wrong', () => {
    const { first } = prove(twice('.targets two+256'));
    expect(first).toMatchObject({ verdict: 'unproven', reason: 'timing-declaration' });
    expect(first.message).toBe('The jump goes to page $0100 only, and its declared target $020a is in another');
  });

  it('in another page than Y holds are said to be wrong', () => {
    const { first } = prove(twice('ld 3,y\n .targets two').replace('bra  ac', 'jmp y,ac'));
    expect(first).toMatchObject({ verdict: 'unproven', reason: 'timing-declaration' });
  });
});

describe('.loop', () => {
  const turns = (count: number, declared: string): string => `
start:  .check =${5 + 1 + 2 * count + 2}
        ld   ${count - 1}
        ${declared}
head:   bne  head
        suba 1
        bra  start
        nop`;

  it.each([
    ['.loop head, 5, 5', 'exact'],
    ['.loop head, 1, 9', 'exact'],
    ['.loop head, 3, 3', 'The loop at $0106 is declared to run 3 times, and a path comes to its head for the 4th time'],
    [
      '.loop head, 1, 4',
      'The loop at $0106 is declared to run 1 to 4 times, and a path comes to its head for the 5th time',
    ],
    ['.loop head, 8, 9', 'The loop at $0106 is declared to run 8 to 9 times, and a path leaves it after 5'],
    ['.loop head, 3, 3\n .loop head, 5, 6', 'exact'],
  ])('of five turns: %s', (declared, answer) => {
    const { verdict, message, reason } = prove(turns(5, declared)).first;
    expect(verdict === 'exact' ? verdict : message).toBe(answer);
    if (verdict !== 'exact') expect(reason).toBe('timing-declaration');
  });

  it('is contradicted in a loop inside another, not by the last turn of the outer one', () => {
    const nested = (inner: number): string => `
start:  .check =40
        .loop outer, 2, 2
outer:  ld   [$50]
        beq  done
        suba 1
        st   [$50]
        ld   2
        .loop inner, ${inner}, ${inner}
inner:  bne  inner
        suba 1
        bra  outer
        nop
done:   bra  start
        nop`;
    expect(prove(nested(3)).first).toMatchObject({ verdict: 'wrong', range: { min: 18, max: 18 } });
    expect(prove(nested(2)).first).toMatchObject({ verdict: 'unproven', reason: 'timing-declaration' });
  });
});

describe('.charged', () => {
  const charged = (words: string): string => `
start:  .check =8
        ${words}
        nop
        bra  start
        nop`;

  it.each([
    ['ld 253\n .cost , 0, 3\n adda [$20]\n st [$20]', 'exact'],
    [
      'ld 251\n .cost , 0, 3\n adda [$20]\n st [$20]',
      'The charge is declared to be 3 cycles, and AC holds -5, which charges 5',
    ],
    ['ld [$20]\n suba 3\n .cost , 0, 3\n st [$20]', 'exact'],
    [
      'ld [$20]\n ld 100\n .cost , 0, 3\n st [$20]',
      'The words before $0107 do not make what they store from the account, so they charge nothing to it',
    ],
  ])('before words that charge what it says: %s', (words, answer) => {
    const { verdict, message } = prove(charged(words)).first;
    expect(verdict === 'exact' ? verdict : message).toBe(answer);
  });
});

/** Loops that were called exact and are not, though what they declare is true: see wrong-when-exact.test.ts. */
import { describe, expect, it } from 'vitest';
import { prove } from '#test/assembler/prove-page.ts';

/** A loop of `turns` turns by a constant in AC. */
const delay = (label: string, turns: number, name: string): string => `
        ld   ${turns - 1}
        .loop ${label}, ${turns}, ${turns}, ${name}
${label}: bne  ${label}
        suba 1`;

describe('loops', () => {
  it('that share a name have each their own count', () => {
    const source = (pad: number): string => `
start:  .check =${5 + 3 + 11 + 2 + 2}
        ld   [$50]
        beq  short
        nop
${delay('five', 5, 'turns')}
        bra  join
        nop
short:  .nops ${pad}
${delay('three', 3, 'turns')}
join:   bra  start
        nop`;
    expect(prove(source(6)).first).toMatchObject({ verdict: 'exact', range: { min: 18, max: 18 } });
    expect(prove(source(3)).first).toMatchObject({ verdict: 'wrong', reason: 'timing-wrong' });
  });

  it('with a range share a name with a loop of another', () => {
    const { first } = prove(`
start:  .check =20
        ld   [$50]
        beq  other
        ld   3
        .loop many, 1, 4, turns
many:   bne  many
        suba 1
        bra  start
        nop
other:  ld   2
        .loop few, 3, 3, turns
few:    bne  few
        suba 1
        bra  start
        nop`);
    expect(first).toMatchObject({ verdict: 'wrong', range: { min: 3 + 1 + 6 + 2, max: 3 + 8 + 2 } });
  });

  it.each([
    ['a branch in a delay slot', 'bra  tail\n bra  head\n nop\ntail: nop', 3 * 5 + 2],
    ['a far jump', 'ld   >head,y\n jmp  y,<head\n nop\n nop', 3 * 5 + 2],
  ])('are closed by %s', (_, closing, cycles) => {
    const source = (paid: number): string => `
start:  .check =${5 + 1 + paid + 2}
        ld   3
        .loop head, 4, 4
head:   beq  done
        suba 1
        ${closing}
done:   bra  start
        nop`;
    expect(prove(source(cycles)).first).toMatchObject({
      verdict: 'exact',
      range: { min: cycles + 3, max: cycles + 3 },
    });
    expect(prove(source(cycles - 1)).first.verdict).toBe('wrong');
  });

  it('have not run their head where they are entered in the middle', () => {
    const source = (paid: number): string => `
start:  .check =${5 + 2 + paid + 2}
        bra  mid
        nop
        .loop head, 2, 2
head:   ld   [$50]
        beq  done
        suba 1
        st   [$50]
mid:    nop
        bra  head
        nop
done:   bra  start
        nop`;
    expect(prove(source(3 + 7 + 3)).first).toMatchObject({ verdict: 'exact' });
    expect(prove(source(3 + 3)).first.verdict).toBe('wrong');
  });

  it('are entered in the middle also after a jump that is not known', () => {
    const source = `
start:  .check =8
        ld   [$51]
        bra  ac
        nop
met:    .check =${5 + 2 + 3 + 3 + 2}
        bra  mid
        nop
        .loop head, 2, 2
head:   ld   [$50]
        beq  done
        suba 1
        st   [$50]
mid:    nop
        bra  head
        nop
done:   bra  start
        nop`;
    const { program, results } = prove(source);
    expect(results.find(({ address }) => address === program.at['met'])?.verdict).not.toBe('exact');
  });

  it('have arms that are out of line', () => {
    const source = (back: string, paid: number): string => `
start:  .check =${5 + 2 + paid + 2}
        ld   3
        st   [$51]
        .loop head, 3, 3
head:   ld   [$50]
        beq  arm
        nop
        nop
        nop
join:   ld   [$51]
        suba 1
        bne  head
        st   [$51]
        bra  start
        nop
arm:    bra  join
        ${back}`;
    expect(prove(source('nop', 3 * 9)).first).toMatchObject({ verdict: 'exact' });
    expect(prove(source('nop\n nop', 3 * 9)).first).toMatchObject({ verdict: 'exact' });
    expect(prove(source('bra join', 3 * 9)).first.verdict).not.toBe('exact');
  });

  it('with a routine that is called after them, too, are left when their turns are done', () => {
    const { verdicts } = prove(`
start:  .check =${5 + 2 + 3 * 9 + 5 + 2}
        ld   3
        st   [$51]
        .loop head, 3, 3
head:   bra  sub
        ld   one
one:    ld   [$51]
        suba 1
        bne  head
        st   [$51]
        bra  sub
        ld   two
two:    bra  start
        nop
sub:    st   [$40]
        bra  [$40]
        nop`);
    expect(verdicts).toEqual(['exact']);
  });

  it('that run twice on one path may have another count each time', () => {
    const source = (second: string): string => `
        .slack 40
start:  .check =14
        ld   [$31]
        .cost turns, 4, -4
        adda [$20]
        st   [$20]
        .loop one, 1, 4, turns
one:    ld   [$50]
        suba 1
        bne  one
        st   [$50]
        ${second}
        bra  start
        nop`;
    expect(prove(source('')).first).toMatchObject({ verdict: 'exact' });
    const twice = source('.loop two, 1, 4, turns\ntwo: ld [$51]\n suba 1\n bne two\n st [$51]');
    expect(prove(twice.replace('turns, 4, -4', 'turns, 8, -8')).first.verdict).toBe('wrong');
  });
});

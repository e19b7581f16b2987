/**
 * Programs that were called exact and are not, though every declaration in them is true: one for each way in which the
 * proof once lost a path.
 */
import { describe, expect, it } from 'vitest';
import { prove } from '#test/assembler/prove-page.ts';
import { timedProgram } from '#test/assembler/timed-program.ts';
import { POWER_ON, trampoline } from '#test/timing/program-writer.ts';
import { prepareProof, proveTiming } from './index.ts';

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

describe('what tracked bytes hold', () => {
  it('is anything where nothing was stored, for a branch', () => {
    const source = `
start:  .check =14
        ld   [$51]
        beq  other
        nop
        bra  join
        ld   [$40]
other:  ld   5
        nop
join:   bne  start
        nop
met:    bra  sub
        ld   one
one:    bra  start
        nop
sub:    st   [$40]
        .check =7
        bra  [$40]
        nop`;
    const { program, results } = prove(source);
    expect(prepareProof(program).found.isReached(program.at['met']!)).toBe(true);
    expect(results[1]!.verdict).toBe('wrong');
  });

  it('is of the field or of the zero page where Y can be 0', () => {
    const { results } = prove(`
start:  ld   [$50]
        bne  three
        nop
        ld   0,y
        ld   a
        st   [y,$41]
        bra  join
        nop
three:  ld   3,y
        ld   b
        bra  join
        st   [y,$41]
        nop
join:   ld   [y,$41]
        bra  ac
        nop
a:      bra  sub
        ld   one
b:      bra  sub
        ld   two
one:    .nops 5
two:    bra  after
        nop
sub:    st   [$42]
inner:  .check =9
        bra  [$42]
        nop
after:  .check =7
        bra  b
        nop
        bra  [$41]`);
    expect(results[0]).toMatchObject({ verdict: 'wrong', range: { min: 4, max: 9 } });
  });

  it.each([
    ['ld 0,y', 'ld [$54],y'],
    ['ld [$54],y', 'ld 0,y'],
  ])('may be what is stored through a Y that is 0 on one way and not known on the other: %s, %s', (one, other) => {
    const { results } = prove(`
start:  .check =14
        ld   [$50]
        beq  other
        nop
        bra  join
        ${one}
other:  nop
        ${other}
join:   ld   one
        st   [$40]
        ld   two
        st   [y,$40]
        .check =12
        bra  [$40]
        nop
one:    .nops 5
two:    .check =7
        bra  start
        nop`);
    expect(results.map(({ verdict }) => verdict)).toEqual(['exact', 'wrong', 'exact']);
    expect(results[1]).toMatchObject({ range: { min: 2, max: 7 } });
  });

  it('may be what the handler stores through a Y of 0', () => {
    const source = `
start:  .check =10
        bra  sub
        ld   one
one:    bra  done
        nop
two:    nop
        bra  done
        nop
sub:    st   [$40]
        .check =9
        bra  [$40]
        nop
done:   .check =7
        bra  start
        nop
        .entry two`;
    expect(prove(source).results[1]!.verdict).toBe('exact');
    const handler = POWER_ON.replace('ld   $aa,x', 'ld 0,y\n ld two\n st [y,$40]');
    const { results } = proveTiming(timedProgram(`${handler}\n${source}`));
    expect(results[1]).toMatchObject({ verdict: 'unproven', reason: 'timing-return' });
  });

  it('is not a return address that was used, unless it was stored again on every way', () => {
    const source = (again: string): string => `
start:  .check =9
        bra  sub
        ld   one
one:    .check =13
        ld   [$50]
        beq  other
        nop
        ld   two
        bra  join
        st   [$40]
other:  ${again}
        nop
join:   .check =7
        bra  [$40]
        nop
two:    .check =7
        bra  start
        nop
sub:    bra  back
        st   [$40]
back:   bra  [$40]
        nop`;
    expect(prove(source('ld two\n st [$40]')).results[2]).toMatchObject({ verdict: 'exact' });
    expect(prove(source('nop')).results[2]).toMatchObject({ verdict: 'unproven', reason: 'timing-return' });
  });

  it('grows at a call that a far return has asked for its page before', () => {
    const source = `
start:  ld   >p2
        st   [$41]
        ld   [$50]
        beq  two
        ld   [$51]
        bra  s1
        nop
two:    bne  s2
        nop
        ld   >p1
        bra  s1
        st   [$41]
s2:     ld   >sub,y
        jmp  y,<sub
        ld   <q2
s1:     ld   >sub,y
        jmp  y,<sub
        ld   <q1
${trampoline('leave4', 0x4f0)}
        .org $0400
        .trampoline leave4
sub:    st   [$42]
chk:    .check =12
        ld   [$41],y
        jmp  y,[$42]
        nop
        .org $0500
p1:
q1:     ld   >inner,y
        jmp  y,<inner
        ld   <r2
        .org $0610
q2:     ld   >inner,y
        jmp  y,<inner
        ld   <r2
        .org $0600
p2:     ld   >inner,y
        jmp  y,<inner
        ld   <r1
${trampoline('leave7', 0x7f0)}
        .org $0700
        .trampoline leave7
inner:  bra  chk2
        st   [$43]
r1:     .nops 5
r2:     bra  fin
        nop
chk2:   .check =9
        bra  [$43]
        nop
fin:    .check =7
        bra  fin
        nop`;
    const { results } = proveTiming(timedProgram(`${POWER_ON}\n${source}`));
    expect(results[1]).toMatchObject({ verdict: 'wrong', range: { min: 4, max: 9 } });
  });
});

describe('a lookup table', () => {
  it('is run on from its entry where its jump is in a delay slot', () => {
    const { first } = prove(`
start:  .check =15
        ld   [$50]
        anda 1
        adda table
        bra  slot
        .table table, 2
        .targets table
        bra  ac
        bra  over
slot:   nop
over:   bra  start
        nop
table:  ld   1
        ld   2
        bra  start
        nop`);
    expect(first).toMatchObject({ verdict: 'wrong', range: { min: 9, max: 10 } });
  });
});

describe('the account', () => {
  it.each([
    ['a branch', 'ld [$50]\n bne skip\n ld ac,y\n st [y,$20]\n bra join\n nop\nskip: .nops 3\njoin:', 13],
    ['a sum', 'ld 0\n adda ac,y\n nop\n st [y,$20]', 11],
    ['a mask', 'ld [$50]\n anda 0,y\n nop\n st [y,$20]', 11],
    ['a difference', 'ld [$50]\n suba ac,y\n nop\n st [y,$20]', 11],
  ])('is seen to be written where Y is 0 by %s', (_, words, paid) => {
    const { first } = prove(`start: .check =${paid}\n${words}\n bra start\n nop`);
    expect(first).toMatchObject({ verdict: 'unproven', reason: 'timing-account' });
  });
});

/**
 * Programs that were called exact and are not, though every declaration in them is true: one for each way in which the
 * proof once lost a path.
 */
import { describe, expect, it } from 'vitest';
import { prove } from '#test/assembler/prove-page.ts';
import { timedProgram } from '#test/assembler/timed-program.ts';
import { POWER_ON, trampoline } from '#test/timing/program-writer.ts';
import { prepareProof, proveTiming } from './index.ts';
import { ANY, ValueTable } from './values/values.ts';

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
  ])('may be what is stored through a Y that is 0 on one path and unknown on the other: %s, %s', (one, other) => {
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

  it('is not a used return address, unless it was stored again on every path', () => {
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

describe('a store to the account', () => {
  it.each([
    ['page $80, the mirror of page 0', 'ld $80,y'],
    ['a mask that can leave 0', ['ld [$50]', 'anda 8', 'ld ac,y'].join('\n')],
  ])('is seen through Y of %s', (_, lines) => {
    const { results } = prove(`start: .check =40\n${lines}\nld 5\nst [y,$20]\nbra start\nnop`);
    expect(results[0]).toMatchObject({ verdict: 'unproven', reason: 'timing-account' });
  });

  it('takes a byte of which two branches leave only 0 for 0', () => {
    const values = new ValueTable();
    const notNegative = values.withSigns(ANY, 1 | 4);
    expect(values.single(values.withSigns(notNegative, 2 | 4))).toBe(0);
  });

  it('is none with 64 KiB, where $80 is a page of its own', () => {
    const program = timedProgram(`${POWER_ON}\nstart: .check =10\nld $80,y\nld 5\nst [y,$20]\nbra start\nnop`);
    expect(proveTiming({ ...program, ramKib: 64 }).results[0]?.verdict).toBe('exact');
  });
});

describe('RAM, off the bus after an odd ctrl,', () => {
  it.each([
    ['before the first check', 'ctrl $3d', 'nop', 128, 'unproven'],
    ['on a path', '', 'ctrl $3d', 128, 'unproven'],
    ['perhaps', '', 'ctrl x', 128, 'unproven'],
    ['but for an even one', 'ctrl $3e', 'ctrl $3c', 128, 'exact'],
    ['which only the expander does', 'ctrl $3d', 'ctrl $3d', 64, 'exact'],
  ] as const)('leaves nothing exact: %s', (_, early, word, ramKib, verdict) => {
    const program = timedProgram(`${early}\n${POWER_ON}\nstart: .check =8\n${word}\nbra start\nnop`);
    const [first] = proveTiming({ ...program, ramKib }).results;
    expect([first?.verdict, first?.reason]).toEqual([verdict, verdict === 'exact' ? undefined : 'timing-ram']);
  });
});

/** Verdicts on calls, loops, computed jumps and branches over page ends, in programs whose cycles can be counted by eye. */
import { describe, expect, it } from 'vitest';
import { prove } from '#test/assembler/prove-page.ts';
import { ACCOUNT, timedProgram } from '#test/assembler/timed-program.ts';
import { proveTiming } from './index.ts';

describe('calls', () => {
  it('return to the call that was made', () => {
    const { verdicts } = prove(`
start:  .check b
        bra  sub
        ld   back
back:   bra  sub
        ld   more
more:   bra  start
        nop
        .nops 6
b:      nop
sub:    st   [$40]
        bra  [$40]
        nop
`);
    expect(verdicts).toEqual(['exact']);
  });

  /** A routine with a check of its own, called from two places; the second pays `second` cycles less. */
  const shared = (second: string): string => `
start:  .check b
        nop
        bra  sub
        ld   back
        nop
b:
back:   .nops 4
        .check d
        ${second}
        bra  sub
        ld   more
        nop
d:
more:   .nops 2
        bra  start
        nop
sub:    st   [$40]
        .check e
        bra  [$40]
        nop
        .nops 4
e:
`;

  it('return to every caller from a check inside the routine', () => {
    const { results, verdicts } = prove(shared('nop'));
    expect(verdicts).toEqual(['exact', 'exact', 'exact']);
    expect(results[2]!.range).toEqual({ min: 6, max: 6 });
  });

  it('are wrong when one of the callers is', () => {
    const { results, program } = prove(shared('nop').replace('more:   .nops 2', 'more:   .nops 1'));
    expect(results[2]).toMatchObject({ verdict: 'wrong', difference: -1 });
    expect(results[2]!.path.map((step) => step.address)).toContain(program.at['more']);
  });

  it('are not trusted to a cell that the handler uses too', () => {
    const source = shared('nop');
    expect(prove(source.replaceAll('[$40]', '[$22]')).results[2]).toMatchObject({
      verdict: 'unproven',
      reason: 'timing-return',
    });
  });

  it('say so when nothing is stored into a return cell', () => {
    const { first, program } = prove(`
start:  .check b
        bra  [$40]
b:      nop
`);
    expect(first).toMatchObject({ verdict: 'unproven', reason: 'timing-return', place: program.at['start']! + 5 });
  });
});

describe('loops', () => {
  it('without a check or a count are unproven', () => {
    const { first, program } = prove(`
start:  .check b
loop:   ld   [$30]
        suba 1
        st   [$30]
        bne  loop
        nop
b:      bra  start
        nop
`);
    expect(first).toMatchObject({ verdict: 'unproven', reason: 'timing-loop', place: program.at['loop'] });
  });

  it('with constants in AC are followed to their end', () => {
    const { first } = prove(`
start:  .check b
        ld   3
self:   bne  self
        suba 1
        bra  start
        nop
        .nops 6
b:      nop
`);
    // ld, then 4 turns of two words, then two more.
    expect(first).toMatchObject({ verdict: 'exact', range: { min: 11, max: 11 } });
  });

  it('with a declared count cost count times body', () => {
    const { first } = prove(`
start:  .check b
        ld   4
        st   [$30]
        .loop loop, 4, 4
loop:   ld   [$30]
        suba 1
        bne  loop
        st   [$30]
        .nops 9
        bra  start
        nop
b:
`);
    expect(first).toMatchObject({
      range: { min: 2 + 16 + 11, max: 2 + 16 + 11 },
      verdict: 'wrong',
      difference: 29 - 17,
    });
  });

  it('whose exit is at the head end in their last turn', () => {
    const { first } = prove(`
start:  .check b
        .loop loop, 3, 3
loop:   ld   [$30]
        beq  done
        suba 1
        bra  loop
        st   [$30]
done:   bra  start
        nop
        .nops 6
b:
`);
    // Two full turns of five words, then three words, then two.
    expect(first).toMatchObject({ range: { min: 15, max: 15 }, verdict: 'wrong', difference: 15 - 13 });
  });

  it('charge by a table of costs what the count costs', () => {
    const source = (factor: number, end: string) => `
start:  .check ${end}
        ld   [$31]
        adda [${ACCOUNT}]
        .cost turns, ${factor}, -4
        st   [${ACCOUNT}]
        .loop loop, 1, 9, turns
loop:   ld   [$30]
        suba 1
        bne  loop
        st   [$30]
        bra  start
        nop
        .nops 0
b:
`;
    // Four cycles a turn by the table; of the nine that are paid ahead, four are given back.
    expect(prove(`.slack 40\n${source(4, 'b')}`).first).toMatchObject({
      verdict: 'exact',
      range: { min: 9, max: 41 },
      late: 32,
    });
    const twoWords = source(4, 'b').replace(/( +adda .*\n)( +\.cost .*\n)/, '$2$1');
    expect(prove(`.slack 40\n${twoWords}`).first).toMatchObject({ verdict: 'exact', late: 32 });
    expect(prove(`.slack 40\n${source(3, 'b')}`).first).toMatchObject({ verdict: 'wrong', reason: 'timing-wrong' });
    expect(prove(`.slack 31\n${source(4, 'b')}`).first).toMatchObject({ verdict: 'wrong', reason: 'timing-overdraft' });
  });
});

describe('computed jumps', () => {
  it('without declared targets are unproven', () => {
    const { first, program } = prove(`
start:  .check b
        ld   [$30]
        bra  ac
b:      nop
`);
    expect(first).toMatchObject({ verdict: 'unproven', reason: 'timing-jump', place: program.at['start']! + 6 });
  });

  it('go to their declared targets', () => {
    const { verdicts } = prove(`
start:  .check b
        ld   [$30]
        .targets one, two
        bra  ac
        bra  back
one:    ld   11
two:    ld   22
back:   st   [$31]
        bra  start
b:      nop
`);
    // ld, bra, bra, one entry, st, bra, nop.
    expect(verdicts).toEqual(['exact']);
  });
});

describe('pages', () => {
  /** A path from a check in page 1 to a place in another page, and back. */
  const away = (way: string, there: string): string => `
        ld   >start,y
        jmp  y,<start
        nop
        .org $01f0
        .trampoline leave
leave:  bra  leave
        nop
        .org $01f6
start:  .check =12
${way}
${there}
        ld   >start,y
        jmp  y,<start
        nop`;

  it('a near branch in the last word of a page goes to the next one', () => {
    const source = away('.nops 4\n bra $10\n nop', '.org $0210');
    const { results } = proveTiming(timedProgram(source.replace('=12', '=14')));
    expect(results[0]).toMatchObject({ verdict: 'exact', range: { min: 9, max: 9 } });
  });

  it('a branch in the slot of a far jump goes to the page of its target, after one word there', () => {
    const source = away('ld 3,y\n jmp y,$80\n bra $10', '.org $0380\n ld 1\n bra $80\n nop\n .org $0310');
    expect(proveTiming(timedProgram(source)).results[0]).toMatchObject({ verdict: 'exact', range: { min: 7, max: 7 } });
  });
});

describe('far calls', () => {
  it('return to each page that is in the byte when they are made, also where a loop brings it later', () => {
    const page = (start: string, name: string): string => `
        .org $${start}f0
        .trampoline ${name}
${name}: bra ${name}
        nop
        .org $${start}00
        .trampoline ${name}
`;
    const go = (target: string, slot = 'nop'): string => `
        ld   >${target},y
        jmp  y,<${target}
        ${slot}`;
    const { results, at } = ((program) => ({ ...proveTiming(program), at: program.at }))(
      timedProgram(`${go('start')}
${page('01', 'leave')}
start:  ld   >one
        st   [$41]
loop:   .check =20
${go('sub', 'ld <one')}
both:   ld   >two
        st   [$41]
${go('sub', 'ld <home')}
${page('02', 'leave2')}
sub:    st   [$40]
        ld   [$41],y
        jmp  y,[$40]
        nop
${page('03', 'leave3')}
one:    nop
${go('in', 'ld <late')}
${page('04', 'leave4')}
two:    nop
${go('in', 'ld <soon')}
        .org $0480
home:   nop
${go('loop')}
${page('05', 'leave5')}
in:     st   [$42]
        bra  waits
        nop
soon:   nop
late:   nop
${go('both')}
waits:  .check =20
        bra  [$42]
        nop
`),
    );
    const inner = results.find(({ address }) => address === at['waits'])!;
    // From the return to the loop's check; by way of page 4 there is a word more.
    expect(inner.range!.max - inner.range!.min).toBe(1);
  });
});

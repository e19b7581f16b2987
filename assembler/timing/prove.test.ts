/** Verdicts on small programs whose cycles can be counted by eye. */
import { describe, expect, it } from 'vitest';
import { formatWord } from '#isa';
import { ACCOUNT, timedProgram } from '../../test/support/timed-program.ts';
import { formatPath, proveTiming } from './index.ts';

/** A main program in page 1, entered at `start`, with a trampoline and a handler that resumes. */
function inPage(body: string): string {
  return `
        ld   >start,y
        jmp  y,<start
        nop
        .org $01f0
        .trampoline leave
leave:  st   [$21]
        ld   >handler,y
        jmp  y,<handler
        nop
        .org $0200
handler: ld  1
        st   [$22]
        ld   [$21]
        adda 5
        st   [$21]
        ld   [$22],y
        jmp  y,[$21]
        nop
        .org $0100
${body}`;
}

function prove(body: string) {
  const program = timedProgram(inPage(body));
  const report = proveTiming(program);
  return { program, ...report, verdicts: report.results.map((result) => result.verdict), first: report.results[0]! };
}

describe('time checks', () => {
  it('are exact over straight code', () => {
    const { verdicts, first } = prove(`
start:  .check b
        .nops 7
b:      .check c
        bra b
        nop
c:
`);
    expect(verdicts).toEqual(['exact', 'exact']);
    expect(first).toMatchObject({ cycles: 12, range: { min: 7, max: 7 }, late: 0 });
  });

  it('are wrong when a path is longer, and show it', () => {
    const { first, program } = prove(`
start:  .check b
        ld   [$30]
        beq  here+3
        nop
        nop
b:      bra  start
        nop
`);
    expect(first).toMatchObject({ verdict: 'wrong', reason: 'timing-wrong', difference: 1 });
    const text = formatPath(first, (address) => formatWord(program.words[address]!));
    expect(text.split('\n')[0]).toBe('    0     4  $0105  ld   [$30]');
    expect(text.split('\n').at(-1)).toMatch(/^ {4}5 {4}-1 {2}\$0100/);
  });

  it('count what a path executes, not what stands in line', () => {
    const { first } = prove(`
start:  .check b
        ld   [$30]
        beq  other
        nop
        bra  join
        nop
other:  bra  join
        nop
join:   bra  start
        nop
b:
`);
    // Nine words stand in line, and every path executes seven of them.
    expect(first).toMatchObject({ verdict: 'wrong', range: { min: 7, max: 7 }, difference: -2 });
  });

  const corrected = (refund: number): string => `
start:  .check b
        ld   [$30]
        beq  other
        nop
        .nops 8
        bra  start
        nop
b:
other:  .charge ${-refund}
        bra  start
        nop
`;

  it('accept a path that a refund corrects', () => {
    expect(prove(corrected(5)).first).toMatchObject({ verdict: 'exact', range: { min: 8, max: 13 } });
    expect(prove(corrected(6)).first).toMatchObject({ verdict: 'wrong', difference: 1 });
  });

  it('do not let a path spend first and charge afterwards', () => {
    const late = (slack: string): string => `
        ${slack}
start:  .check b
        ld   [$30]
        beq  other
        nop
        bra  start
        nop
b:
other:  .charge 5
        .nops 4
        bra  start
        nop
`;
    expect(prove(late('')).first).toMatchObject({ verdict: 'wrong', reason: 'timing-wrong', difference: 2 });
    const paid = (slack: string): string => late(slack).replace('.charge 5', '.charge 7');
    // Charged first, it is exact, and says how late the handler may be entered.
    expect(prove(paid('')).first).toMatchObject({ verdict: 'exact', late: 7 });
    const spentFirst = paid('')
      .replace('.charge 7', '.nops 4')
      .replace('.nops 4\n        bra', '.charge 7\n        bra');
    expect(prove(spentFirst).first).toMatchObject({ verdict: 'wrong', reason: 'timing-overdraft' });
    expect(prove(paid('.slack 6')).first).toMatchObject({ verdict: 'wrong', reason: 'timing-overdraft', late: 7 });
    expect(prove(paid('.slack 7')).first).toMatchObject({ verdict: 'exact', late: 7 });
  });

  it('prove sync checks behind their block', () => {
    const loop = (target: string): string => `start: ld [$30]\n again: .nops 4\n .sync start\n bra ${target}\n nop`;
    expect(prove(loop('start')).first).toMatchObject({ verdict: 'wrong', difference: 2 });
    expect(prove(loop('again+1')).first).toMatchObject({ verdict: 'exact', range: { min: 5, max: 5 }, late: 5 });
    expect(prove(loop('again+2')).first).toMatchObject({ verdict: 'wrong', difference: -1 });
  });

  it('are told apart from words that only look like them', () => {
    const { program } = prove('start: .check b\n bra start\n nop\n b:');
    program.words[program.at['start']! + 1]!++;
    expect(proveTiming(program).results[0]).toMatchObject({ verdict: 'wrong', reason: 'timing-words' });
  });

  it('keep the account within a signed byte', () => {
    const charged = `start: .check b\n .charge 100\n .charge 100\n .charge -100\n .charge -100\n bra start\n nop\n b: nop`;
    expect(prove(charged).first).toMatchObject({ verdict: 'wrong', reason: 'timing-range' });
    expect(prove(`start: .check =11\n .charge -12\n .charge 14\n bra start\n nop`).first.reason).toBe(
      'timing-overdraft',
    );
    expect(prove(`.slack 9\n start: .check =11\n .charge -12\n .charge 14\n bra start\n nop`).first.reason).toBe(
      'timing-range',
    );
  });

  it('do not count on charges whose words are others', () => {
    const { program } = prove('start: .check b\n .charge 3\n bra start\n nop\n b: nop');
    expect(proveTiming(program).results[0]).toMatchObject({ verdict: 'wrong', difference: -3 });
    program.words[program.at['start']! + 5]!++;
    expect(proveTiming(program).results[0]).toMatchObject({ verdict: 'unproven', reason: 'timing-words' });
  });

  it('may be entered at their first word only, and nothing else may write the account', () => {
    expect(prove('start: .check b\n bra start+1\n nop\n b:').first).toMatchObject({
      verdict: 'unproven',
      reason: 'timing-entered',
    });
    expect(prove(`start: .check b\n st [${ACCOUNT}]\n bra start\n nop\n b:`).first).toMatchObject({
      verdict: 'unproven',
      reason: 'timing-account',
    });
  });

  it('keep to one page', () => {
    const { first } = prove('start: .org $01eb\n again: .check b\n bra again\n nop\n b:');
    expect(first.reason).toBe(undefined);
    const program = timedProgram(
      '.org $0080\n leave: .org $00fb\n .trampoline leave\n start: .check b\n bra start\n nop\n b:',
    );
    expect(proveTiming(program).results[0]).toMatchObject({ verdict: 'wrong', reason: 'timing-page' });
  });
});

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

describe('registers', () => {
  it('that live across a check are reported where they are read', () => {
    const { lostRegisters, program } = prove(`
start:  ld   [$30],x
        ld   5,y
again:  .check b
        st   [y,x]
        bra  again
        nop
b:
`);
    const address = program.at['again']! + 5;
    expect(lostRegisters.map((each) => each.register).sort()).toEqual(['AC', 'X', 'Y']);
    expect(lostRegisters.every((each) => each.address === address && each.check === program.at['again'])).toBe(true);
  });
});

describe('registers that only one of two paths sets', () => {
  it.each([
    ['nop', 'ld 5,x'],
    ['ld 5,x', 'nop'],
  ])('%s and %s', (one, other) => {
    const { lostRegisters, program } = prove(`
start:  .check b
        ld   [$30]
        beq  here+4
        nop
        bra  here+3
        ${one}
        ${other}
        ld   [x]
        bra  start
b:      nop
`);
    expect(lostRegisters).toEqual([{ register: 'X', address: program.at['b']! - 2, check: program.at['start'] }]);
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

describe('timed blocks', () => {
  it('are exact or show a path', () => {
    const { results } = prove(`
start:  ld   [$30]
        beq  a
        nop
        nop
        bra  c
        nop
a:      nop
        nop
        nop
c:      bra  start
        nop
        .exact start, c, 6
        .atmost start, c, 6
        .exact start, c, 5
        .exact start, start, 8
        .exact start, leave, 3
`);
    expect(results.map((result) => result.verdict)).toEqual(['exact', 'exact', 'wrong', 'exact', 'unproven']);
    expect(results[2]!.path.length).toBe(7);
  });
});

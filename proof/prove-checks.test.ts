/** Verdicts on time checks and timed blocks in programs whose cycles can be counted by eye. */
import { describe, expect, it } from 'vitest';
import { formatWord } from '#isa';
import { prove } from '#test/assembler/prove-page.ts';
import { ACCOUNT, timedProgram } from '#test/assembler/timed-program.ts';
import { formatPath, proveTiming } from './index.ts';

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

  it('count what a path executes, not what is in line', () => {
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
    // Nine words are in line, and every path executes seven of them.
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

  it('prove sync checks after their block', () => {
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

  /** Code with an exit in the slot of each of two jumps to where an unknown jump goes on. */
  const twoExits = (blocks: string, behind = 'bra ac\n nop'): string => `
start:  ld   [$30]
        bge  more
        nop
        bra  reenter
short:  ld   5
more:   nop
        nop
        bra  reenter
long:   ld   6
reenter: adda [$31]
        ${behind}
        ${blocks}
`;

  it('that begin together are held each against its own exit', () => {
    const { verdicts } = prove(twoExits('.exact start, short, 4\n .exact start, long, 6'));
    expect(verdicts).toEqual(['exact', 'exact']);
    const late = prove(twoExits('.exact start, short, 4\n .exact start, long, 5'));
    expect(late.verdicts).toEqual(['exact', 'wrong']);
  });

  it('are unproven where a path leaves and no block names its exit', () => {
    expect(prove(twoExits('.exact start, short, 4')).verdicts).toEqual(['unproven']);
  });

  it('go on behind another end from which they can come to their own', () => {
    const { verdicts } = prove(twoExits('.exact start, short, 4\n .exact start, reenter, 5'));
    // The way through short takes 5 cycles to reenter, the other one 7.
    expect(verdicts).toEqual(['exact', 'wrong']);
  });

  it('do not end at another end from which the way leads through a time check', () => {
    const checked = twoExits(
      '.exact start, short, 4\n .exact start, long, 6',
      '.check b\n bra start\n nop\n .nops 3\nb:',
    );
    const { results } = prove(checked);
    expect(results.filter(({ kind }) => kind === 'exact').map(({ reason }) => reason)).toEqual([
      'timing-check-inside',
      'timing-check-inside',
    ]);
  });
});

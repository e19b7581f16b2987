/** Charges whose amount is in AC: `.charged`, alone and with the count of a loop. */
import { describe, expect, it } from 'vitest';
import { assemble } from '#assembler';

/** A loop that makes one turn more than [count] says, paid for from a table before it begins. */
function program(charged: string, loop: string): string {
  return `
.zp account
.zp count
.timing account=account
        bra  start
        nop
        .lookup costs
        .entry 0, -2, -4, -6
        .endlookup
start:  ld   100
        st   [account]
work:   .check .over
        ld   [count]
        anda 3
        st   [count]
        adda <costs
        .targets costs
        bra  ac
        bra  .back
        nop
.back:  ${charged}
        adda [account]
        st   [account]
        ld   [count]
        ${loop}
.turn:  bne  .turn
        suba 1
.over:  .check .end
        bra  work
        nop
.end:   .trampoline
        bra  .end
        nop
`;
}

function verdictOf(source: string): string {
  const { timing, diagnostics } = assemble('main', { read: () => ({ text: source }) });
  const [first] = timing;
  return first === undefined
    ? diagnostics.map(({ code, message }) => `${code} ${message}`).join()
    : `${first.verdict}: ${first.detail}`;
}

describe('.charged by a count', () => {
  it.each([
    ['.charged cycles=-2 count=turns factor=2', '.loop 1..4 name=turns', /^exact: .* 6 cycles late$/],
    ['.charged count=turns factor=2 cycles=-2', '.loop 3 name=turns', /^exact: .* 4 cycles late$/],
    ['.charged cycles=-2 count=turns factor=3', '.loop 1..4 name=turns', /^wrong: /],
    ['.charged cycles=-1 count=turns factor=2', '.loop 1..4 name=turns', /^wrong: /],
    [
      '.charged cycles=-2 count=turns factor=2',
      '.loop 1..4',
      /^unproven: The count turns is not that of any declared loop/,
    ],
    ['.charged cycles=-2 count=others factor=2', '.loop 1..4 name=turns', /^unproven: The count others is not/],
  ])('%s before %s', (charged, loop, verdict) => {
    expect(verdictOf(program(charged, loop))).toMatch(verdict);
  });

  it('needs no count where the amount is always the same', () => {
    expect(verdictOf(program('.charged cycles=4', '.loop 3'))).toMatch(/^exact: /);
    expect(verdictOf(program('.charged cycles=3', '.loop 3'))).toMatch(/^wrong: /);
  });

  it('refuses other words, and a factor of no count', () => {
    expect(verdictOf(program('.charged cycle=4', '.loop 3'))).toMatch(/GT0807/);
    expect(verdictOf(program('.charged factor=2', '.loop 3'))).toBe(
      'GT0807 ".charged" needs count=name beside factor=n',
    );
  });
});

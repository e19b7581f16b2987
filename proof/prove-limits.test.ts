/** Programs at the edge of what can be proven: each once said to be exact, or claimed for less than it does. */
import { describe, expect, it } from 'vitest';
import { prove } from '#test/assembler/prove-page.ts';
import { findRoutineFacts, prepareProof } from './index.ts';

describe('the account', () => {
  it('is seen to be written through Y where Y is 0', () => {
    const { first } = prove(`
start:  .check b
        ld   0,y
        st   [y,$20]
        bra  start
        nop
b:
`);
    expect(first).toMatchObject({ verdict: 'unproven', reason: 'timing-account' });
  });

  it('is not taken for another byte that is written through Y', () => {
    const { verdicts } = prove(`
start:  .check b
        ld   3,y
        st   [y,$20]
        bra  start
        nop
b:
`);
    expect(verdicts).toEqual(['exact']);
  });

  // The account is 0 or more after a check; a charge of 100 and a sync of 60 make it -160, which is 96.
  it.each([
    [60, 100, 'wrong'],
    [28, 100, 'exact'],
    [29, 100, 'wrong'],
  ])('stays a signed byte where a sync of %i follows a charge of %i', (sync, charge, verdict) => {
    const { first } = prove(`
start:  .check =5
        .charge ${charge}
        .nops ${charge - 3 + sync - 5}
        .sync =${sync}
        .check =7
        bra  start
        nop
`);
    expect(first.verdict).toBe(verdict);
    if (verdict === 'wrong') expect(first.reason).toBe('timing-range');
  });
});

describe('a branch', () => {
  it('on the difference from a byte of RAM can go both ways, whatever the program stored there', () => {
    const { first } = prove(`
start:  .check =16
        ld   5
        st   [$40]
        ld   5
        suba [$40]
        beq  same
        nop
        nop
same:   bra  start
        nop
other:  bra  [$40]
        nop
`);
    expect(first).toMatchObject({ verdict: 'wrong', range: { min: 8, max: 9 } });
  });
});

describe('the facts of a routine', () => {
  it('do not follow a return through a byte that the handler writes', () => {
    const { program } = prove(`
start:  bra  sub
        ld   back
back:   .check =12
        bra  start
        nop
sub:    st   [$21]
        .check =12
        bra  [$21]
        nop
`);
    const facts = findRoutineFacts(prepareProof(program), { name: 'sub', start: program.at['sub']!, end: 0 });
    expect(facts).toMatchObject({ cycles: null, isWhole: false });
  });
});

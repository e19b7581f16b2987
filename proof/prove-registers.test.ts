/** Registers that live across a check: reported where they are read, and told apart by path. */
import { describe, expect, it } from 'vitest';
import { prove } from '#test/assembler/prove-page.ts';

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

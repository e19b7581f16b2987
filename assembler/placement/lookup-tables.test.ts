/** Lookup tables as targets: the proof follows what any of their entries can give. */
import { describe, expect, it } from 'vitest';
import { assemble, type DebugTiming } from '#assembler';

function assembled(text: string) {
  const { debugInfo, diagnostics } = assemble('main', { read: () => ({ text }) });
  return { checks: debugInfo.timing, codes: diagnostics.map(({ code }) => code) };
}

function verdicts(source: string): DebugTiming['verdict'][] {
  return assembled(source).checks.map(({ verdict }) => verdict);
}

describe('.targets of a lookup table', () => {
  /** Reads an entry; after a negative one two more cycles pass. */
  const reading = (entries: string, cycles: number): string => `
.zp index external=yes
.macro take name
        .targets name
        bra  ac
        bra  .got
        nop
.got:
.endmacro
start:  ld   table
        adda [index]
        take table
        bge  end
        nop
        nop
        nop
end:    bra  start
        nop
        .exact start, end, ${cycles}
        .lookup table
        .entry ${entries}
        .endlookup
`;

  it('follows what every entry gives, not the first alone', () => {
    expect(verdicts(reading('1, 2, 3', 7))).toEqual(['exact']);
    expect(verdicts(reading('-1, -2, -3', 9))).toEqual(['exact']);
    expect(verdicts(reading('1, 2, -3', 7))).toEqual(['wrong']);
    expect(verdicts(reading('-1, 2, -3', 9))).toEqual(['wrong']);
  });

  it('follows one entry where one is named', () => {
    expect(verdicts(reading('1, 2, -3', 7).replace('take table', 'take table + 1'))).toEqual(['exact']);
  });
});

describe('a table without a branch in the slot of the jump', () => {
  it('has all its entries as targets, and execution runs on from each', () => {
    const source = (count: string): string => `
.zp index external=yes
start:  ld   table
        adda [index]
        .targets table
        bra  ac
        nop
        .lookup table
        .entry 1, 2, 3
        .endlookup
end:    bra  start
        nop
        .atmost start, end, ${count}
`;
    expect(verdicts(source('7'))).toEqual(['exact']);
    expect(verdicts(source('6'))).toEqual(['wrong']);
    // Only the last entry takes less.
    expect(verdicts(source('7').replace('.atmost', '.exact'))).toEqual(['wrong']);
    expect(verdicts(source('7').replace('.targets table', '.targets table + 1').replace('.atmost', '.exact'))[0]).toBe(
      'wrong',
    );
  });
});

describe('.targets of a far jump whose page comes from RAM', () => {
  it('says where it goes', () => {
    const source = `
.zp page external=yes
start:  ld   [page],y
        .targets one, two
        jmp  y,$10
        nop
        .org $0110
one:    bra  one
        nop
        .org $0210
two:    bra  two
        nop
`;
    const { codes } = assembled(source);
    expect(codes).not.toContain('GT0806');
    expect(codes).not.toContain('GT0910');
  });
});

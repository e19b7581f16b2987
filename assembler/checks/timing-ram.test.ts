/** The proof reads how much RAM a program has: page $80 is page 0 of 32 KiB only. */
import { expect, it } from 'vitest';
import { assemble, type Assembly } from '#assembler';

const program = (ram: string): string => `
        ${ram}
        .zp account at $20
        .timing account=account
        .org 0
        ld   100
        st   [account]
work:   .check over
        ld   $80, y
        ld   5
        st   [y, account]
over:   .check end
        bra  work
        nop
end:
leave:  .trampoline
        nop`;

/** The verdicts of one program that is edited. */
function edited(): (ram: string) => unknown {
  let assembly: Assembly | undefined;
  return (ram) => {
    assembly = assemble('main', { read: () => ({ text: program(ram) }) }, {}, assembly);
    const { timing, handler } = assembly.debugInfo;
    return { verdicts: timing.map(({ verdict }) => verdict), handler, ramKib: assembly.timingClaims()?.program.ramKib };
  };
}

it.each([
  ['.ram 32', 32, 'unproven'],
  ['', 32, 'unproven'],
  ['.ram 64', 64, 'exact'],
])('%s', (ram, ramKib, verdict) => {
  expect(edited()(ram)).toMatchObject({ verdicts: [verdict, 'exact'], ramKib });
});

it('is proven again where only the size of RAM has changed', () => {
  const verdicts = edited();
  for (const ram of ['.ram 64', '.ram 32', '.ram 64', '.ram 128', '']) expect(verdicts(ram)).toEqual(edited()(ram));
});

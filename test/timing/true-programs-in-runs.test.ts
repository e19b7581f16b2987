/** Programs that runs once judged wrongly: true ones that were stopped, and a false one that was not. In both cores. */
import { expect, it } from 'vitest';
import { formatDifference } from '#emulator';
import { assembleTimed } from '#test/assembler/assembled-text.ts';
import { differenceFromAnywhere, firstDifference } from '#test/timing/declared-run.ts';
import { SMALL_HANDLER } from '#test/timing/small-handler.ts';

const CYCLES = 20_000;

/** Words that refill the account, in place of a handler. */
const RESUMES = `
        st   [resumeLo]
        ld   127
        st   [account]
        ld   [resumeLo]
        adda 5
        st   [resumeLo]
        .resume
        bra  [resumeLo]
        nop
`;

/** A program with a handler of its own. @param start what start-up leaves in the account and in `c` */
const small = (start: readonly [account: number, c: number], text: string, slack = 0): string => `
        .timing account=account slack=${slack}
        .zp account
        .zp resumeLo
        .zp c
        .org 0
reset:  ld   ${start[1]}
        st   [c]
        ld   ${start[0]}
        st   [account]
        bra  work
        nop
${text}
        .trampoline
${RESUMES}`;

/** The sample with a program. @param words what stores AC to the account, in place of one word */
const sample = (program: string, words = ['st [account]']): string => {
  const waits = /( +\.wait )(13|5|11)( +;1[028]\n)/g;
  return `${SMALL_HANDLER.replace(/st {3}\[account\] +;5/, words.join('\n')).replace(
    waits,
    (_, wait: string, cycles: string) => `${wait}${Number(cycles) - words.length + 1}\n`,
  )}
        .zp c
        .page
        trampoline
${program}`;
};

const SIEVE = `
sieve:  .check end
        ld   [c]
        adda 1
        st   [c]
end:    .check again
        bra  sieve
        nop
again:
`;

/** A loop of two turns at the end of a check, before the handler's jump back. */
const twice = (declared: string, charge = ''): string => `
        .loop ${declared}
head:   ld   [c]
        suba 1
        st   [c]
        bne  head
        nop
${charge}
        ld   2
        st   [c]
        bra  work
        nop
`;

const differenceIn = (source: string): string | undefined => {
  const { image, debugInfo } = assembleTimed(source);
  const difference = firstDifference(image, debugInfo.declarations, CYCLES, { seed: 1, source });
  return difference && formatDifference(difference);
};

it.each([
  [
    'a loop whose head is a check, of which the handler executes the first word',
    sample(`
sieve:  .check end
        ld   10
        st   [c]
        nop
end:
        .loop 10..10
body:   .check again
        ld   [c]
        suba 1
        st   [c]
        bne  body
        nop
again:  .check last
        bra  sieve
        nop
last:
`),
  ],
  [
    'a loop whose head is the first word of a check, which executes alone',
    sample(`
sieve:  .check * + 13
        ld   1
        bra  half
        nop
        .loop 1
head:   .check * + 9
        bra  done
        nop
half:   bra  head
        bra  done
done:   bra  sieve
        nop
`),
  ],
  ['a proven handler that stores the account through Y', sample(SIEVE, ['ld 0,y', 'st [y,account]'])],
  ['a proven handler that stores the account through X', sample(SIEVE, ['ld account,x', 'st [x]'])],
  [
    'a charge of 128 cycles',
    small(
      [100, 0],
      `
work:   .check * + 5 + 3
        ld   -128
        .charged cycles=128
        adda [account]
        st   [account]
        .refund 50
        .wait 73
        bra  work
        nop
`,
    ),
  ],
  [
    'a loop that is paid for, at the end of a check to which the handler goes back from behind it',
    small(
      [100, 2],
      `work:   .check * + 5 + 7
${twice(
  '2..2 name=k',
  `        ld   -10
        .charged cycles=0 factor=5 count=k
        adda [account]
        st   [account]`,
)}`,
      40,
    ),
  ],
])('%s does not stop a run, wherever the comparison begins', (_, source) => {
  expect(differenceIn(source)).toBeUndefined();
  const { image, debugInfo } = assembleTimed(source);
  expect(differenceFromAnywhere(image, debugInfo.declarations, 100, 300)).toBeUndefined();
});

it('a short check at address 1 is resumed at its end', () => {
  const source = `
        .timing account=account
        .zp account
        .zp resumeLo
        .macro leave charge, resume
        ld   resume - 5
${RESUMES}
        .endmacro
        .org 0
        bra  init
work:   .shortcheck end
        nop
        nop
        bra  work
        ld   [account]
end:
init:   ld   100
        st   [account]
        bra  work
        ld   [account]
        .exits leave
`;
  expect(differenceIn(source)).toBeUndefined();
});

it('a loop that turns less often than declared stops it, though the handler goes back to its head from behind', () => {
  // Each check leaves.
  const source = small([0, 2], `work:   .check * + 5 + 19\n${twice('3..3')}`).replace('ld   127', 'ld   0');
  expect(differenceIn(source)).toBe('Declared: the loop runs 3 times. Seen: it ran 2 times.');
});

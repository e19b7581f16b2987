/** Short checks in a program with its handler, as the machine runs it; cases/ have their words and findings. */
import { describe, expect, it } from 'vitest';
import type { Assembly } from '#assembler';
import { assembleText, faultsIn, replaced } from '#test/assembler/assembled-text.ts';

/** The library's handler, an exit that fits it, and a program of both forms. */
const HEAD = `
VIDEO_START     = main
VIDEO_ROWS      = 60
VIDEO_REPEATS   = 8
        .include <video>
        .macro leave charge, resume
        ld   resume - 5
        st   [videoResumeLo]
        ld   -charge
        suba [account]
        ld   >videoSlide,y
        ld   videoResumeHi,x
        nop
        jmp  y,ac
        st   >*,[x]
        .endmacro
        .zp  count
        .page
        trampoline
`;
const MAIN = `
main:   .check .end
        ld   0
        st   [count]
.end:   bra  next
        ld   [account]
        .intended
        nop
next:   .shortcheck .over
        ld   [count]
        adda 1
        st   [count]
        beq  five
        ld   [account]
.over:  .shortcheck .out
        bra  next
        ld   [account]
.out:
five:   .shortcheck .last + 2
        nop
        bra  main
        nop
.last:  .exits leave
`;

const problems = ({ diagnostics }: Assembly): string[] =>
  diagnostics.filter(({ severity }) => severity !== 'information').map(({ code, message }) => `${code} ${message}`);

const faults = (assembly: Assembly): number => faultsIn(assembly, 1_000_000);

describe('a program with checks of both forms', () => {
  const assembly = assembleText(HEAD + MAIN);

  it('is proven with its handler, and the monitor finds nothing', () => {
    expect(problems(assembly)).toEqual([]);
    expect(assembly.handler).toMatchObject({ verdict: 'proven' });
    expect(assembly.debugInfo.timing.map(({ kind, cycles, verdict }) => [kind, cycles, verdict])).toEqual([
      ['check', 7, 'exact'],
      ['short', 8, 'exact'],
      ['short', 5, 'exact'],
      ['short', 8, 'exact'],
      ['exact', 198, 'exact'],
    ]);
    expect(faults(assembly)).toBe(0);
  });
});

describe('planted faults', () => {
  it.each([
    ['an exit a cycle long', '        nop\n        jmp', '        .wait 2\n        jmp', 'GT0831'],
    ['an exit a cycle short', '        nop\n        jmp', '        jmp', 'GT0831'],
    ['an exit that charges one too many', 'ld   -charge', 'ld   -charge - 1', 'GT0831'],
    ['an exit that goes back a word too far', 'resume - 5', 'resume - 4', 'GT0831'],
    [
      'a nop where the account should be loaded',
      'beq  five\n        ld   [account]',
      'beq  five\n        nop',
      'GT0837',
    ],
    [
      'another byte loaded',
      'bra  next\n        ld   [account]\n.out',
      'bra  next\n        ld   [count]\n.out',
      'GT0837',
    ],
    ['a cycle too many charged', '.shortcheck .out', '.shortcheck .out + 1', 'GT0810'],
    ['a path of five words charged as a short one', '.last + 2', '.last', 'GT0810'],
  ])('%s', (_, from, to, code) => {
    const assembly = assembleText(replaced(HEAD + MAIN, [from, to]));
    const found = assembly.diagnostics.find((each) => each.code === code);
    expect(found?.severity).toBe('error');
    if (code === 'GT0831') expect(faults(assembly)).toBeGreaterThan(0);
  });
});

/** Short checks from the source to the verdict: words, exits, the account in AC, and the way into a handler. */
import { describe, expect, it } from 'vitest';
import { assemble, type Assembly } from '#assembler';
import { createMachine } from '#emulator';

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

const assembled = (text: string): Assembly => assemble('a.gtasm', { read: () => ({ text }) });
const codesOf = ({ diagnostics }: Assembly): string[] => diagnostics.map(({ code }) => code);
const problems = ({ diagnostics }: Assembly): string[] =>
  diagnostics.filter(({ severity }) => severity !== 'information').map(({ code, message }) => `${code} ${message}`);

/** A text with one part of it changed, which must be there. */
function changed(text: string, from: string, to: string): string {
  expect(text).toContain(from);
  return text.replace(from, to);
}

/** Faults that the monitor counts in some frames. */
function faults(assembly: Assembly): number {
  const machine = createMachine(assembly.image);
  machine.run(1_000_000);
  const { badLines, badFrames } = machine.monitor;
  return badLines + badFrames;
}

describe('a program with checks of both forms', () => {
  const assembly = assembled(HEAD + MAIN);

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
    ['a way of five words charged as a short one', '.last + 2', '.last', 'GT0810'],
  ])('%s', (_, from, to, code) => {
    const assembly = assembled(changed(HEAD + MAIN, from, to));
    const errors = assembly.diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors.map((each) => each.code)).toContain(code);
    if (code === 'GT0831') expect(faults(assembly)).toBeGreaterThan(0);
  });
});

describe('AC at a short check', () => {
  const start = `
        .zp account
        .timing account=account
        .macro leave charge, resume
        bra  *
        nop
        .endmacro
        ld   100
        st   [account]
`;
  const end = '.end:   .exits leave\n';
  const message = (text: string): string => problems(assembled(start + text + end)).join();

  it('holds the account after a charge and after a store to the account', () => {
    expect(message('loop: .shortcheck .end\n.charge 3\nbra loop\nld [account]\n')).not.toMatch('GT0837');
    expect(message('loop: .shortcheck .end\nbra loop\nld [account]\n')).toBe('');
    expect(
      message('ld [account]\nloop: .shortcheck .end\nnop\n.charge 6\n.shortcheck .end\nbra loop\nld [account]\n'),
    ).not.toMatch('GT0837');
  });

  it.each([
    [
      'after another check',
      'loop: .shortcheck next\nnext: .shortcheck .end\nbra loop\nld [account]\n',
      'the video handler may have run',
    ],
    [
      'after a word that changes AC',
      'loop: .shortcheck .end\nld [account]\nbra loop\nadda 0\n',
      'leaves something else in AC',
    ],
    ['at the entry', 'loop: .shortcheck .end\nbra loop\nld [account]\n.enter loop\n', 'execution can begin'],
  ])('is not the account %s', (_, text, why) => {
    expect(message(text)).toMatch(new RegExp(`GT0837 AC may not hold the account at the short check at .*${why}`));
  });

  it('shows the way from the word that spoils it', () => {
    const { diagnostics } = assembled(start + 'loop: .shortcheck .end\nld [account]\nadda 1\nbra loop\nnop\n' + end);
    const finding = diagnostics.find(({ code }) => code === 'GT0837');
    expect(finding?.related?.map((each) => each.message.replace(/^.*: /, ''))).toEqual([
      'adda 1',
      'bra loop',
      'nop',
      '.shortcheck .end',
    ]);
  });
});

describe('exits', () => {
  const start = `
        .zp account
        .timing account=account
        .macro leave charge, resume
        .word charge, resume
        .endmacro
`;
  it('get the charge and the address after the check, each check one', () => {
    const { image, diagnostics } = assembled(
      start +
        '.org $200\na: .shortcheck b\nnop\nb: .shortcheck c\nnop\nnop\nc: .exits leave\nd: .shortcheck e\ne: .exits leave',
    );
    expect(diagnostics.filter(({ code }) => code < 'GT0810')).toEqual([]);
    expect([...image.subarray(0x200, 0x212)]).toEqual([
      ...[0xa004, 0xe809, 0xc201, 0x0200],
      ...[0xa005, 0xe80b, 0xc201, 0x0200, 0x0200],
      ...[4, 0x203, 5, 0x207],
      ...[0xa003, 0xe810, 0xc201],
      ...[3, 0x210],
    ]);
  });

  it.each([
    ['none', 'a: .shortcheck b\nb: nop', 'GT0834'],
    ['in another page', 'a: .shortcheck b\nb: .page\n.exits leave', 'GT0835'],
    ['without a check', '.exits leave', 'GT0836'],
    ['of a macro that is not there', 'a: .shortcheck b\nb: .exits other', 'GT0301'],
    ['of a macro with other parameters', '.macro one a\n.endmacro\na: .shortcheck b\nb: .exits one', 'GT0603'],
    ['of a check whose label is too near', 'a: .shortcheck a + 2\n.exits leave', 'GT0803'],
    ['of a check whose label is too far', 'a: .shortcheck a + 129\n.exits leave', 'GT0803'],
    ['of a check at the end of a page', '.org $fd\na: .shortcheck a + 3\n.exits leave', 'GT0804'],
    ['of a check in a program without an account', 'a: .shortcheck a + 3\n.exits leave', 'GT0801'],
  ])('%s', (_, text, code) => {
    const head = code === 'GT0801' ? start.replace(/.*\.timing.*\n/, '') : start;
    expect(codesOf(assembled(head + text))).toContain(code);
  });
});

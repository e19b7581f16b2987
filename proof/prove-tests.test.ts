/** Paths that no run can take do not make a check wrong, and those that some run takes do. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { timedProgram } from '#test/assembler/timed-program.ts';
import { proveTiming } from './prove.ts';
import { forAll } from '#test/draws.ts';

/** The first arm is `more` words longer where the byte is not 0, the second one where it is, after some words. */
const twoTests = (charge: number, more: number, between: readonly string[], others = ''): string => `
        .org 0
        .trampoline leave
        ${others}
work:   .check =${charge}
        ld   [$40]
        beq  a
        nop
        .nops ${more}
a:      ${between.join('\n')}
        ld   [$40]
        bne  c
        nop
        .nops ${more}
c:      .check =7
        bra  work
        nop
leave:  bra  leave
        nop
`;

const resultOf = (text: string) => proveTiming(timedProgram(text)).results[0]!;

const harmless = fc.array(fc.constantFrom('nop', 'ld [$41]', 'st [$42]', 'ld 3', 'ld [$41],x', 'suba 1'), {
  maxLength: 4,
});
const more = fc.integer({ min: 1, max: 5 });
const charge = (words: number, between: readonly string[]): number => 5 + 6 + words + between.length;

it('is unproven where two tests of a byte would have to go different ways', () => {
  forAll(100, [harmless, more], (between, words) => {
    const { verdict, reason, message } = resultOf(twoTests(charge(words, between), words, between));
    expect({ verdict, reason }).toEqual({ verdict: 'unproven', reason: 'timing-tests' });
    expect(message).toMatch(/\[\$40\] is tested at \$0006 and at \$\w+, and would have to change in between$/);
  });
});

it('is wrong where a store, or something outside, changes the byte in between', () => {
  forAll(100, [harmless, harmless, more], (before, behind, words) => {
    const between = [...before, 'ld [$43]', 'st [$40]', ...behind];
    expect(resultOf(twoTests(charge(words, between), words, between)).verdict).toBe('wrong');
  });
  expect(resultOf(twoTests(charge(2, []), 2, [], '.external $40')).verdict).toBe('wrong');
});

it('says that perhaps no run takes a path where a store may change the byte in between, or not', () => {
  const changing = fc.constantFrom(['ld [$45],y', 'st [y,$40]'], ['ld [$45],x', 'st [x]']);
  // The register is never 0 or $40, but only runs show this.
  const start = 'ld $41\nst [$45]';
  forAll(100, [harmless, harmless, changing, more], (before, behind, store, words) => {
    const between = [...before, 'ld [$43]', ...store, ...behind];
    const { verdict, message } = resultOf(twoTests(charge(words, between), words, between, start));
    expect(verdict).toBe('unproven');
    expect(message).toMatch(
      /, but perhaps no run takes this path: \[\$40\] is tested at \$0008 and \[\$40\] is tested at \$\w+$/,
    );
  });
});

it('is wrong with a path that a run can take, if there is one', () => {
  forAll(100, [harmless, more, fc.constantFrom(-1, 1)], (between, words, by) => {
    const { verdict, path } = resultOf(twoTests(charge(words, between) + by, words, between));
    expect(verdict).toBe('wrong');
    // It goes by the longer arm once.
    expect(path.length).toBe(6 + words + between.length + 1);
  });
});

it('knows where a jump goes by a table that is read with a masked index', () => {
  const table = (mask: number): string => `
        .org 0
        .trampoline leave
work:   .check =12
        ld   [$40]
        anda ${mask}
        adda table
        bra  ac
        bra  back
table:  ld   1
        ld   2
        ld   3
        ld   4
back:   nop
        .check =7
        bra  work
        nop
leave:  bra  leave
        nop
`;
  expect(resultOf(table(3)).verdict).toBe('exact');
  expect(resultOf(table(15)).verdict).toBe('unproven');
});

/** Declarations of whole programs, compared with their runs: those of the samples hold, and false ones are found. */
import fc from 'fast-check';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Assembly } from '#assembler';
import { assembleFolder, assembleText } from '#test/assembler/assembled-text.ts';
import { executedIn, expectSameStops, firstDifference } from '#test/timing/declared-run.ts';
import { forAll } from '#test/draws.ts';

const sample = (name: string): Assembly => assembleFolder(join('samples', name));

const SAMPLES = ['bars', 'game-pad', 'hello', 'keyboard', 'sound', 'subroutines', 'system-rom', 'time-check'];

describe('samples', () => {
  it.each(SAMPLES)('%s does what it declares', (name) => {
    const { image, debugInfo } = sample(name);
    expect(firstDifference(image, debugInfo.declarations, 3_000_000, { seed: 5 })).toBeUndefined();
  });
});

describe('both cores', () => {
  it.each(['sound', 'subroutines', 'time-check'])('find the same in %s with a word changed', (name) => {
    const { image, debugInfo } = sample(name);
    forAll(
      8,
      [fc.constantFrom(...executedIn(image, 200_000)), fc.nat(7), fc.nat(0xff), fc.nat(0x10)],
      (address, bit, operand, watched) => {
        const rom = image.slice();
        rom[address] = bit < 7 ? rom[address]! ^ (1 << bit) : (rom[address]! & 0xff00) | operand;
        expectSameStops(rom, debugInfo.declarations, { cycles: 160_000, slice: 40_000, watched });
      },
    );
  });
});

/** A program with one time check after another, which keeps the account; `body` ends at `over`. */
const program = (body: string): string => `
.zp account
.zp count external=yes
.timing account=account
        .org 0
reset:  ld   100
        st   [account]
work:   .check over
${body}
over:   .check end
        bra  work
        nop
end:
leave:  .trampoline
        ld   127
        st   [account]
        bra  leave
        nop
`;

it('a loop that the handler runs while a check within it has left makes its turns', () => {
  const { image, debugInfo } = assembleText(`
${['account', 'resume', 'back', 'count', 'flag', 'savedBack', 'savedCount'].map((byte) => `.zp ${byte}`).join('\n')}
.timing account=account
        .org 0
        ld   0
        st   [flag]
        ld   100
        st   [account]
work:   .check *+16
        ld   3
        st   [count]
        ld   home
        bra  head
        st   [back]
home:   nop
        nop
        bra  work
        nop
        .loop 3
head:   ld   [count]
        suba 1
        st   [count]
        ld   [flag]
        bne  skip
        nop
        .check *+14
skip:   ld   [count]
        bne  head
        nop
        bra  [back]
        nop
leave:  .trampoline
        st   [resume]
        ld   1
        st   [flag]
        ld   [back]
        st   [savedBack]
        ld   [count]
        st   [savedCount]
        ld   3
        st   [count]
        ld   done
        bra  head
        st   [back]
done:   ld   [savedBack]
        st   [back]
        ld   [savedCount]
        st   [count]
        ld   0
        st   [flag]
        ld   127
        st   [account]
        ld   [resume]
        adda 5
        st   [resume]
        .resume
        bra  [resume]
        nop
`);
  expect(firstDifference(image, debugInfo.declarations, 10_000)).toBeUndefined();
});

describe('false declarations', () => {
  it.each([
    [
      'targets with one missing',
      '        ld   a\n        .targets b\n        bra  ac\n        nop\na:      nop\nb:      nop\n',
      'targets',
    ],
    ['a loop that turns more often', '        ld   4\n        .loop 3\n.t:     bne  .t\n        suba 1\n', 'loop'],
    ['a loop that turns less often', '        ld   1\n        .loop 3\n.t:     bne  .t\n        suba 1\n', 'loop'],
    [
      'a charge of another amount',
      '        ld   -3\n        .charged cycles=2\n        adda [account]\n        st   [account]\n',
      'charged',
    ],
  ])('%s', (_, body, kind) => {
    const { image, debugInfo } = assembleText(program(body));
    expect(firstDifference(image, debugInfo.declarations, 10_000)?.kind).toBe(kind);
  });

  it('the account of a check that pays for less than is taken', () => {
    const wrong = program('        bra  over\n        nop\n        nop\n');
    const { image, debugInfo } = assembleText(wrong);
    expect(firstDifference(image, debugInfo.declarations, 10_000)?.kind).toBe('account');
  });
});

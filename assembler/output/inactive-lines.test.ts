import { describe, expect, it } from 'vitest';
import type { Assembly } from '#assembler';
import { assembleText } from '#test/assembler/assembled-text.ts';

/** Numbers of the lines that end in `; out`, from 0, and those that are found to be left out. */
function compared(text: string, before?: Assembly): { marked: number[]; found: number[]; assembly: Assembly } {
  const assembly = assembleText(text, { check: false, before });
  const marked = text.split('\n').flatMap((line, index) => (line.endsWith('; out') ? [index] : []));
  const found = assembly
    .inactiveLines('main.gtasm')
    .flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, index) => first + index));
  return { marked, found, assembly };
}

function expectFound(text: string): void {
  const { marked, found } = compared(text);
  expect(found).toEqual(marked);
}

describe('lines that a condition leaves out', () => {
  it('are those of the other arms', () => {
    expectFound(
      'A = 2\n.if A == 1\n  nop ; out\n.elif A == 2\n  nop\n.elif A > 0\n  ld 1 ; out\n.else\n  ld 2 ; out\n.endif\n',
    );
    expectFound('.if 0\n  nop ; out\n.else\n  ld 1\n.endif\n');
  });

  it('include everything in an arm', () => {
    expectFound(
      '.if 0\n  nop ; out\n.if 1 ; out\n  nop ; out\n.else ; out\n  ld 1 ; out\n.endif ; out\n.endif\n  nop\n',
    );
  });

  it('do not include an arm that some call takes', () => {
    expectFound(
      '.macro m a\n.if a > 2\n  ld 3\n.elif a > 1\n  ld 2 ; out\n.else\n  ld 1\n.endif\n.endmacro\n  m 3\n  m 1\n',
    );
    expectFound('.for i in 0..1\n.if i\n  nop\n.else\n  ld 1\n.endif\n.endfor\n');
  });

  it('are not known in a macro without a call', () => {
    expectFound('.macro m a\n.if a\n  ld 3\n.else\n  ld 1\n.endif\n.endmacro\n  nop\n');
  });

  it('move with the text', () => {
    let last: Assembly | undefined;
    const text = 'start: nop\n.if 0\n  nop ; out\n.else\n  ld 1\n.endif\n';
    for (const edited of [text, `; more\n${text}`, `${text}\n nop`, text.replace('if 0', 'if 1')]) {
      const { marked, found, assembly } = compared(edited, last);
      last = assembly;
      expect(found).toEqual(edited.includes('if 1') ? [4] : marked);
    }
  });
});

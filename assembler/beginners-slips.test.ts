/** Slips in the template that everyone begins with: the cause is the first error and the only one, and says what to write. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { failure } from '#basics';
import { assemble } from '#assembler';

const TEMPLATE = readFileSync(new URL('../templates/empty/main.gtasm', import.meta.url), 'utf8');

/** Errors of the template after a slip. */
function errors(right: string, wrong: string): string[] {
  expect(TEMPLATE).toContain(right);
  const text = TEMPLATE.replace(right, () => wrong);
  const { diagnostics } = assemble('main', {
    read: (path) => (path === 'main' ? { text } : failure('there is no such file')),
  });
  const found = diagnostics.filter(({ severity }) => severity === 'error');
  return found.map(({ code, range, message }) => `${code} ${range.start.line + 1} ${message}`);
}

const BRANCH = 'bne  .clear';

describe('time', () => {
  it.each([
    ['no slot of a bne', `${BRANCH}\n        nop\n`, `${BRANCH}\n`, 'GT0901 33 .* add nop before the label'],
    ['no slot of a bra', 'bra  .frame\n        nop\n', 'bra  .frame\n', 'GT0916 53 .* add nop'],
    ['no slot of a beq', 'beq  .wait\n        nop\n', 'beq  .wait\n', 'GT0901 50 .* add nop before the label'],
    ['no check in a loop', '.clear: .check .next', '.clear:', 'GT0815 21 The loop .* has neither a time check'],
    ['no check while waiting', '.wait:  .check .again', '.wait:', 'GT0815 45 The loop .* has neither a time check'],
    ['a check up to a later piece', '.check .clear', '.check .next', 'GT0810 21 .* 17 were charged'],
    ['a check past the next one', '.check .wait ', '.check .again', 'GT0810 45 .* 10 were charged'],
    [
      'a check that ends too early',
      'bra  .frame\n        nop\n.end:',
      '.end:  bra  .frame\n        nop\n',
      'GT0810 52 .* 0 were charged',
    ],
    ['a check up to a piece before', '.check .frame', '.check .next', 'GT0803 35 .* counts 5 to 128 words'],
    ['a check of a count', '.check .clear', '.check 12', 'GT0803 21 .* counts 5 to 128 words'],
    ['no trampoline', '        trampoline ', '        ; ', 'GT0802 18 .* has no .trampoline'],
  ])('%s', (_, right, wrong, first) => {
    expect(errors(right, wrong)).toEqual([expect.stringMatching(first)]);
  });
});

/** Reports on assertions and unused labels. */
import { expect, it } from 'vitest';
import { assemble } from '#assembler';

function findings(text: string): readonly string[] {
  const { diagnostics } = assemble('a', { read: () => ({ text }) });
  return diagnostics.map(({ code, message }) => `${code} ${message}`);
}

const STOP = 'stop: bra stop\n nop\n';

it.each([
  ['.assert 1, "fine"', []],
  ['TEXT = "fine"\n .assert 1, TEXT', []],
  ['.assert 0, "not fine"', ['GT0606 not fine']],
  ['.assert 1 > 2', ['GT0606 Assertion failed: 1 > 2']],
  ['.assert 1, 2', ['GT0107 The message of ".assert" is a text']],
  ['.assert 0, none', ['GT0201 There is no symbol "none"', 'GT0606 Assertion failed: 0']],
])('%s', (line, expected) => {
  expect([...findings(`${line}\n${STOP}`)].sort()).toEqual(expected);
});

it('names a local label of a macro as the macro writes it', () => {
  const macro = ' .macro blank\nhere: nop\n.next: nop\n .endmacro\n';
  const unused = findings(`${macro}${STOP} .enter\n blank\n bra stop\n nop`);
  expect(unused.filter((text) => text.includes('next'))).toEqual(['GT0913 Nothing uses the label "here.next"']);
  const without = findings(`${macro.replace('here:', '')}${STOP} .enter\n blank\n bra stop\n nop`);
  expect(without).toEqual(['GT0913 Nothing uses the label ".next"']);
  const twice = findings(`${macro.replace('here:', '.next:')}${STOP} .enter\n blank\n bra stop\n nop`);
  expect(twice).toContain('GT0202 ".next" is already defined');
});

/** What tests and breakpoints in a source do besides what cases/tests.gtasm says. */
import { expect, it } from 'vitest';
import { assembleText } from '#test/assembler/assembled-text.ts';

it('places, values and routines of a test are known to the symbol graph', () => {
  const text = `.zp back
.zp cell
.zp wide, 2
.zp digits, 4 index=number
routine: bra routine
 nop
.include "tests"
`;
  const tests = '.test "a"\n.given cell = back\n.call routine\n.expect digits[wide] = 0\n.endtest';
  const names = assembleText(text, { others: { tests } })
    .symbols.referencesIn('tests')
    .map(({ definition, isWrite }) => `${definition.name}${isWrite ? ' w' : ''}`);
  expect(names).toEqual(['cell w', 'back', 'routine', 'digits', 'wide']);
});

it('a breakpoint changes no word, no verdict and no finding', () => {
  const [without, having] = ['', '        .break ac = 1\n'].map((line) =>
    assembleText(
      `from:   ld   1\n${line}        adda 2\nstop:   bra  stop\n        nop\n        .exact from, stop, 2\n`,
    ),
  );
  expect([...having!.image]).toEqual([...without!.image]);
  expect(having!.diagnostics).toEqual([]);
  expect(having!.timing).toEqual(without!.timing);
  expect(Object.keys(without!.debugInfo)).not.toContain('breaks');
});

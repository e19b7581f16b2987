/** A word too many behind a label: the ways that lead there are one finding, at that word. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { failure } from '#basics';
import { assemble } from '#assembler';

const TEMPLATE = readFileSync(new URL('../../templates/empty/main.gtasm', import.meta.url), 'utf8');

/** Errors of a program with ways to `.meet`, each from a check of its own. @param words what comes before its check */
function errors(ways: number, words: readonly string[]): { code: string; line: string; message: string }[] {
  const pieces = Array.from(
    { length: ways },
    (_, index) => `.way${index}: .check .way${index + 1}\n ld [column]\n beq .meet\n nop\n`,
  );
  const meet = `.meet:\n${words.map((word) => ` ${word}\n`).join('')} .check .met\n bra .frame\n nop\n.met:\n`;
  const text = TEMPLATE.replace('.check .wait ', '.check .way0 ')
    .replace('.wait: ', `${pieces.join('')}.way${ways}:\n.wait: `)
    .replace('.end:\n', `.end:\n${meet}`);
  const { diagnostics } = assemble('main', {
    read: (path) => (path === 'main' ? { text } : failure('there is no such file')),
  });
  const found = diagnostics.filter(({ severity }) => severity === 'error');
  return found.map(({ code, message, range }) => ({ code, message, line: text.split('\n')[range.start.line] ?? '' }));
}

it.each([3, 4, 8])('tells %i checks with the same end once, where they come together', (ways) => {
  expect(errors(ways, [])).toEqual([]);
  expect(errors(ways, ['xora 1', 'nop'])).toEqual([
    {
      code: 'GT0810',
      line: ' xora 1',
      message: expect.stringMatching(`^From ${ways} time checks it takes 2 cycles more`),
    },
  ]);
});

it('tells two checks each by itself', () => {
  expect(errors(2, ['nop'])).toEqual([
    { code: 'GT0810', line: expect.stringMatching('^.way0'), message: expect.stringMatching('1 too many') },
    { code: 'GT0810', line: expect.stringMatching('^.way1'), message: expect.stringMatching('1 too many') },
  ]);
});

import { expect, it } from 'vitest';
import type { Assembly } from '#assembler';
import { assembleText, replaced } from '#test/assembler/assembled-text.ts';
import { SMALL_HANDLER } from '#test/timing/small-handler.ts';

it('an edit of the word that begins a line is seen', () => {
  const [early, late] = ['ld [syncLow],out\nnop\n', 'nop\nld [syncLow],out\n'];
  const rest = 'ld >line,y\njmp y,line\nadda [account]\n';
  /** The words that begin a line, after the slide and in page 1, without the macro for both. */
  const handlerWith = (afterSlide: string): string =>
    replaced(
      SMALL_HANDLER.replace(/ +\.macro pulse[^]*?\.endmacro\n/, ''),
      ['        .org $0100\n        pulse\n', `        .org $0100\n${late}${rest}`],
      ['        pulse\n        .lint on', `${afterSlide}${rest}        .lint on`],
      ['LINE_ACCOUNT    = 200 - 14', 'LINE_ACCOUNT    = 200 - 15'],
      ['200 - 24 - 14 - (', '200 - 24 - 15 - ('],
    );
  const main = '.include "handler.gtasm"\n.page\ntrampoline\nsieve: .check end\nbra sieve\nnop\nend:\n';
  const assembled = (afterSlide: string, before?: Assembly): Assembly =>
    assembleText(main, { others: { 'handler.gtasm': handlerWith(afterSlide) }, before });
  const wrong = assembled(early);
  expect(wrong.handler?.verdict).toBe('wrong');
  const right = assembled(late, wrong);
  expect(right.handler?.verdict).toBe('proven');
  expect(assembled(early, right).handler?.verdict).toBe('wrong');
});

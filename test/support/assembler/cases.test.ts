/** The reader of cases: what it accepts, and what it reports as a difference. */
import { describe, expect, it } from 'vitest';
import { differences, readCases } from './cases.ts';
import { projectText } from '../project.ts';

function reported(text: string): string[] {
  return readCases(text).flatMap((each) => differences(each, false));
}

const WORD = 'GT0303 $0100 does not fit in eight bits (-128 to 255)';

describe('cases', () => {
  it('begin at titles, with their files and what is above the first title', () => {
    const cases = readCases('; head\nA = 1\n\n;; one\n nop\n;; file part\n ld A\n;; two\n');
    expect(cases.map(({ title, number }) => [title, number])).toEqual([
      ['one', 4],
      ['two', 8],
    ]);
    const texts = [...cases[0]!.files].map(([path, lines]) => [path, lines.map(({ source }) => source)]);
    expect(texts).toEqual([
      ['/case/main.gtasm', ['A = 1', ' nop']],
      ['/case/part', [' ld A']],
    ]);
  });

  it.each([
    [
      'words of a line, of a call and of a file',
      ';; a\n.macro m\n nop\n.endmacro\n m ;= 0200\n.incbin "one-to-five.bin", 4 ;= 0500',
    ],
    ['words at addresses', ';; a\n .org 8\n.repeat 2 ;= $0008: 0200 0200\n nop\n.endrepeat'],
    ['no words', ';; a\nA = 1 ;=\n nop'],
    ['a finding', `;; a\n ld 256 ;! ${WORD}`],
    [
      'a finding by its code, its columns or a part',
      ';; a\n ld 256 ;! GT0303\n ld 256 ;! GT0303 `256`\n ld 256 ;! GT0303 …eight…',
    ],
    ['a finding below its line', `;; a\n ld 256\n ;! ${WORD}`],
    ['two findings on a line', ';; a\n.for v in 256, 257\n ld v ;! GT0303 $0100… ;! GT0303 $0101…\n.endfor'],
    ['a related place of a finding', ';; a\n m ;! GT0301 …\n.macro m ;> The …\n.endmacro'],
    ['the result of a fix', ';; a\n ld 256 ;! GT0303\n;~  ld lo(256)\n nop'],
  ])('are as expected: %s', (_, text) => {
    expect(reported(text)).toEqual([]);
  });

  it.each([
    ['other words', ';; a\n nop ;= 0201', ['2: 0200, not 0201']],
    ['another address', ';; a\n nop ;= $0001: 0200', ['2: $0000: 0200, not $0001: 0200']],
    ['an unexpected finding', ';; a\n ld 256', [`2: found error ${WORD}`]],
    ['a missing finding', ';; a\n ld 255 ;! GT0303', ['2: expected GT0303']],
    ['another severity', ';; a\n ld 256 ;! warning GT0303', ['2: expected warning GT0303', `2: found error ${WORD}`]],
    ['other columns', ';; a\n ld 256 ;! GT0303 `ld`', ['2: expected GT0303 `ld`', `2: found error ${WORD}`]],
    ['another message', ';; a\n ld 256 ;! GT0303 $0100', ['2: expected GT0303 $0100', `2: found error ${WORD}`]],
    ['a place that no finding names', ';; a\n nop ;> here', ['2: no finding names this place: here']],
    ['a verdict where there is none', ';; a\n nop ;? exact…', ['2: no verdict, not exact…']],
    ['another fix', ';; a\n ld 256 ;! GT0303\n;~  ld 0', ['1: the fixes give\n ld lo(256)\nnot\n ld 0']],
  ])('report %s', (_, text, expected) => {
    expect(reported(text)).toEqual(expected);
  });

  it('have the form in the README', () => {
    const page = projectText('assembler/cases/README.md');
    const example = /```gtasm\n(.*?)```/s.exec(page)?.[1] ?? '';
    expect(readCases(example)).toHaveLength(1);
    expect(reported(example)).toEqual([]);
  });
});

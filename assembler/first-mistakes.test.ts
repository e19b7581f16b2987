/** Mistakes that people make on their first day with `<video>`: one finding for each, in their own source, that says what to do. */
import { describe, expect, it } from 'vitest';
import { failure } from '#basics';
import { assemble } from '#assembler';

const HEAD = `VIDEO_START     = main
VIDEO_ROWS      = 60
VIDEO_REPEATS   = 8
        .include <video>
`;
const BODY = `        .zp row
        .page
        trampoline
main:   .check .end
        ld   1
        st   [row]
        bra  main
        nop
.end:
`;
const PROGRAM = HEAD + BODY;

/** What is reported on a program that begins as another: messages and their lines. */
function told(text: string): string[] {
  const { diagnostics } = assemble('main', {
    read: (path) => (path === 'main' ? { text } : failure('there is no such file')),
  });
  return diagnostics.map(({ file, range, message }) => `${file}:${range.start.line + 1} ${message}`);
}

it('reports nothing about the correct program', () => {
  expect(told(PROGRAM)).toEqual([]);
});

describe('is reported as one finding', () => {
  it.each([
    [
      'the include is missing',
      '        .include <video>\n',
      '',
      ['main:6 There is no instruction or macro "trampoline"; ".include <video>" provides it'],
    ],
    [
      'its name is in quotes',
      '<video>',
      '"video"',
      ['main:4 Cannot read "video": there is no such file; the library is written <video>'],
    ],
    [
      'a parameter is too large',
      '= 60',
      '= 200',
      [
        'main:4 VIDEO_ROWS pages from VIDEO_FIRST_ROW on are to lie in pages 1 to 127',
        'main:4 480 lines are visible; the picture has VIDEO_ROWS * VIDEO_REPEATS',
      ],
    ],
    [
      'a parameter is missing',
      'VIDEO_START ',
      'VIDEO_STRAT ',
      ['main:4 There is no symbol "VIDEO_START"; did you mean "VIDEO_STRAT"?'],
    ],
    [
      'a name needs a parameter',
      'ld   1',
      'ld   [soundVolume]',
      ['main:9 There is no symbol "soundVolume"; <video> has it only under ".if VIDEO_SOUND"'],
    ],
    [
      'a local label is misspelt',
      '.check .end',
      '.check .edn',
      ['main:8 There is no symbol ".edn"; did you mean ".end"?'],
    ],
    [
      'a local label has come to belong to another routine',
      'bra  main',
      'bra  main\nback:',
      ['main:8 There is no symbol ".end" in this routine; the one in line 14 is written "back.end" here'],
    ],
    ['a comment begins with #', 'ld   1', 'ld   1 # one', ['main:9 A comment begins with ";"']],
    [
      'the macro is misspelt',
      'trampoline',
      'trampolin',
      ['main:7 There is no instruction or macro "trampolin"; did you mean "trampoline"?'],
    ],
  ])('%s', (_, old, text, messages) => {
    expect(told(PROGRAM.replace(old, text))).toEqual(messages);
  });

  it('a parameter is set below the include', () => {
    expect(told(PROGRAM.replace(/(VIDEO_ROWS.*\n)(VIDEO_REPEATS.*\n)(.*\n)/, '$1$3$2'))).toEqual([
      'main:4 "VIDEO_REPEATS" is already defined, by <video>; set it above ".include <video>"',
    ]);
  });

  it('the last delay slot is missing', () => {
    const text = PROGRAM.replace('        nop\n', '');
    expect(told(text)).toEqual([
      'main:11 The delay slot of this bra, the word after it, is not written, but executes all the same: add nop',
    ]);
  });

  it('a loop has no time check', () => {
    const text = PROGRAM.replace('st   [row]', 'st   [row]\n.again: ld   [row]\n        bne  .again\n        nop');
    expect(told(text)).toEqual([
      'main:8 The loop through main.again (line 11) has neither a time check (.check) nor a known count (.loop)',
    ]);
  });

  it('there is no time check', () => {
    expect(told(PROGRAM.replace('.check .end', '').replace('.end:\n', ''))).toEqual([
      'main:7 No time check leaves by this trampoline: the video handler never runs, and there is no picture',
    ]);
  });
});

it('is corrected by a fix: quotes around a library, a local label without its colon', () => {
  const wrong = PROGRAM.replace('<video>', '"video"').replaceAll('.end', '.next').replace('.next:', '.next');
  const host = { read: (path: string) => (path === 'main' ? { text: wrong } : failure('none')) };
  const { diagnostics } = assemble('main', host);
  expect(diagnostics.flatMap(({ fixes }) => (fixes ?? []).map(({ title }) => title))).toEqual([
    'Write <video>',
    'Write ".next:"',
  ]);
});

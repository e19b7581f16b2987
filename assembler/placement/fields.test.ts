/** Fields of frames: their names and their scope. */
import { describe, expect, it } from 'vitest';
import { assembleText, codes, wordsOf } from '#test/assembler/assembled-text.ts';

describe('fields of frames', () => {
  const two =
    '.frame a, 16..31 at $20 bytes 4\n.field .score, 2\n.field move\n.endframe\n.frame b, 32..40 at $40 bytes 4\n.field .pad\n.field .score\n.endframe\n';

  it('may have one name in two frames', () => {
    expect(wordsOf(`${two} ld [y,a.score]\n ld [y,b.score]\n ld [y,move]\n`)).toEqual(['0920', '0941', '0922']);
    expect(assembleText(two).debugInfo.tables.map(({ name }) => name)).toEqual(['a.score', 'move', 'b.pad', 'b.score']);
  });

  it('are defined once in each, and seen with their frame only', () => {
    expect(codes(assembleText('.frame a, 16..31\n.field .x\n.field .x\n.endframe\n nop\n'))).toContain('GT0202 2:7');
    expect(codes(assembleText(`${two} ld [y,score]\n`))).toEqual(['GT0201 8:7']);
    expect(codes(assembleText('.field .x\n nop\n'))).toEqual(['GT0506 0:0']);
    expect(codes(assembleText('.zp .x\n nop\n'))).toEqual(['GT0104 0:4']);
  });

  it('keep the labels around them in their scope', () => {
    expect(wordsOf(`main: nop\n${two}.loop: bra main.loop\n nop\n`)).toEqual(['0200', 'fc01', '0200']);
  });
});

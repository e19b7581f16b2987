/** Renaming of symbols through the real protocol. */
import { describe, expect, it } from 'vitest';
import type { Location } from 'vscode-languageserver-protocol';
import { languageFixture } from '#test/server/language-fixture.ts';
import { textIn } from '#test/server/marked-source.ts';

const server = languageFixture();

describe('rename', () => {
  it.each([
    [
      'the definition and every use',
      'start:  bra  st¦art\n        ld   >start,y\n',
      'begin',
      'begin:  bra  begin\n        ld   >begin,y\n',
    ],
    [
      'local labels, with their spelling',
      'draw:   nop\n.lo¦op:  bra  .loop\n        bra  draw.loop\n        nop\n',
      '.again',
      'draw:   nop\n.again:  bra  .again\n        bra  draw.again\n        nop\n',
    ],
    [
      'the owner in full names of locals',
      'dr¦aw:   nop\n.loop:  bra  .loop\n        bra  draw.loop\nend:    bra  draw.loop\n        nop\n',
      'paint',
      'paint:   nop\n.loop:  bra  .loop\n        bra  paint.loop\nend:    bra  paint.loop\n        nop\n',
    ],
    [
      'a local label in code that is not assembled',
      'draw:   nop\n.lo¦op:  nop\n        .if 0\n        bra  .loop\n        nop\n        .endif\n        bra  .loop\n        nop\n',
      '.again',
      'draw:   nop\n.again:  nop\n        .if 0\n        bra  .again\n        nop\n        .endif\n        bra  .again\n        nop\n',
    ],
    [
      'a macro and what it is given, in code that is not assembled',
      '.macro pu¦t a\n        ld   a\n.endmacro\n        put  1\n        .if 0\n        put  2\n        .endif\n',
      'set',
      '.macro set a\n        ld   a\n.endmacro\n        set  1\n        .if 0\n        set  2\n        .endif\n',
    ],
    [
      'the macro of exits',
      '.zp account\n.timing account=account\n.macro go a, b\n.endmacro\nloop:   .shortcheck loop + 3\n        .exits g¦o\n',
      'leave',
      '.zp account\n.timing account=account\n.macro leave a, b\n.endmacro\nloop:   .shortcheck loop + 3\n        .exits leave\n',
    ],
    [
      'a label of a macro in code that is not assembled',
      '.macro wait\n.lo¦op:  nop\n        .if 0\n        bra  .loop\n        .endif\n        bra  .loop\n        nop\n.endmacro\nf:      wait\n        wait\n',
      '.again',
      '.macro wait\n.again:  nop\n        .if 0\n        bra  .again\n        .endif\n        bra  .again\n        nop\n.endmacro\nf:      wait\n        wait\n',
    ],
    [
      'not the same local name of a routine that is not assembled',
      'f:\n.lo¦op:  bra  .loop\n        nop\n        .if 0\ng:\n.loop:  bra  .loop\n        .endif\n',
      '.again',
      'f:\n.again:  bra  .again\n        nop\n        .if 0\ng:\n.loop:  bra  .loop\n        .endif\n',
    ],
  ])('changes %s', async (_, marked, newName, expected) => {
    expect(await server.renamed(marked, newName)).toBe(expected);
  });

  it('keeps routine headers right, and leaves their running text', async () => {
    const text = [
      '.zp count',
      '; draw: adds count to draw.',
      '; In: AC = count. Clobbers: AC,',
      ';   X, count (not count). Cycles: 9. See: draw, draw.gtasm',
      'draw:   st   [count]',
      '        bra  draw',
      '        nop',
    ].join('\n');
    const renamed = (at: string, newName: string): Promise<string> =>
      server.renamed(text.replace(at, `${at}¦`), newName);
    expect(await renamed('.zp cou', 'sum')).toBe(
      text.replace('.zp count', '.zp sum').replace('X, count', 'X, sum').replace('[count]', '[sum]'),
    );
    expect(await renamed('        bra  dr', 'paint')).toBe(
      text
        .replace('; draw:', '; paint:')
        .replace('See: draw,', 'See: paint,')
        .replace('draw:   st', 'paint:   st')
        .replace('bra  draw', 'bra  paint'),
    );
  });

  it.each([
    'draw:   nop',
    '.zp draw',
    '.macro draw\n        nop\n.endmacro\n        draw',
    '.proc draw\n        nop\n.endproc',
  ])('changes the name at the start of a comment above it, with keys or without: %s', async (text) => {
    const marked = text.replace('draw', 'dr¦aw');
    const begin = '; draw: in running text, draw stays.\n; More of draw: this.\n';
    for (const header of [begin, `${begin}; Cycles: 3. See: draw\n`]) {
      const renamed = header.replace('draw', 'paint').replace('See: draw', 'See: paint');
      expect(await server.renamed(header + marked, 'paint')).toBe(renamed + text.replaceAll('draw', 'paint'));
    }
    const prose = '; To draw: see elsewhere.\n';
    expect(await server.renamed(prose + marked, 'paint')).toBe(prose + text.replaceAll('draw', 'paint'));
  });

  it('names what will be renamed', async () => {
    const { answer, source } = await server.ask<{ range: Location['range']; placeholder: string } | null>(
      'prepareRename',
      'draw:   nop\n.«loop»:  bra  .lo¦op\n        nop\n',
    );
    expect(answer!.placeholder).toBe('loop');
    expect(textIn(source.text, answer!.range)).toBe('loop');
    expect((await server.ask('prepareRename', '        ¦nop\n')).answer).toBeNull();
  });

  it.each([
    ['9lives', 'not a name'],
    ['nop', 'is a reserved word'],
    ['other', 'already'],
    ['.local', 'Only a local name'],
  ])('refuses %s with a sentence', async (newName, reason) => {
    await expect(server.ask('rename', 'st¦art:  nop\nother:  nop\n', { newName })).rejects.toThrow(reason);
  });

  it('refuses a set the name of another set, and not that of a label', async () => {
    const marked = '.set ra¦ys, n, s\n.set lines, e, w\nstart:  nop\n';
    await expect(server.ask('rename', marked, { newName: 'lines' })).rejects.toThrow('already');
    expect(await server.renamed(marked, 'start')).toContain('.set start, n, s');
  });
});

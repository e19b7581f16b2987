/** Renaming of symbols through the real protocol. */
import { describe, expect, it } from 'vitest';
import type { Location, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { applied, languageFixture } from '#test/server/language-fixture.ts';
import { textIn } from '#test/server/marked-source.ts';

const server = languageFixture();

describe('rename', () => {
  it('changes the definition and every use', async () => {
    const { answer, source } = await server.ask<WorkspaceEdit>(
      'rename',
      'start:  bra  st¦art\n        ld   >start,y\n',
      {
        newName: 'begin',
      },
    );
    expect(applied(source.text, answer.changes![source.uri]!)).toBe('begin:  bra  begin\n        ld   >begin,y\n');
  });

  it('keeps the spelling of local labels', async () => {
    const { answer, source } = await server.ask<WorkspaceEdit>(
      'rename',
      'draw:   nop\n.lo¦op:  bra  .loop\n        bra  draw.loop\n        nop\n',
      { newName: '.again' },
    );
    expect(applied(source.text, answer.changes![source.uri]!)).toBe(
      'draw:   nop\n.again:  bra  .again\n        bra  draw.again\n        nop\n',
    );
  });

  it('changes the owner in full names of locals', async () => {
    const { answer, source } = await server.ask<WorkspaceEdit>(
      'rename',
      'dr¦aw:   nop\n.loop:  bra  .loop\n        bra  draw.loop\nend:    bra  draw.loop\n        nop\n',
      { newName: 'paint' },
    );
    expect(applied(source.text, answer.changes![source.uri]!)).toBe(
      'paint:   nop\n.loop:  bra  .loop\n        bra  paint.loop\nend:    bra  paint.loop\n        nop\n',
    );
  });

  it.each([
    [
      'a local label',
      'draw:   nop\n.lo¦op:  nop\n        .if 0\n        bra  .loop\n        nop\n        .endif\n        bra  .loop\n        nop\n',
      '.again',
      'draw:   nop\n.again:  nop\n        .if 0\n        bra  .again\n        nop\n        .endif\n        bra  .again\n        nop\n',
    ],
    [
      'a macro and what it is given',
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
      'a label of a macro',
      '.macro wait\n.lo¦op:  nop\n        .if 0\n        bra  .loop\n        .endif\n        bra  .loop\n        nop\n.endmacro\nf:      wait\n        wait\n',
      '.again',
      '.macro wait\n.again:  nop\n        .if 0\n        bra  .again\n        .endif\n        bra  .again\n        nop\n.endmacro\nf:      wait\n        wait\n',
    ],
  ])('reaches code that is not assembled: %s', async (_, marked, newName, expected) => {
    const { answer, source } = await server.ask<WorkspaceEdit>('rename', marked, { newName });
    expect(applied(source.text, answer.changes![source.uri]!)).toBe(expected);
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
    const renamed = async (at: string, newName: string): Promise<string> => {
      const { answer, source } = await server.ask<WorkspaceEdit>('rename', text.replace(at, `${at}¦`), { newName });
      return applied(source.text, answer.changes![source.uri]!);
    };
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

  it('leaves the same local name of a routine that is not assembled', async () => {
    const { answer, source } = await server.ask<WorkspaceEdit>(
      'rename',
      'f:\n.lo¦op:  bra  .loop\n        nop\n        .if 0\ng:\n.loop:  bra  .loop\n        .endif\n',
      { newName: '.again' },
    );
    expect(applied(source.text, answer.changes![source.uri]!)).toBe(
      'f:\n.again:  bra  .again\n        nop\n        .if 0\ng:\n.loop:  bra  .loop\n        .endif\n',
    );
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
    const { answer, source } = await server.ask<WorkspaceEdit>('rename', marked, { newName: 'start' });
    expect(applied(source.text, answer.changes![source.uri]!)).toContain('.set start, n, s');
  });
});

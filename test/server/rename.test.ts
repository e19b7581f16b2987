/** Renaming of symbols through the real protocol. */
import { describe, expect, it } from 'vitest';
import type { Location, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { applied, languageFixture } from '../support/language-fixture.ts';
import { textIn } from '../support/marked-source.ts';

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
    ['9lives', 'no name'],
    ['nop', 'word of the language'],
    ['other', 'already'],
    ['.local', 'Only a local name'],
  ])('refuses %s with a sentence', async (newName, reason) => {
    await expect(server.ask('rename', 'st¦art:  nop\nother:  nop\n', { newName })).rejects.toThrow(reason);
  });
});

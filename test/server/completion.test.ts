/** Completion and signature help through the real protocol. */
import { describe, expect, it } from 'vitest';
import type { CompletionItem, CompletionList, MarkupContent, SignatureHelp } from 'vscode-languageserver-protocol';
import { languageFixture } from '#test/server/language-fixture.ts';
import { workspaceFixture } from '#test/server/workspace-fixture.ts';

const server = languageFixture();

async function labels(marked: string): Promise<string[]> {
  return (await server.completionsAt(marked)).map(({ label }) => label);
}

describe('completion', () => {
  it('offers mnemonics, macros and directives where a statement begins', async () => {
    const offered = await labels('.macro twice op\n        nop\n.endmacro\n        ¦\n');
    expect(offered).toEqual(expect.arrayContaining(['adda', 'nop', 'twice', '.org', '.check']));
    expect(offered).not.toContain('out');
  });

  it('keeps capitals', async () => {
    expect(await labels('        AD¦\n')).toContain('ADDA');
  });

  it('offers symbols and registers in operands, locals of this routine only', async () => {
    const program = '.zp count\none:    nop\n.here:  nop\n        bra  ¦\n        nop\ntwo:    nop\n.there: nop\n';
    const offered = await labels(program);
    expect(offered).toEqual(expect.arrayContaining(['[count]', 'one', 'two', '.here', 'ac']));
    expect(offered).not.toContain('.there');
    expect(offered).not.toContain('count');
    expect(offered).not.toContain('nop');
  });

  it('puts labels first after a branch, and variables first elsewhere', async () => {
    const first = async (line: string): Promise<string> => {
      const items = await server.completionsAt(`.zp count\nstart:  nop\n        ${line}\n        nop\n`);
      return items.sort((a, b) => (a.sortText! < b.sortText! ? -1 : 1))[0]!.label;
    };
    expect(await first('bra  ¦')).toBe('start');
    expect(await first('ld   [¦]')).toBe('count');
  });

  it('puts first between brackets what makes an address there', async () => {
    const program = 'SIZE = 4\n.zp count\n.column board, 1..9 at $f0\nstart:  nop\n';
    const first = async (line: string): Promise<string[]> => {
      const items = await server.completionsAt(`${program}        ${line}\n`);
      return items.sort((a, b) => (a.sortText! < b.sortText! ? -1 : 1)).map(({ label }) => label);
    };
    expect((await first('ld   [¦]'))[0]).toBe('count');
    expect((await first('ld   [y,¦]'))[0]).toBe('board');
    expect(await first('ld   [y,¦]')).toEqual(expect.arrayContaining(['x', 'x++']));
    expect(await first('ld   [y,¦]')).not.toContain('out');
    expect((await first('.check ¦'))[0]).toBe('start');
  });

  it('knows what an instruction takes, and keeps that short before a letter is typed', async () => {
    const many = Array.from({ length: 300 }, (_, index) => `SIZE${index} = ${index}\n`).join('');
    const program = `${many}.zp count\n.column board, 1..9 at $f0\nstart:  ld   [count]\n        ld   SIZE7\n`;
    const at = (line: string): Promise<string[]> => labels(`${program}        ${line}\n`);
    const load = await at('ld   ¦');
    expect(load.length).toBeLessThanOrEqual(60);
    expect(load.slice(0, 2)).toEqual(['[count]', 'SIZE7']);
    const store = await at('st   ¦');
    expect(store).toEqual(expect.arrayContaining(['[count]', '[y,board]', '[y,x++]', 'in']));
    expect(store).not.toContain('out');
    expect(await at('st   [count],¦')).toEqual(['x', 'y']);
    expect(await at('ld   ac,¦')).toEqual(expect.arrayContaining(['x', 'y', 'out']));
    expect(await at('ld   ac,¦')).not.toContain('SIZE7');
    expect(await at('ld   <¦')).toContain('board');
    expect((await at('jmp  y,¦'))[0]).toBe('start');
    expect(await at('jmp  y,¦')).not.toContain('count');
    expect(await at('ld   SIZE29¦')).toContain('SIZE299');
    expect((await at('sta  ¦'))[0]).toBe('count');
  });

  it('offers what belongs to a label or a frame after its dot, used or not', async () => {
    const program =
      '.frame ply, 16..31 at $20 bytes 8\n.field .depth\n.endframe\none:    nop\n.here:  nop\ntwo:    nop\n';
    expect(await labels(`${program}        bra  one.¦\n`)).toEqual(['one.here']);
    expect(await labels(`${program}        ld   [y,ply.¦]\n`)).toEqual(['ply.depth']);
    expect((await labels(`${program}        ld   [y,¦]\n`))[0]).toBe('ply.depth');
  });

  it('offers a macro what its body does with the argument', async () => {
    const program =
      '.zp count\nSIZE = 4\n.macro bump cell, by, target, op\n        ld   [cell]\n        adda by\n' +
      '        bra  target\n        op   1\n.endmacro\nstart:  nop\n';
    const names = ['cell=', 'by=', 'target=', 'op='];
    expect(await labels(`${program}        bump ¦\n`)).toEqual(['count', 'SIZE', 'x', 'y', ...names]);
    expect(await labels(`${program}        bump count, ¦\n`)).toEqual(expect.arrayContaining(['SIZE', '[count]']));
    expect((await labels(`${program}        bump count, 1, ¦\n`))[0]).toBe('start');
    expect(await labels(`${program}        bump count, 1, start, ¦\n`)).toContain('adda');
    expect(await labels(`${program}        bump count, 1, start, adda, ¦\n`)).toEqual([]);
  });

  it('offers directives what they take', async () => {
    const program = '.zp count\nSIZE = 4\nstart:  nop\n';
    expect((await labels(`${program}        .repeat ¦\n`))[0]).toBe('SIZE');
    expect(await labels(`${program}        .repeat ¦\n`)).not.toContain('start');
    expect(await labels(`${program}        .targets ¦\n`)).toEqual(['start']);
    expect(await labels(`${program}        .wait SIZE, ¦\n`)).toContain('keep');
    expect(await labels('        .ram ¦\n')).toEqual(['32', '64', '128']);
    expect(await labels('.set rays, ¦\n')).toContain('pawn:ne');
    expect(await labels('.kind $14, ¦\n')).toContain('queen');
  });

  it('offers the keys of headers, and names after those that list names', async () => {
    const offered = async (comment: string): Promise<string[]> =>
      labels(`.zp count\n; wink: turns a light on.\n; ${comment}\nwink:   nop\n`);
    expect(await offered('C¦')).toContain('Clobbers:');
    expect(await offered('Clobbers: AC, ¦')).toEqual(expect.arrayContaining(['X', 'count']));
    expect(await offered('See: ¦')).toEqual(['wink']);
    expect(await offered('what it does is ¦')).toEqual([]);
  });

  it('offers local labels alone after a dot', async () => {
    expect(await labels('.zp count\none:    nop\n.here:  nop\n        bra  .¦\n')).toEqual(['.here']);
  });

  it('offers the words that a directive takes, and no names where names are made', async () => {
    expect(await labels('        .lint ¦\n')).toEqual(['off', 'on']);
    const codes = await labels('        .lint off ¦\n');
    expect(codes).toContain('GT0910');
    expect(codes).not.toContain('GT0201');
    expect(await labels('        .headers ¦\n')).toEqual(['required']);
    expect(await labels('.macro move ¦\n        nop\n.endmacro\n')).toEqual([]);
    expect(await labels('.zp square ¦\n')).toContain('at');
    expect(await labels('.zp square at $30 ¦\n')).not.toContain('at');
  });

  it('replaces the word that was begun', async () => {
    const items = await server.completionsAt('start:  nop\n        bra  «sta»¦\n');
    const item = items.find(({ label }) => label === 'start');
    expect(item!.textEdit).toMatchObject({
      newText: 'start',
      range: { start: { line: 1, character: 13 }, end: { line: 1, character: 16 } },
    });
  });

  it('offers directives after a dot', async () => {
    const offered = await labels('        .¦\n');
    expect(offered).toEqual(expect.arrayContaining(['.page', '.include', '.zp']));
    expect(offered).not.toContain('nop');
  });

  it('fills in the documentation of a symbol on demand', async () => {
    const items = await server.completionsAt('; Counts lines.\n.zp count at $30\n        ld   [¦]\n');
    const item = items.find(({ label }) => label === 'count')!;
    const resolved = await server.client.send<CompletionItem>('completionItem/resolve', item);
    expect((resolved.documentation as MarkupContent).value).toContain('Counts lines.');
  });

  it('offers keys of declarations and their values', async () => {
    expect(await labels('.zp square ¦\n')).toEqual(expect.arrayContaining(['index=', 'element=', 'role=']));
    expect(await labels('.zp square element=¦\n')).toContain('element=square');
    expect(await labels('.zp white, 8 element=bit¦\n')).toContain('element=bitboard64');
    expect(await labels('.zp white, 8 order=¦\n')).toContain('order=highest-first');
    expect(await labels('.set rays, n, s\n.column all, 1..9 at $f0 element=slider-set set=¦\n')).toEqual(['set=rays']);
    expect(await labels('.zp left\n        .timing account=¦\n')).toEqual(['account=left']);
    expect(await labels('.pieces ¦\n')).toEqual(['empty=', 'guard=', 'black=']);
    expect(await labels('.column ¦\n')).toEqual([]);
    expect(await labels('        .loop 1..4 name=turns\n        .charged count=¦\n')).toEqual(['count=turns']);
    expect(await labels('size = 4\n.row all, 0..9 at ¦\n')).toContain('size');
  });

  it('offers nothing in comments', async () => {
    expect(await labels('        nop ; see ¦\n')).toEqual([]);
  });
});

describe('help while typing', () => {
  it('shows the parameters of a macro', async () => {
    const { answer } = await server.ask<SignatureHelp>(
      'signatureHelp',
      '.macro move from, to\n        ld   [from]\n.endmacro\n.zp a\n        move a, ¦\n',
    );
    expect(answer.signatures[0]!.label).toBe('move from, to');
    expect(answer.activeParameter).toBe(1);
  });

  it('shows the parameter that an argument names, and offers the names that are left', async () => {
    const macro = '.macro move from, to, op=ld\n        op   [from]\n.endmacro\n.zp a\n';
    const { answer } = await server.ask<SignatureHelp>('signatureHelp', `${macro}        move to=a, from = ¦\n`);
    expect(answer.activeParameter).toBe(0);
    const offered = await labels(`${macro}        move to=a, ¦\n`);
    expect(offered.filter((label) => label.endsWith('='))).toEqual(['from=', 'op=']);
    expect(offered).toContain('a');
    expect(await labels(`${macro}        move to=a, from=¦\n`)).not.toContain('op=');
    expect(await labels(`${macro}        move [y,¦\n`)).not.toContain('op=');
  });

  it('shows the operands of a directive and the forms of an instruction', async () => {
    expect((await server.ask<SignatureHelp>('signatureHelp', '        .fill ¦\n')).answer.signatures[0]!.label).toBe(
      '.fill until[, word]',
    );
    const { answer } = await server.ask<SignatureHelp>('signatureHelp', '        st   ¦\n');
    expect(answer.signatures).toContainEqual(
      expect.objectContaining({ label: 'st [y,x++]', documentation: 'RAM[Y:X] ← AC, X ← X + 1' }),
    );
  });

  it('shows what a function takes inside its parentheses, and the operands after them', async () => {
    const label = async (marked: string): Promise<string | undefined> =>
      (await server.ask<SignatureHelp | null>('signatureHelp', marked)).answer?.signatures[0]?.label;
    expect(await label('size = max(lo($123), ¦1)\n')).toBe('max(values)');
    expect(await label('        ld   lo(¦\n')).toBe('lo(one value)');
    expect(await label('        .if defined((a¦\n')).toBe('defined(a name)');
    expect(await label('        ld   lo(1),¦\n')).toMatch(/^ld /);
    expect(await label('size = 1 ; lo(¦\n')).toBeUndefined();
  });

  it('goes to the form that fits what is typed', async () => {
    const form = async (marked: string): Promise<string> => {
      const { answer } = await server.ask<SignatureHelp>('signatureHelp', marked);
      return answer.signatures[answer.activeSignature!]!.label;
    };
    expect(await form('        ld   [y,¦\n')).toBe('ld [y,d]');
    expect(await form('        ld   [y,x++¦\n')).toBe('ld [y,x++],out');
    expect(await form('        st   $2a,[y,x¦\n')).toMatch(/^st d,\[y,x/);
    expect(await form('        jmp  y,¦\n')).toBe('jmp y,d');
  });
});

describe('paths of .incbin', () => {
  const open = workspaceFixture();
  const complete = async (line: string): Promise<readonly CompletionItem[]> => {
    const files = { 'code/main.gtasm': line, 'data/picture.bin': 'ab', 'data/more/a.txt': 'ab', 'data/.hidden': '' };
    const { client, folder } = await open(files);
    const uri = folder.uri('code/main.gtasm');
    await client.open(uri, line);
    const position = { line: 0, character: line.length };
    return (await client.request<CompletionList | null>('textDocument/completion', uri, { position }))?.items ?? [];
  };

  it('are offered folder by folder', async () => {
    const items = await complete('        .incbin "../data/p');
    expect(items.map(({ label, textEdit }) => [label, textEdit!.newText])).toEqual([
      ['more/', '../data/more'],
      ['picture.bin', '../data/picture.bin'],
    ]);
  });

  it('stay in the workspace and leave sources out', async () => {
    expect(await complete('        .incbin "../../')).toEqual([]);
    expect(await complete('        .incbin "')).toEqual([]);
  });
});

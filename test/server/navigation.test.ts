/** Definition, references, calls, and names that only a block or a macro makes, through the real protocol. */
import { describe, expect, it } from 'vitest';
import type {
  CallHierarchyIncomingCall,
  CallHierarchyItem,
  CallHierarchyOutgoingCall,
  DocumentHighlight,
  DocumentSymbol,
  Location,
  WorkspaceEdit,
} from 'vscode-languageserver-protocol';
import { applied, languageFixture } from '#test/server/language-fixture.ts';

const server = languageFixture();

describe('definition and references', () => {
  const marked =
    '.zp «count» at $30\nstart:  ld   [«cou¦nt»]\n        st   [«count»]\n        bra  start\n        nop\n';

  it('goes to the definition', async () => {
    const { answer, source } = await server.ask<Location>('definition', marked);
    expect(answer).toEqual({ uri: source.uri, range: source.ranges[0] });
  });

  it('distinguishes local labels of two routines', async () => {
    const { answer, source } = await server.ask<Location>(
      'definition',
      'one:    nop\n.loop:  bra  .loop\n        nop\ntwo:    nop\n«.loop»:  bra  .lo¦op\n        nop\n',
    );
    expect(answer.range.start.line).toBe(source.ranges[0]!.start.line);
  });

  it('finds all references, with and without the declaration', async () => {
    const all = await server.ask<Location[]>('references', marked, { context: { includeDeclaration: true } });
    expect(all.answer.map(({ range }) => range)).toEqual(all.source.ranges);
    const uses = await server.ask<Location[]>('references', marked, { context: { includeDeclaration: false } });
    expect(uses.answer.map(({ range }) => range)).toEqual(uses.source.ranges.slice(1));
  });

  it('highlights stores as writes', async () => {
    const { answer } = await server.ask<DocumentHighlight[]>('documentHighlight', marked);
    expect(answer.map(({ kind }) => kind)).toEqual([3, 2, 3]);
  });

  it('finds a name beside one that the program does not see on the same line', async () => {
    const unread =
      '.zp «cell»\n.macro load from, other\n        ld   [from]\n.endmacro\n        load «ce¦ll», «cell» ; cell\n        load 1, «cell»\n';
    const { answer, source } = await server.ask<DocumentHighlight[]>('documentHighlight', unread);
    const places = answer.map(({ range }) => range);
    expect(places).toHaveLength(source.ranges.length);
    expect(places).toEqual(expect.arrayContaining([...source.ranges]));
  });

  it('goes from the key of a declaration to its set', async () => {
    const marked = '.set «rays», n, s\n.column all, 1..9 at $f0 element=slider-set set=«ra¦ys»\n';
    const { answer, source } = await server.ask<Location>('definition', marked);
    expect(answer.range).toEqual(source.ranges[0]);
    expect(await server.hoverText(marked)).toContain('.set rays, n, s');
    const uses = await server.ask<Location[]>('references', marked, { context: { includeDeclaration: true } });
    expect(uses.answer.map(({ range }) => range)).toEqual(source.ranges);
  });

  it('finds nothing where there is no name', async () => {
    expect((await server.ask<Location | null>('definition', '        ¦nop\n')).answer).toBeNull();
    expect(
      (await server.ask<Location[]>('references', '        ¦nop\n', { context: { includeDeclaration: true } })).answer,
    ).toEqual([]);
  });
});

describe('names of blocks', () => {
  const macro =
    '.macro move «from», to\n        ld   [«fr¦om»]\n        st   [to]\n.endmacro\n.zp a\n        move a, a\n';

  it('are found as parameters: definition, references, hover, rename', async () => {
    const { answer, source } = await server.ask<Location>('definition', macro);
    expect(answer.range).toEqual(source.ranges[0]);
    const uses = await server.ask<Location[]>('references', macro, { context: { includeDeclaration: true } });
    expect(uses.answer.map(({ range }) => range)).toEqual(source.ranges);
    expect(await server.hoverText(macro)).toBe('**from** — parameter of macro move');
    const renamed = await server.ask<WorkspaceEdit>('rename', macro, { newName: 'source' });
    expect(applied(source.text, renamed.answer.changes![renamed.source.uri]!)).toBe(
      source.text.replaceAll('from', 'source'),
    );
    await expect(server.ask('rename', macro, { newName: 'to' })).rejects.toThrow('already');
  });

  it('are found before the arguments of calls too', async () => {
    const marked = macro.replace('«fr¦om»]', '«from»]').replace('move a, a', 'move to=a, «fr¦om»=a');
    const { answer, source } = await server.ask<Location>('definition', marked);
    expect(answer.range).toEqual(source.ranges[0]);
    const uses = await server.ask<Location[]>('references', marked, { context: { includeDeclaration: true } });
    expect(uses.answer.map(({ range }) => range)).toEqual(source.ranges);
    expect(await server.hoverText(marked)).toBe('**from** — parameter of macro move');
    const renamed = await server.ask<WorkspaceEdit>('rename', marked, { newName: 'source' });
    expect(applied(source.text, renamed.answer.changes![renamed.source.uri]!)).toBe(
      source.text.replaceAll('from', 'source'),
    );
    await expect(server.ask('rename', marked, { newName: 'to' })).rejects.toThrow('already');
  });

  it('are found as counters of the innermost block', async () => {
    const nested = '.for v in 1..2\n.repeat 3, «v»\n        ld   «¦v»\n.endrepeat\n        ld   v\n.endfor\n';
    const { answer, source } = await server.ask<DocumentHighlight[]>('documentHighlight', nested);
    expect(answer.map(({ range }) => range)).toEqual(source.ranges);
    expect(await server.hoverText(nested)).toContain('counter of .repeat');
  });

  it('are offered inside their block only', async () => {
    const inside = await server.completionsAt(macro.replace('¦', '').replace('st   [to]', 'st   [¦]'));
    expect(inside.map(({ label }) => label)).toEqual(expect.arrayContaining(['from', 'to', 'a']));
    const outside = await server.completionsAt(macro.replace('¦', '').replace('move a, a', 'ld   [¦]'));
    expect(outside.map(({ label }) => label)).not.toContain('from');
  });
});

describe('names that macros make', () => {
  const marked =
    '.macro go where\n        bra  where\n        nop\n.endmacro\n.macro routine name, next\nname:   ld   next\n.endmacro\n        routine first, «draw»\n        routine «draw», first\n        bra  «dr¦aw»\n        nop\n        go   «draw»\n';

  const byLine = (places: Location[]): Location['range'][] =>
    places.map(({ range }) => range).sort((a, b) => a.start.line - b.start.line);

  it('are defined, found and renamed where they are written', async () => {
    const { answer, source } = await server.ask<Location>('definition', marked);
    expect(answer.range).toEqual(source.ranges[1]);
    const uses = await server.ask<Location[]>('references', marked, { context: { includeDeclaration: true } });
    expect(byLine(uses.answer)).toEqual(uses.source.ranges);
    const renamed = await server.ask<WorkspaceEdit>('rename', marked, { newName: 'paint' });
    expect(applied(source.text, renamed.answer.changes![renamed.source.uri]!)).toBe(
      source.text.replaceAll('draw', 'paint'),
    );
  });

  it('are found through macros that hand them on', async () => {
    const through =
      '.macro routine name\nname:   nop\n.endmacro\n.macro both one, other\n        routine one\n        routine other\n.endmacro\n        both first, «draw»\n        bra  «dr¦aw»\n        nop\n';
    const { answer, source } = await server.ask<Location>('definition', through);
    expect(answer.range).toEqual(source.ranges[0]);
    const renamed = await server.ask<WorkspaceEdit>('rename', through, { newName: 'paint' });
    expect(applied(source.text, renamed.answer.changes![renamed.source.uri]!)).toBe(
      source.text.replaceAll('draw', 'paint'),
    );
  });

  it('are the parameter itself inside the macro', async () => {
    expect(await server.hoverText(marked.replace('¦', '').replace('\nname:', '\nna¦me:'))).toBe(
      '**name** — parameter of macro routine',
    );
  });

  it('are found from the call that makes them', async () => {
    const atCall = marked.replace('¦', '').replace('routine «draw»', 'routine «dr¦aw»');
    expect(await server.hoverText(atCall)).toContain('**draw** — label');
    const uses = await server.ask<Location[]>('references', atCall, { context: { includeDeclaration: false } });
    expect(byLine(uses.answer)).toEqual(uses.source.ranges.toSpliced(1, 1));
  });

  it('are local to the routine around the call', async () => {
    const routine = (name: string, mark: string): string =>
      `${name}:    bne  ${mark === '' ? '.again' : '.ag¦ain'}\n        nop\n        target ${mark === '' ? '.again' : '«.again»'}\n`;
    const macro = '.macro target name\nname:   nop\n.endmacro\n';
    const { answer, source } = await server.ask<Location>(
      'definition',
      macro + routine('one', '') + routine('two', 'here') + routine('three', ''),
    );
    expect(answer.range).toEqual(source.ranges[0]);
  });

  it('are not in the outline of the macro', async () => {
    const { answer } = await server.ask<DocumentSymbol[]>('documentSymbol', marked);
    expect(answer.map(({ name, children }) => [name, children])).toEqual([
      ['go', []],
      ['routine', []],
    ]);
  });
});

describe('calls', () => {
  it('shows callers and callees, also through macros', async () => {
    const program = [
      '.macro call routine',
      '        bra  routine',
      '        ld   * + 1',
      '.endmacro',
      'main:   call draw',
      'again:  bra  draw',
      '        nop',
      'dr¦aw:   call dot',
      '        ld   draw',
      'dot:    nop',
      '',
    ].join('\n');
    const { answer } = await server.ask<CallHierarchyItem[]>('prepareCallHierarchy', program);
    expect(answer.map(({ name }) => name)).toEqual(['draw']);
    const incoming = await server.client.send<CallHierarchyIncomingCall[]>('callHierarchy/incomingCalls', {
      item: answer[0],
    });
    expect(incoming.map(({ from }) => from.name)).toEqual(['main', 'again']);
    const outgoing = await server.client.send<CallHierarchyOutgoingCall[]>('callHierarchy/outgoingCalls', {
      item: answer[0],
    });
    expect(outgoing.map(({ to }) => to.name)).toEqual(['call', 'dot']);
  });

  const calls = async (marked: string): Promise<{ from: string[]; to: string[] }> => {
    const { answer } = await server.ask<CallHierarchyItem[]>('prepareCallHierarchy', marked);
    const parameters = { item: answer[0] };
    const incoming = await server.client.send<CallHierarchyIncomingCall[]>('callHierarchy/incomingCalls', parameters);
    const outgoing = await server.client.send<CallHierarchyOutgoingCall[]>('callHierarchy/outgoingCalls', parameters);
    return { from: incoming.map(({ from }) => from.name), to: outgoing.map(({ to }) => to.name) };
  };
  const edges = `.zp cell
.macro step
        adda 1
.endmacro
first:  ld   [cell]
        step
second: .targets first, third
        bra  [cell]
        nop
third:  bra  third
        nop
`;

  it('knows declared targets, routines that go on into others, and macros', async () => {
    expect(await calls(edges.replace('first:', 'fi¦rst:'))).toEqual({ from: ['second'], to: ['step', 'second'] });
    expect(await calls(edges.replace('second:', 'sec¦ond:'))).toEqual({ from: ['first'], to: ['first', 'third'] });
    expect(await calls(edges.replace('macro step', 'macro st¦ep'))).toEqual({ from: ['first'], to: [] });
    expect(await calls(edges.replace('third:', 'thi¦rd:'))).toEqual({ from: ['second'], to: [] });
  });
});

/**
 * Programs of several files through the real protocol: includes, main files, settings, files that are missing or
 * change.
 */
import { describe, expect, it } from 'vitest';
import {
  DiagnosticSeverity,
  DiagnosticTag,
  type Diagnostic,
  type Hover,
  type Location,
  type MarkupContent,
  type WorkspaceEdit,
} from 'vscode-languageserver-protocol';
import { errorsOf, wholeRange, type LanguageClient } from '#test/server/language-client.ts';
import { markedSource } from '#test/server/language-fixture.ts';
import type { SourceFolder } from '#test/source-folder.ts';
import { PROGRAM, workspaceFixture } from '#test/server/workspace-fixture.ts';

const workspace = workspaceFixture();

describe('a condition', () => {
  const COMMON = '.if A\n        nop\n.else\n        ld   1\n.endif\n';
  const fadedLines = (diagnostics: readonly Diagnostic[]): unknown =>
    diagnostics
      .filter(({ tags, severity }) => tags?.[0] === DiagnosticTag.Unnecessary && severity === DiagnosticSeverity.Hint)
      .map(({ range }) => [range.start.line, range.end.line, range.end.character]);

  it('has the lines that it leaves out marked', async () => {
    const { client, folder } = await workspace({ 'common.gtasm': COMMON });
    const uri = folder.uri('common.gtasm');
    await client.open(uri, `A = 1\n${COMMON}`);
    expect(fadedLines(await client.diagnostics(uri))).toEqual([[4, 4, 14]]);
    await client.change(uri, [{ text: `A = 0\n${COMMON}` }]);
    expect(fadedLines(await client.diagnostics(uri))).toEqual([[2, 2, 11]]);
  });

  it('has only those marked that every program leaves out', async () => {
    const { client, folder } = await workspace({
      'common.gtasm': COMMON,
      'one.gtasm': 'A = 1\n        .include "common.gtasm"\n',
      'two.gtasm': 'A = 0\n        .include "common.gtasm"\n',
    });
    await client.open(folder.uri('common.gtasm'), COMMON);
    expect(fadedLines(await client.diagnostics(folder.uri('common.gtasm')))).toEqual([]);
  });
});

describe('a file that another includes', () => {
  it('is seen in its program: definition, references and hover across files', async () => {
    const { client, folder } = await workspace(PROGRAM);
    const { text, cursors, ranges } = markedSource(PROGRAM['code/draw.gtasm']);
    const uri = folder.uri('code/draw.gtasm');
    await client.open(uri, text);
    expect(errorsOf(await client.diagnostics(uri))).toEqual([]);
    const position = cursors[0];
    const target = await client.request<Location>('textDocument/definition', uri, { position });
    expect(target).toEqual({ uri: folder.uri('ram.gtasm'), range: markedSource(PROGRAM['ram.gtasm']).ranges[0] });
    const hover = await client.request<Hover>('textDocument/hover', uri, { position });
    expect((hover.contents as MarkupContent).value).toMatch(/\$30[^]*Line to draw[^]*ram\.gtasm/);
    const uses = await client.request<Location[]>('textDocument/references', uri, {
      position: ranges[0]!.start,
      context: { includeDeclaration: true },
    });
    expect(uses.map((use) => use.uri.slice(use.uri.lastIndexOf('/') + 1)).sort()).toEqual([
      'draw.gtasm',
      'draw.gtasm',
      'main.gtasm',
    ]);
  });

  it('has its findings shown although only the main file is open, and the other way round', async () => {
    const { client, folder } = await workspace({ ...PROGRAM, 'ram.gtasm': '.zp row at $30\n' });
    const main = folder.uri('main.gtasm');
    await client.open(main, markedSource(PROGRAM['main.gtasm']).text);
    await client.diagnostics(main);
    const inDraw = await client.awaitDiagnostics(
      folder.uri('code/draw.gtasm'),
      ({ diagnostics }) => diagnostics.length > 0,
    );
    expect(errorsOf(inDraw)[0]!.message).toContain('line');
  });

  it('has no findings while its include is inactive', async () => {
    const { client, folder } = await workspace({
      'main.gtasm': '.if 0\n        .include "draw.gtasm"\n.endif\n        nop\n',
    });
    const uri = folder.uri('draw.gtasm');
    await client.open(uri, '        bra  nowhere\n        nop\n');
    expect(errorsOf(await client.diagnostics(uri))).toEqual([]);
  });

  it('is renamed in every file', async () => {
    const { client, folder } = await workspace(PROGRAM);
    const uri = folder.uri('code/draw.gtasm');
    const { text, cursors } = markedSource(PROGRAM['code/draw.gtasm']);
    await client.open(uri, text);
    const edit = await client.request<WorkspaceEdit>('textDocument/rename', uri, {
      position: cursors[0],
      newName: 'row',
    });
    expect(Object.keys(edit.changes!).sort()).toEqual([uri, folder.uri('ram.gtasm')]);
  });

  it('follows unsaved edits of the file that defines', async () => {
    const { client, folder } = await workspace(PROGRAM);
    const draw = folder.uri('code/draw.gtasm');
    const ram = folder.uri('ram.gtasm');
    await client.open(draw, markedSource(PROGRAM['code/draw.gtasm']).text);
    const { text } = markedSource(PROGRAM['ram.gtasm']);
    await client.open(ram, text);
    await client.change(ram, [{ range: wholeRange(text), text: '.zp row at $30\n' }]);
    const missing = await client.awaitDiagnostics(draw, ({ diagnostics }) => errorsOf(diagnostics).length > 0);
    expect(missing[0]!.message).toContain('line');
    await client.change(ram, [{ text }]);
    await client.awaitDiagnostics(draw, ({ diagnostics }) => errorsOf(diagnostics).length === 0);
  });
});

describe('main files', () => {
  const twoMains = {
    'a.gtasm': 'limit = 1\n        .include "shared.gtasm"\n',
    'b.gtasm': 'limit = 2\n        .include "shared.gtasm"\n',
    'shared.gtasm': '        ld   lim¦it\n',
  };

  async function limitAt(client: LanguageClient, folder: SourceFolder): Promise<string> {
    const { text, cursors } = markedSource(twoMains['shared.gtasm']);
    const uri = folder.uri('shared.gtasm');
    await client.open(uri, text);
    const hover = await client.request<Hover>('textDocument/hover', uri, { position: cursors[0] });
    return (hover.contents as MarkupContent).value;
  }

  it('are found by includes', async () => {
    const { client, folder } = await workspace(twoMains);
    expect(await limitAt(client, folder)).toContain('`1`');
    const { uri } = await client.send<{ uri: string }>('gigatron/mainFile', { uri: folder.uri('shared.gtasm') });
    expect(uri).toBe(folder.uri('a.gtasm'));
  });

  it('can be set', async () => {
    const { client, folder } = await workspace(twoMains, { settings: { mainFile: 'b.gtasm' } });
    expect(await limitAt(client, folder)).toContain('`2`');
  });

  it('that are set and are outside the workspace folder are not read, and this is reported', async () => {
    const { client, folder } = await workspace(twoMains, { settings: { mainFile: '../outside/b.gtasm' } });
    expect(await limitAt(client, folder)).toContain('`1`');
    expect(client.messages).toEqual([expect.stringMatching(/names "\.\.\/outside\/b\.gtasm", which leads out of /)]);
  });

  it('that are set but do not exist are reported once, and marked in the settings while they are missing', async () => {
    const settings = '{\n  "gigatron.mainFile": «"gone/rom.gtasm"»\n}\n';
    const { client, folder } = await workspace(
      { ...twoMains, '.vscode/settings.json': settings },
      { settings: { mainFile: 'gone/rom.gtasm' } },
    );
    expect(await limitAt(client, folder)).toContain('`1`');
    const uri = folder.uri('.vscode/settings.json');
    const [finding] = await client.awaitDiagnostics(uri, ({ diagnostics }) => diagnostics.length > 0);
    expect(finding).toMatchObject({ severity: 2, range: markedSource(settings).ranges[0] });
    expect(finding!.message).toMatch(/gigatron\.mainFile.*gone\/rom\.gtasm.*no such file/);
    expect(client.messages).toEqual([expect.stringContaining('gone/rom.gtasm')]);
    folder.write('gone/rom.gtasm', '        nop\n');
    await client.notify('workspace/didChangeWatchedFiles', {
      changes: [{ uri: folder.uri('gone/rom.gtasm'), type: 1 }],
    });
    await client.awaitDiagnostics(uri, ({ diagnostics }) => diagnostics.length === 0);
    expect(client.messages).toHaveLength(1);
  });

  it.each([
    ['with', false],
    ['without', true],
  ])('take defines from the settings, %s a workspace', async (_, filesOnly) => {
    const settings = { defines: { VERIFY: 7 } };
    const { client, folder } = await workspace({ 'main.gtasm': '' }, { settings, filesOnly });
    const { text, cursors } = markedSource('le¦vel = VERIFY + 1\n        ld   level\n');
    const uri = folder.uri('main.gtasm');
    await client.open(uri, text);
    expect(errorsOf(await client.diagnostics(uri))).toEqual([]);
    const hover = await client.request<Hover>('textDocument/hover', uri, { position: cursors[0] });
    expect((hover.contents as MarkupContent).value).toContain('`8`');
  });

  it('take over defines when they change', async () => {
    const { client, folder } = await workspace({ 'main.gtasm': '' });
    const uri = folder.uri('main.gtasm');
    await client.open(uri, '        ld   VERIFY\n');
    expect(errorsOf(await client.diagnostics(uri))[0]!.message).toContain('VERIFY');
    await client.configure({ defines: { VERIFY: 1 } });
    await client.awaitDiagnostics(uri, ({ diagnostics }) => errorsOf(diagnostics).length === 0);
  });

  it('are the files themselves without a workspace', async () => {
    const main = '        .include "ram.gtasm"\n        ld   [line]\n';
    const { client, folder } = await workspace({ 'main.gtasm': main, 'ram.gtasm': '.zp line\n' }, { filesOnly: true });
    const uri = folder.uri('main.gtasm');
    await client.open(uri, main);
    expect(errorsOf(await client.diagnostics(uri))).toEqual([]);
  });
});

describe('files that are missing or change', () => {
  it('a missing include is reported at its line until the file appears', async () => {
    const marked = '        nop\n        .include «"ram.gtasm"»\n        ld   [line]\n';
    const { client, folder } = await workspace({ 'main.gtasm': marked });
    const uri = folder.uri('main.gtasm');
    const { text, ranges } = markedSource(marked);
    await client.open(uri, text);
    const [missing] = errorsOf(await client.diagnostics(uri));
    expect(missing!.range.start.line).toBe(ranges[0]!.start.line);
    expect(missing!.message).toMatch(/ram\.gtasm.*no such file/);
    folder.write('ram.gtasm', '.zp line\n');
    await client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: folder.uri('ram.gtasm'), type: 1 }] });
    await client.awaitDiagnostics(uri, ({ diagnostics }) => errorsOf(diagnostics).length === 0);
    folder.delete('ram.gtasm');
    await client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: folder.uri('ram.gtasm'), type: 3 }] });
    await client.awaitDiagnostics(uri, ({ diagnostics }) => errorsOf(diagnostics).length > 0);
  });

  it('an include that leaves the workspace is reported', async () => {
    const { client, folder } = await workspace({ 'inner/main.gtasm': '' });
    await client.notify('workspace/didChangeWorkspaceFolders', { event: { added: [], removed: [] } });
    const uri = folder.uri('inner/main.gtasm');
    const text = '        .include "../../outside.gtasm"\n';
    await client.open(uri, text);
    const [left] = errorsOf(await client.diagnostics(uri));
    expect(left!.range.start.line).toBe(0);
    expect(left!.message).not.toContain('no such file');
  });

  it('a file that includes itself is reported', async () => {
    const { client, folder } = await workspace({ 'main.gtasm': '' });
    const uri = folder.uri('main.gtasm');
    await client.open(uri, '        nop\n        .include "main.gtasm"\n');
    const [circle] = errorsOf(await client.diagnostics(uri));
    expect(circle!.range.start.line).toBe(1);
  });

  it('says of a source on disk that is not UTF-8 text why it cannot be read', async () => {
    const { client, folder } = await workspace({ 'main.gtasm': '' });
    folder.write('other.gtasm', Uint8Array.of(0x3b, 0x20, 0xe9, 0x0a));
    const uri = folder.uri('main.gtasm');
    await client.open(uri, '        .include "other.gtasm"\n        nop\n');
    const errors = errorsOf(await client.diagnostics(uri));
    expect(errors.map(({ code, message }) => [code, message])).toEqual([
      ['GT0701', expect.stringContaining('line 1 is not UTF-8 text (byte $e9)')],
    ]);
  });
});

/**
 * Programs of several files through the real protocol: includes, main files, settings, files that are missing or
 * change.
 */
import { describe, expect, it } from 'vitest';
import { DiagnosticSeverity, DiagnosticTag } from 'vscode-languageserver-protocol';
import type { Diagnostic, Location, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { errorsOf, wholeRange } from '#test/server/language-client.ts';
import { markedSource } from '#test/server/language-fixture.ts';
import { PROGRAM, workspaceFixture, type OpenWorkspace } from '#test/server/workspace-fixture.ts';

const workspace = workspaceFixture();

/** Tells the server that a file has come (1), changed (2) or gone (3). */
function told({ client, folder }: OpenWorkspace, name: string, type: 1 | 2 | 3): Promise<void> {
  return client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: folder.uri(name), type }] });
}

describe('a condition', () => {
  const COMMON = '.if A\n        nop\n.else\n        ld   1\n.endif\n';
  const fadedLines = (diagnostics: readonly Diagnostic[]): unknown =>
    diagnostics
      .filter(({ tags, severity }) => tags?.[0] === DiagnosticTag.Unnecessary && severity === DiagnosticSeverity.Hint)
      .map(({ range }) => [range.start.line, range.end.line, range.end.character]);

  it('has the lines that it leaves out marked', async () => {
    const { open } = await workspace({ 'common.gtasm': COMMON });
    const source = await open('common.gtasm', `A = 1\n${COMMON}`);
    expect(fadedLines(await source.diagnostics())).toEqual([[4, 4, 14]]);
    await source.change({ text: `A = 0\n${COMMON}` });
    expect(fadedLines(await source.diagnostics())).toEqual([[2, 2, 11]]);
  });

  it('has only those marked that every program leaves out', async () => {
    const { open } = await workspace({
      'common.gtasm': COMMON,
      'one.gtasm': 'A = 1\n        .include "common.gtasm"\n',
      'two.gtasm': 'A = 0\n        .include "common.gtasm"\n',
    });
    expect(fadedLines(await (await open('common.gtasm')).diagnostics())).toEqual([]);
  });
});

describe('a file that another includes', () => {
  it('is seen in its program: definition, references and hover across files', async () => {
    const { folder, open } = await workspace(PROGRAM);
    const draw = await open('code/draw.gtasm');
    expect(await draw.errors()).toEqual([]);
    const target = { uri: folder.uri('ram.gtasm'), range: markedSource(PROGRAM['ram.gtasm']).ranges[0] };
    expect(await draw.request<Location>('definition')).toEqual(target);
    expect(await draw.hoverText()).toMatch(/\$30[^]*Line to draw[^]*ram\.gtasm/);
    const uses = await draw.request<Location[]>('references', {
      position: draw.ranges[0]!.start,
      context: { includeDeclaration: true },
    });
    const names = uses.map(({ uri }) => uri.slice(uri.lastIndexOf('/') + 1)).sort();
    expect(names).toEqual(['draw.gtasm', 'draw.gtasm', 'main.gtasm']);
  });

  it('has its findings shown although only the main file is open, and the other way round', async () => {
    const { client, folder, open } = await workspace({ ...PROGRAM, 'ram.gtasm': '.zp row at $30\n' });
    await (await open('main.gtasm')).diagnostics();
    const draw = folder.uri('code/draw.gtasm');
    const inDraw = await client.awaitDiagnostics(draw, ({ diagnostics }) => diagnostics.length > 0);
    expect(errorsOf(inDraw)[0]!.message).toContain('line');
  });

  it('has no findings while its include is inactive', async () => {
    const main = '.if 0\n        .include "draw.gtasm"\n.endif\n        nop\n';
    const { open } = await workspace({ 'main.gtasm': main });
    expect(await (await open('draw.gtasm', '        bra  nowhere\n        nop\n')).errors()).toEqual([]);
  });

  it('is renamed in every file', async () => {
    const { folder, open } = await workspace(PROGRAM);
    const draw = await open('code/draw.gtasm');
    const edit = await draw.request<WorkspaceEdit>('rename', { newName: 'row' });
    expect(Object.keys(edit.changes!).sort()).toEqual([draw.uri, folder.uri('ram.gtasm')]);
  });

  it('follows unsaved edits of the file that defines', async () => {
    const { client, open } = await workspace(PROGRAM);
    const [draw, ram] = [await open('code/draw.gtasm'), await open('ram.gtasm')];
    await ram.change({ range: wholeRange(ram.text), text: '.zp row at $30\n' });
    const missing = await client.awaitDiagnostics(draw.uri, ({ diagnostics }) => errorsOf(diagnostics).length > 0);
    expect(missing[0]!.message).toContain('line');
    await ram.change({ text: ram.text });
    await client.awaitDiagnostics(draw.uri, ({ diagnostics }) => errorsOf(diagnostics).length === 0);
  });
});

describe('main files', () => {
  const twoMains = {
    'a.gtasm': 'limit = 1\n        .include "shared.gtasm"\n',
    'b.gtasm': 'limit = 2\n        .include "shared.gtasm"\n',
    'shared.gtasm': '        ld   lim¦it\n',
  };

  it('are found by includes', async () => {
    const { client, folder, open } = await workspace(twoMains);
    const shared = await open('shared.gtasm');
    expect(await shared.hoverText()).toContain('`1`');
    const { uri } = await client.send<{ uri: string }>('gigatron/mainFile', { uri: shared.uri });
    expect(uri).toBe(folder.uri('a.gtasm'));
  });

  it('can be set', async () => {
    const { open } = await workspace(twoMains, { settings: { mainFile: 'b.gtasm' } });
    expect(await (await open('shared.gtasm')).hoverText()).toContain('`2`');
  });

  it('that are set and are outside the workspace folder are not read, and this is reported', async () => {
    const { client, open } = await workspace(twoMains, { settings: { mainFile: '../outside/b.gtasm' } });
    expect(await (await open('shared.gtasm')).hoverText()).toContain('`1`');
    expect(client.messages).toEqual([expect.stringMatching(/names "\.\.\/outside\/b\.gtasm", which leads out of /)]);
  });

  it('that are set but do not exist are reported once, and marked in the settings while they are missing', async () => {
    const settings = '{\n  "gigatron.mainFile": «"gone/rom.gtasm"»\n}\n';
    const files = { ...twoMains, '.vscode/settings.json': settings };
    const opened = await workspace(files, { settings: { mainFile: 'gone/rom.gtasm' } });
    const { client, folder, open } = opened;
    expect(await (await open('shared.gtasm')).hoverText()).toContain('`1`');
    const uri = folder.uri('.vscode/settings.json');
    const [finding] = await client.awaitDiagnostics(uri, ({ diagnostics }) => diagnostics.length > 0);
    expect(finding).toMatchObject({ severity: 2, range: markedSource(settings).ranges[0] });
    expect(finding!.message).toMatch(/gigatron\.mainFile.*gone\/rom\.gtasm.*no such file/);
    expect(client.messages).toEqual([expect.stringContaining('gone/rom.gtasm')]);
    folder.write('gone/rom.gtasm', '        nop\n');
    await told(opened, 'gone/rom.gtasm', 1);
    await client.awaitDiagnostics(uri, ({ diagnostics }) => diagnostics.length === 0);
    expect(client.messages).toHaveLength(1);
  });

  it.each([
    ['with', false],
    ['without', true],
  ])('take defines from the settings, %s a workspace', async (_, filesOnly) => {
    const settings = { defines: { VERIFY: 7 } };
    const { open } = await workspace({ 'main.gtasm': '' }, { settings, filesOnly });
    const main = await open('main.gtasm', 'le¦vel = VERIFY + 1\n        ld   level\n');
    expect(await main.errors()).toEqual([]);
    expect(await main.hoverText()).toContain('`8`');
  });

  it('take over defines when they change', async () => {
    const { client, open } = await workspace({ 'main.gtasm': '' });
    const main = await open('main.gtasm', '        ld   VERIFY\n');
    expect((await main.errors())[0]).toContain('VERIFY');
    await client.configure({ defines: { VERIFY: 1 } });
    await client.awaitDiagnostics(main.uri, ({ diagnostics }) => errorsOf(diagnostics).length === 0);
  });

  it('are the files themselves without a workspace', async () => {
    const files = { 'main.gtasm': '        .include "ram.gtasm"\n        ld   [line]\n', 'ram.gtasm': '.zp line\n' };
    const { open } = await workspace(files, { filesOnly: true });
    expect(await (await open('main.gtasm')).errors()).toEqual([]);
  });
});

describe('files that are missing or change', () => {
  it('a missing include is reported at its line until the file appears', async () => {
    const opened = await workspace({
      'main.gtasm': '        nop\n        .include «"ram.gtasm"»\n        ld   [line]\n',
    });
    const { client, folder, open } = opened;
    const main = await open('main.gtasm');
    const [missing] = errorsOf(await main.diagnostics());
    expect(missing!.range.start.line).toBe(main.ranges[0]!.start.line);
    expect(missing!.message).toMatch(/ram\.gtasm.*no such file/);
    folder.write('ram.gtasm', '.zp line\n');
    await told(opened, 'ram.gtasm', 1);
    await client.awaitDiagnostics(main.uri, ({ diagnostics }) => errorsOf(diagnostics).length === 0);
    folder.delete('ram.gtasm');
    await told(opened, 'ram.gtasm', 3);
    await client.awaitDiagnostics(main.uri, ({ diagnostics }) => errorsOf(diagnostics).length > 0);
  });

  it('an include that leaves the workspace is reported', async () => {
    const { client, open } = await workspace({ 'inner/main.gtasm': '' });
    await client.notify('workspace/didChangeWorkspaceFolders', { event: { added: [], removed: [] } });
    const main = await open('inner/main.gtasm', '        .include "../../outside.gtasm"\n');
    const [left] = errorsOf(await main.diagnostics());
    expect(left!.range.start.line).toBe(0);
    expect(left!.message).not.toContain('no such file');
  });

  it('a file that includes itself is reported', async () => {
    const { open } = await workspace({ 'main.gtasm': '' });
    const main = await open('main.gtasm', '        nop\n        .include "main.gtasm"\n');
    expect(errorsOf(await main.diagnostics())[0]!.range.start.line).toBe(1);
  });

  it('says of a source on disk that is not UTF-8 text why it cannot be read', async () => {
    const { folder, open } = await workspace({ 'main.gtasm': '' });
    folder.write('other.gtasm', Uint8Array.of(0x3b, 0x20, 0xe9, 0x0a));
    const main = await open('main.gtasm', '        .include "other.gtasm"\n        nop\n');
    expect(errorsOf(await main.diagnostics()).map(({ code, message }) => [code, message])).toEqual([
      ['GT0701', expect.stringContaining('line 1 is not UTF-8 text (byte $e9)')],
    ]);
  });
});

/**
 * Findings and their quick fixes through the real protocol. Diagnostics that the client asks for, through the real
 * protocol.
 */
import { describe, expect, it } from 'vitest';
import type {
  CodeAction,
  DocumentDiagnosticReport,
  FullDocumentDiagnosticReport,
  WorkspaceDiagnosticReport,
} from 'vscode-languageserver-protocol';
import { errorsOf, type LanguageClient } from '#test/server/language-client.ts';
import { applied, languageFixture } from '#test/server/language-fixture.ts';
import { workspaceFixture } from '#test/server/workspace-fixture.ts';

const server = languageFixture();

describe('diagnostics', () => {
  it('mark a wrong label at its place, and go when it is mended', async () => {
    const { uri, text, ranges } = await server.open('start:  bra  «strat»\n        nop\n');
    const [diagnostic] = await server.client.diagnostics(uri);
    expect(diagnostic).toMatchObject({ range: ranges[0], severity: 1, source: 'gigatron' });
    expect(diagnostic!.code).toMatch(/^GT\d{4}$/);
    expect(diagnostic!.message).toContain('strat');
    await server.client.change(uri, [{ range: ranges[0]!, text: 'start' }]);
    expect(errorsOf(await server.client.diagnostics(uri))).toEqual([]);
    expect(text).toContain('strat');
  });

  it('go when the document is closed', async () => {
    const { uri } = await server.open('        bra  nowhere\n        nop\n');
    expect(await server.client.diagnostics(uri)).not.toEqual([]);
    await server.client.close(uri);
    expect(await server.client.awaitDiagnostics(uri, ({ diagnostics }) => diagnostics.length === 0)).toEqual([]);
  });
});

describe('findings of the proof', () => {
  const marked = 'start:  bra  start\n        nop\n«unused»: nop\n        nop\n';

  it('stay with their lines while somebody types, and go with a pause on an error', async () => {
    const { uri } = await server.open(marked);
    const codes = async (accept: (codes: readonly unknown[]) => boolean): Promise<unknown[]> =>
      (await server.client.awaitDiagnostics(uri, ({ diagnostics }) => accept(diagnostics.map(({ code }) => code)))).map(
        ({ code, range }) => [code, range.start.line],
      );
    expect(await codes((all) => all.includes('GT0913'))).toContainEqual(['GT0913', 2]);
    const top = { line: 0, character: 0 };
    await server.client.change(uri, [{ range: { start: top, end: top }, text: '        bra  strat\n' }]);
    const both = await codes((all) => all.includes('GT0201'));
    expect(both).toContainEqual(['GT0201', 0]);
    expect(both).toContainEqual(['GT0913', 3]);
    expect(await codes((all) => !all.includes('GT0913'))).toEqual([['GT0201', 0]]);
  });

  it('go with a line that is typed over', async () => {
    const { uri, ranges } = await server.open(marked);
    await server.client.awaitDiagnostics(uri, ({ diagnostics }) => diagnostics.some(({ code }) => code === 'GT0913'));
    await server.client.change(uri, [{ range: ranges[0]!, text: 'other:  bra  strat\n' }]);
    expect((await server.client.diagnostics(uri)).map(({ code }) => code)).not.toContain('GT0913');
  });
});

describe('quick fixes', () => {
  it('offer the fixes of a finding', async () => {
    const { uri, text, ranges } = await server.open('start:  bra  «strat»\n        nop\n');
    const actions = await server.client.request<CodeAction[]>('textDocument/codeAction', uri, {
      range: ranges[0],
      context: { diagnostics: [] },
    });
    const fixed = actions.map(({ edit }) => applied(text, edit!.changes![uri]!));
    expect(fixed).toContain('start:  bra  start\n        nop\n');
    expect(actions[0]!.diagnostics![0]!.range).toEqual(ranges[0]);
  });
});

describe('the way to the documentation', () => {
  const explaining = languageFixture({ start: { explainCommand: 'test.explain' } });

  it('is a link of the code and an action, where the client has a command for it', async () => {
    const { actions, source } = await explaining.actionsAt('start:  bra  «strat»\n        nop\n');
    const explain = actions.find(({ title }) => title.startsWith('Explain'));
    const [diagnostic] = await explaining.client.diagnostics(source.uri);
    expect(explain!.title).toBe(`Explain ${diagnostic!.code}`);
    expect(explain!.command).toMatchObject({ command: 'test.explain', arguments: [diagnostic!.code] });
    expect(decodeURIComponent(diagnostic!.codeDescription!.href)).toBe(`command:test.explain?["${diagnostic!.code}"]`);
  });

  it('is not shown to other clients', async () => {
    const { actions, source } = await server.actionsAt('start:  bra  «strat»\n        nop\n');
    expect(actions.filter(({ command }) => command !== undefined)).toEqual([]);
    expect((await server.client.diagnostics(source.uri))[0]).not.toHaveProperty('codeDescription');
  });
});

describe('code actions', () => {
  it.each([
    ['a far jump', 'start:  «bra  far»\n        nop\n        .page\nfar:    nop\n', /jmp/],
    ['a mistyped directive', '        «.orgg» $100\n        nop\n', /\.org/],
    [
      'a header that the code contradicts',
      '; f: gives 1.\n; In: AC = return. «Cycles: 9»\nf:      st   [0]\n        bra  [0]\n        ld   1\n',
      /3/,
    ],
  ])('mend %s', async (_, marked, expected) => {
    const { actions, source } = await server.actionsAt(marked);
    const results = actions.map(({ edit }) => applied(source.text, edit!.changes![source.uri]!));
    expect(results.find((text) => expected.test(text))).toBeDefined();
  });

  it('are none of kinds that the server does not have', async () => {
    const { uri, ranges } = await server.open('start:  bra  «strat»\n        nop\n');
    const context = { diagnostics: [], only: ['source.organizeImports'] };
    const actions = await server.client.request('textDocument/codeAction', uri, { range: ranges[0], context });
    expect(actions).toEqual([]);
  });
});

const workspace = workspaceFixture();
const WRONG = 'start:  bra  nowhere\n        nop\n';
const RIGHT = 'start:  bra  start\n        nop\n';
const FILES = { 'one.gtasm': WRONG, 'two.gtasm': '        .include "common.gtasm"\n', 'common.gtasm': WRONG };

interface Known {
  readonly uri: string;
  readonly value: string;
}

async function pull(
  client: LanguageClient,
  known: readonly Known[] = [],
): Promise<Map<string, readonly [number, Known]>> {
  const { items } = await client.send<WorkspaceDiagnosticReport>('workspace/diagnostic', { previousResultIds: known });
  return new Map(
    items.map((item) => {
      const { uri, resultId: value = '', items: found } = item as FullDocumentDiagnosticReport & { uri: string };
      return [uri.slice(uri.lastIndexOf('/') + 1), [found.length, { uri, value }]];
    }),
  );
}

const counts = (answer: Map<string, readonly [number, Known]>): unknown =>
  [...answer].map(([name, [count]]) => [name, count]).sort();

describe('programs that nobody has opened', () => {
  it('are checked', async () => {
    const { client } = await workspace(FILES);
    expect(counts(await pull(client))).toEqual([
      ['common.gtasm', 1],
      ['one.gtasm', 1],
    ]);
  });

  it('have their findings taken back when they are opened, and then sent', async () => {
    const { client, folder } = await workspace(FILES);
    const known = [...(await pull(client)).values()].map(([, id]) => id);
    const next = pull(client, known);
    await client.open(folder.uri('two.gtasm'), FILES['two.gtasm']);
    expect(counts(await next)).toEqual([['common.gtasm', 0]]);
    const sent = await client.awaitDiagnostics(folder.uri('common.gtasm'), ({ diagnostics }) => diagnostics.length > 0);
    expect(sent).toHaveLength(1);
  });

  it('are checked again when one of their files has changed on disk', async () => {
    const { client, folder } = await workspace(FILES);
    const known = [...(await pull(client)).values()].map(([, id]) => id);
    const next = pull(client, known);
    folder.write('common.gtasm', RIGHT);
    await client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: folder.uri('common.gtasm'), type: 2 }] });
    expect(counts(await next)).toEqual([['common.gtasm', 0]]);
  });

  it('are left alone where the settings say so', async () => {
    const { client, folder } = await workspace(FILES, { settings: { diagnostics: { workspace: false } } });
    const answer = pull(client);
    await client.configure({ diagnostics: { workspace: true } });
    expect((await answer).size).toBe(2);
    expect(folder.uri('one.gtasm')).toContain('one');
  });
});

describe('an open document', () => {
  const kind = async (textDocument: object): Promise<number> => {
    const { client, folder } = await workspace(FILES, { textDocument });
    const uri = folder.uri('one.gtasm');
    await client.open(uri, WRONG);
    const report = await client.request<DocumentDiagnosticReport>('textDocument/diagnostic', uri);
    return (report as FullDocumentDiagnosticReport).items.length;
  };

  it('has its findings in the answer for a client that only asks', async () => {
    expect(await kind({})).toBe(1);
  });

  it('has none there for a client to which they are sent', async () => {
    expect(await kind({ publishDiagnostics: {} })).toBe(0);
  });
});

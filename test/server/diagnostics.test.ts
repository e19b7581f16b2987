/** Findings and their quick fixes through the real protocol, pushed and pulled. */
import { describe, expect, it } from 'vitest';
import type {
  Diagnostic,
  FullDocumentDiagnosticReport,
  WorkspaceDiagnosticReport,
} from 'vscode-languageserver-protocol';
import type { LanguageClient } from '#test/server/language-client.ts';
import { applied, languageFixture } from '#test/server/language-fixture.ts';
import { workspaceFixture } from '#test/server/workspace-fixture.ts';

const server = languageFixture();

describe('diagnostics', () => {
  it('mark a wrong label at its place, and go when it is corrected', async () => {
    const source = await server.open('start:  bra  «strat»\n        nop\n');
    const [range] = source.ranges;
    const [diagnostic] = await source.diagnostics();
    expect(diagnostic).toMatchObject({ range, severity: 1, source: 'gigatron' });
    expect(diagnostic!.code).toMatch(/^GT\d{4}$/);
    expect(diagnostic!.message).toContain('strat');
    await source.change({ range: range!, text: 'start' });
    expect(await source.errors()).toEqual([]);
  });

  it('go when the document is closed', async () => {
    const source = await server.open('        bra  nowhere\n        nop\n');
    expect(await source.diagnostics()).not.toEqual([]);
    await server.client.close(source.uri);
    await server.client.awaitDiagnostics(source.uri, ({ diagnostics }) => diagnostics.length === 0);
  });
});

describe('findings of the proof', () => {
  const marked = 'start:  bra  start\n        nop\n«unused»: nop\n        nop\n';

  it('stay with their lines while somebody types, and go with a pause on an error', async () => {
    const source = await server.open(marked);
    const codes = async (accept: (codes: readonly unknown[]) => boolean): Promise<unknown[]> => {
      const accepted = ({ diagnostics }: { diagnostics: Diagnostic[] }): boolean =>
        accept(diagnostics.map(({ code }) => code));
      const found = await server.client.awaitDiagnostics(source.uri, accepted);
      return found.map(({ code, range }) => [code, range.start.line]);
    };
    expect(await codes((all) => all.includes('GT0913'))).toContainEqual(['GT0913', 2]);
    const top = { line: 0, character: 0 };
    await source.change({ range: { start: top, end: top }, text: '        bra  strat\n' });
    const both = await codes((all) => all.includes('GT0201'));
    expect(both).toContainEqual(['GT0201', 0]);
    expect(both).toContainEqual(['GT0913', 3]);
    expect(await codes((all) => !all.includes('GT0913'))).toEqual([['GT0201', 0]]);
  });

  it('go with a line that is typed over', async () => {
    const source = await server.open(marked);
    const isFound = ({ code }: Diagnostic): boolean => code === 'GT0913';
    await server.client.awaitDiagnostics(source.uri, ({ diagnostics }) => diagnostics.some(isFound));
    await source.change({ range: source.ranges[0]!, text: 'other:  bra  strat\n' });
    expect((await source.diagnostics()).some(isFound)).toBe(false);
  });
});

describe('the way to the documentation', () => {
  const explaining = languageFixture({ start: { explainCommand: 'test.explain' } });

  it('is a link of the code and an action, where the client has a command for it', async () => {
    const source = await explaining.open('start:  bra  «strat»\n        nop\n');
    const explain = (await source.actions('quickfix')).find(({ title }) => title.startsWith('Explain'));
    const [{ code, codeDescription }] = (await source.diagnostics()) as [Diagnostic];
    expect(explain!.title).toBe(`Explain ${code}`);
    expect(explain!.command).toMatchObject({ command: 'test.explain', arguments: [code] });
    expect(decodeURIComponent(codeDescription!.href)).toBe(`command:test.explain?["${code}"]`);
  });

  it('is not shown to other clients', async () => {
    const source = await server.open('start:  bra  «strat»\n        nop\n');
    expect((await source.actions('quickfix')).filter(({ command }) => command !== undefined)).toEqual([]);
    expect((await source.diagnostics())[0]).not.toHaveProperty('codeDescription');
  });
});

describe('code actions', () => {
  it.each([
    ['a wrong label', 'start:  bra  «strat»\n        nop\n', /^start: {2}bra {2}start\n/],
    ['a far jump', 'start:  bra  «far»\n        nop\n        .page\nfar:    nop\n', /jmp/],
    ['a mistyped directive', '        «.orgg» $100\n        nop\n', /\.org /],
    [
      'a header that the code contradicts',
      '; f: gives 1.\n; In: AC = return. «Cycles: 9»\nf:      st   [0]\n        bra  [0]\n        ld   1\n',
      /3/,
    ],
  ])('mend %s, and name the finding that they are for', async (_, marked, expected) => {
    const source = await server.open(marked);
    const actions = await source.actions();
    const mended = actions.find(({ edit }) => expected.test(applied(source.text, edit?.changes?.[source.uri] ?? [])));
    expect(mended?.diagnostics?.[0]?.range).toEqual(source.ranges[0]);
  });

  it('are empty for kinds that the server does not have', async () => {
    const source = await server.open('start:  bra  «strat»\n        nop\n');
    expect(await source.actions('source.organizeImports')).toEqual([]);
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
    const { client, folder, open } = await workspace(FILES);
    const known = [...(await pull(client)).values()].map(([, id]) => id);
    const next = pull(client, known);
    await open('two.gtasm');
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
    const { client } = await workspace(FILES, { settings: { diagnostics: { workspace: false } } });
    const answer = pull(client);
    await client.configure({ diagnostics: { workspace: true } });
    expect((await answer).size).toBe(2);
  });
});

it.each([
  ['only asks', {}, 1],
  ['has them sent', { publishDiagnostics: {} }, 0],
])('findings of an open document are in the answer to a client that %s: %j, %i', async (_, textDocument, count) => {
  const { open } = await workspace(FILES, { textDocument });
  const report = await (await open('one.gtasm')).request<FullDocumentDiagnosticReport>('diagnostic');
  expect(report.items).toHaveLength(count);
});

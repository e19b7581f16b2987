/** Diagnostics that the client asks for, through the real protocol. */
import { describe, expect, it } from 'vitest';
import type {
  DocumentDiagnosticReport,
  FullDocumentDiagnosticReport,
  WorkspaceDiagnosticReport,
} from 'vscode-languageserver-protocol';
import type { LanguageClient } from '#test/server/language-client.ts';
import { workspaceFixture } from '#test/server/workspace-fixture.ts';

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

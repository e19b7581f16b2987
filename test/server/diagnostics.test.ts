/** Findings of programs that nobody has opened, pulled; sessions/findings.txt has all others. */
import { describe, expect, it } from 'vitest';
import type { FullDocumentDiagnosticReport, WorkspaceDiagnosticReport } from 'vscode-languageserver-protocol';
import type { LanguageClient } from '#test/server/language-client.ts';
import { workspaceFixture } from '#test/server/workspace-fixture.ts';

const workspace = workspaceFixture();
const WRONG = 'start:  bra  nowhere\n        nop\n';
const RIGHT = 'start:  nop\n        bra  start\n        nop\n';
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

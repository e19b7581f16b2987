/** What the protocol promises for any request: versions, refreshes, cancelled requests, unknown documents. */
import { describe, expect, it } from 'vitest';
import { errorsOf, LanguageClient } from '#test/server/language-client.ts';
import { workspaceFixture } from '#test/server/workspace-fixture.ts';

const workspace = workspaceFixture();

describe('the protocol', () => {
  it('says which version of a document the findings belong to', async () => {
    const { client, open } = await workspace({ 'main.gtasm': '        nop\n' });
    const main = await open('main.gtasm');
    for (const name of ['a', 'b', 'c']) await main.change({ text: `        bra  ${name}\n` });
    const found = await client.awaitDiagnostics(main.uri, ({ version }) => version === 4);
    expect(errorsOf(found)[0]!.message).toContain('"c"');
  });

  it('asks for other documents again when names may have changed', async () => {
    const { client, open } = await workspace({
      'main.gtasm': '        .include "ram.gtasm"\n        .include "draw.gtasm"\n',
      'ram.gtasm': '.zp line at $30\n',
      'draw.gtasm': 'draw:   ld   [line]\n',
    });
    await open('draw.gtasm');
    const ram = await open('ram.gtasm');
    await ram.diagnostics();
    const before = client.refreshes;
    await ram.change({ text: 'line = 5\n' });
    await ram.diagnostics();
    await expect.poll(() => client.refreshes).toBeGreaterThan(before);
  });

  it('answers a cancelled request as such', async () => {
    const { client, folder } = await workspace({ 'main.gtasm': '' });
    const uri = folder.uri('main.gtasm');
    await client.open(uri, 'start:  bra  start\n        nop\n');
    const position = { line: 0, character: 2 };
    // The answer may be on its way before the server learns that it is no longer wanted.
    const attempts = Array.from({ length: 20 }, () => client.cancelled('textDocument/hover', uri, { position }));
    const results = await Promise.allSettled(attempts);
    const codes = results.flatMap((result) =>
      result.status === 'rejected' ? [(result.reason as { code: number }).code] : [],
    );
    expect(codes.length).toBeGreaterThan(0);
    expect(new Set(codes)).toEqual(new Set([-32800]));
    expect(await client.request('textDocument/hover', uri, { position })).not.toBeNull();
  });

  it('ends a process with the status that says whether it was asked to shut down', async () => {
    const orderly = await LanguageClient.startProcess();
    expect(await orderly.stop()).toBe(0);
    const hasty = await LanguageClient.startProcess();
    await hasty.notify('exit', undefined);
    expect(await hasty.ended).toBe(1);
  });

  it('ends one client of a port, and goes on with the others', async () => {
    const [one, other] = [await LanguageClient.start(), await LanguageClient.start()];
    await one.stop();
    expect(await other.request('textDocument/documentSymbol', 'untitled:a')).toEqual([]);
    await other.stop();
  });

  it('goes on with the others when one vanishes while it is being told something', async () => {
    const { client, folder } = await workspace({ 'main.gtasm': '' });
    const uri = folder.uri('main.gtasm');
    await client.open(uri, '');
    // The number of changes varies the moment at which the client vanishes. The server must not be done by then.
    for (let changes = 0; changes < 8; changes++) {
      const vanishing = await LanguageClient.start({ folder: folder.path });
      await vanishing.open(uri, '        nop\n');
      for (let each = 0; each < changes; each++) await vanishing.change(uri, [{ text: `        bra a${each}\n` }]);
      vanishing.vanish();
      await client.change(uri, [{ text: `        bra b${changes}\n` }]);
      expect(errorsOf(await client.diagnostics(uri))[0]!.message).toContain(`"b${changes}"`);
    }
  });
});

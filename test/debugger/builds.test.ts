/** Builds that are ended, and those that strangers ask for; cases/python-builds.txt has what builds do. */
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { clientForEachTest } from '#test/debugger/fixture.ts';
import { ListeningAdapter } from '#test/debugger/listening-adapter.ts';
import { SourceFolder } from '#test/source-folder.ts';

const client = clientForEachTest();

it.skipIf(process.platform === 'win32').each(['terminate', 'disconnect'])(
  'is ended by %s, with all that it has started',
  async (request) => {
    const folder = new SourceFolder();
    await client.request('initialize', { adapterID: 'gigatron' });
    const build = '(echo begun; sleep 600); touch mark';
    const answer = client.failure('launch', { program: folder.place('a.rom'), build });
    await client.event('output');
    await client.request(request);
    expect(await answer).toContain('the build was killed by SIGTERM');
    expect(existsSync(folder.place('mark'))).toBe(false);
  },
);

it('an adapter on a port runs no builds for strangers', async () => {
  const folder = new SourceFolder();
  const adapter = await ListeningAdapter.start();
  const stranger = await adapter.connect();
  await stranger.request('initialize', { adapterID: 'gigatron' });
  expect(await stranger.failure('launch', { program: folder.place('a.rom'), build: 'echo > ran' })).toMatch(
    /^This debugger runs no builds/,
  );
  expect(existsSync(folder.place('ran'))).toBe(false);
  await stranger.stop();
  adapter.stop();
});

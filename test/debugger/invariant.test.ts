/** The exception filter "Broken invariant" on the engine: quiet while the tables are right. */
import { join } from 'node:path';
import type { TablesMessage } from '#debugger/protocol';
import { expect, it } from 'vitest';
import { clientForEachTest } from '#test/debugger/fixture.ts';

const ENGINE = join(import.meta.dirname, '../../engine-asm/main.gtasm');

const client = clientForEachTest();

function breakAt(name: string, hitCondition?: string): Promise<unknown> {
  return client.breakIn({ name, hitCondition });
}

it('stops in no node of perft, and in the first one after a byte of a map was changed', async () => {
  await client.launchStopped({ program: ENGINE, speed: 'unlimited', seed: 7, invariantAt: 'countMove' });
  await breakAt('mainLoop');
  await client.move('continue');
  await client.evaluate('perftDepth = 3', 'repl');
  await client.evaluate('command = COMMAND_PERFT', 'repl');
  await breakAt('countMove', '300');
  expect(await client.filter('invariant')).toEqual([{ verified: true }]);
  expect((await client.move('continue')).reason).toBe('function breakpoint');

  const memoryReference = `ram:${(await client.evaluate('&whiteLeapers[e5]')).replace(/^\$([0-9a-f]+).*/, '0x$1')}`;
  const before = await client.request<{ data: string }>('readMemory', { memoryReference, count: 1 });
  const byte = Buffer.from(before.data, 'base64')[0] ?? 0;
  const data = Buffer.from([byte ^ 0x02]).toString('base64');
  await client.request('writeMemory', { memoryReference, data });
  const stopped = await client.move('continue');
  expect(stopped).toMatchObject({ reason: 'exception', description: 'Broken invariant' });
  expect(stopped.text).toMatch(/^whiteLeapers\[e5\] is \$.. instead of \$..: pawn:nw (missing|too many)$/);
  const names = (await client.frames()).map(({ name }) => name);
  expect(names.slice(0, 3)).toEqual(['attacksOnKing (macro)', 'inCheck (macro)', 'countMove']);
  const info = await client.request('exceptionInfo', { threadId: 1 });
  expect(info).toMatchObject({ exceptionId: 'invariant', description: stopped.text });
  const { tables } = await client.request<TablesMessage>('gigatron/tables');
  expect(tables.oracle?.differences).toMatchObject([{ table: 'whiteLeapers', name: 'e5' }]);

  // The table stays wrong, so the next node stops as well; without the filter nothing does.
  expect((await client.move('continue')).reason).toBe('exception');
  await client.filter();
  expect((await client.move('continue')).reason).toBe('function breakpoint');
});

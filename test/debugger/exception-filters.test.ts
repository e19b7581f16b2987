/**
 * The exception filters "Read of unwritten RAM" and "Broken invariant" never stop in the samples and the engine, which
 * write before they read and whose tables are right.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TablesMessage } from '#debugger/protocol';
import { clientForEachTest } from '#test/debugger/fixture.ts';

const ROOT = join(import.meta.dirname, '../..');
const SAMPLES = readdirSync(join(ROOT, 'samples'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const client = clientForEachTest();

async function launch(folder: string): Promise<void> {
  await client.launch({ program: join(ROOT, folder, 'main.gtasm'), speed: 'unlimited', seed: 11, stopOnEntry: true });
  await client.filter('unwritten');
  await client.request('configurationDone');
  await client.stopped();
}

it.each(SAMPLES)('samples/%s', async (name) => {
  await launch(`samples/${name}`);
  const stops = (): number => client.events.filter(({ event }) => event === 'stopped').length;
  await client.request('continue', { threadId: 1 });
  while (stops() === 1 && Number(/(\d+)\)?$/.exec(await client.evaluate('cycle'))?.[1]) < 4_000_000);
  await client.request('pause', { threadId: 1 });
  expect(await client.stopped()).toMatchObject({ reason: 'pause' });
});

it('engine-asm: a new game, perft of depth 3, and a search', async () => {
  await launch('engine-asm');
  const mainLoop = async (condition: string): Promise<void> => {
    await client.breakIn({ name: 'mainLoop', condition });
    expect(await client.move('continue')).toMatchObject({ reason: 'function breakpoint' });
  };
  await mainLoop('cycle > 4000000');
  await client.evaluate('perftDepth = 3', 'repl');
  await client.evaluate('command = 2', 'repl');
  await mainLoop('command == 0');
  expect(await client.evaluate('nodes[0] + 256 * nodes[1]')).toBe('$22c6 (8902)');
  // The settings of a search are written from outside, as a host does.
  const bytes = {
    searchFrames: 3,
    searchSoftFrames: 3,
    searchNodes: 4,
    searchOptions: 1,
    rootMoveCount: 1,
    overlooks: 1,
  };
  for (const [row, count] of Object.entries(bytes))
    for (let byte = 0; byte < count; byte++) await client.evaluate(`${row}[${byte}] = 0`, 'repl');
  await client.evaluate('searchDepth[0] = 3', 'repl');
  await client.evaluate('command = COMMAND_SEARCH', 'repl');
  await mainLoop('command == 0');
  expect(await client.evaluate('depthDone[0]')).toBe('$03 (3)');
});

/** The exception filter "Broken invariant" on the engine: quiet while the tables are right. */
describe('the filter "Broken invariant"', () => {
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
});

/** The chess engine under the debugger: real time checks, far calls made by macros, the tables of the views. */
import { join } from 'node:path';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { expect, it } from 'vitest';
import type { ScreenMessage, TablesMessage } from '#debugger/protocol';
import { clientForEachTest } from '#test/debugger/fixture.ts';

const FOLDER = join(import.meta.dirname, '../../engine-asm');

const client = clientForEachTest((started) =>
  started.launchStopped({ program: join(FOLDER, 'main.gtasm'), speed: 'unlimited', seed: 7 }),
);

async function stack(): Promise<(string | undefined)[]> {
  return (await client.frames()).map(({ name }) => name);
}

async function breakAt(name: string, condition?: string): Promise<void> {
  await client.breakIn({ name, condition });
  expect((await client.move('continue')).reason).toBe('function breakpoint');
}

it('stops in the attack maps, knows who called, and steps over, in and out', async () => {
  await breakAt('buildAttackMaps');
  const before = await stack();
  expect(before[0]).toBe('buildAttackMaps');
  expect(before[1]).toBe('setUp');
  const callers = before.slice(1).join();
  for (let count = 0; count < 30; count++) {
    expect((await client.move('next')).reason).toBe('step');
    // Whatever the video handler does in between, a step by line shows only the routine.
    expect((await stack()).slice(1).join()).toBe(callers);
    expect((await client.frames())[0]?.source?.path).toMatch(/attack-maps\.gtasm$/);
  }
  await client.move('stepOut');
  expect((await stack()).join()).toBe(callers);
});

it('steps into a routine through the macro that calls it, and over it', async () => {
  await breakAt('setUp');
  const [routine] = await client.frames();
  const entered: (string | undefined)[] = [];
  for (let count = 0; count < 40 && entered.length === 0; count++) {
    await client.move('stepIn');
    const names = await stack();
    if (names.length > 2 && names[1] === 'setUp') entered.push(names[0]);
  }
  expect(entered).toHaveLength(1);
  await client.move('stepOut');
  const [back] = await client.frames();
  expect([back?.name, back?.source?.path]).toEqual(['setUp', routine?.source?.path]);
  await client.move('next');
  expect((await stack())[0]).toBe('setUp');
});

it.each(['playerRow', 'pulse', 'longLine'])(
  'knows what the handler interrupts in %s, lines after it left',
  async (part) => {
    await breakAt('mainLoop', 'frame > 200');
    for (let count = 0; count < 5; count++) {
      await breakAt(part, `cycle % 7919 > ${1000 * count}`);
      const [handler, ...interrupted] = await client.frames();
      expect(handler?.name).toBe(part);
      expect(interrupted.length).toBeGreaterThan(0);
      // A user who stops in the handler wants to see it.
      expect(handler?.source?.presentationHint).toBeUndefined();
    }
  },
);

it('leads to the interrupted program when it is paused', async () => {
  await breakAt('mainLoop', 'frame > 200');
  await client.breakIn();
  // As in VS Code, the hint of a frame takes precedence over that of its source.
  const isSkipped = ({ presentationHint, source }: DebugProtocol.StackFrame): boolean =>
    (presentationHint ?? source?.presentationHint) === 'deemphasize';
  let skipped = 0;
  for (let count = 0; count < 30; count++) {
    const stopped = client.stopped();
    await client.request('continue', { threadId: 1 });
    await client.request('pause', { threadId: 1 });
    await stopped;
    const frames = await client.frames();
    const shown = frames.find((frame) => !isSkipped(frame));
    expect(shown?.source?.path).not.toMatch(/video|player-lines/);
    if (frames.some(isSkipped)) skipped++;
  }
  expect(skipped).toBeGreaterThan(0);
});

it('shows the position that is in RAM, and an exact picture', async () => {
  await client.filter('line', 'frame');
  await breakAt('mainLoop', 'frame > 3');
  const { tables } = await client.request<TablesMessage>('gigatron/tables');
  expect(tables.problems).toEqual([]);
  const row = (rank: string): string =>
    tables.board?.squares
      .filter(({ name }) => name?.endsWith(rank))
      .map(({ piece }) => piece?.kind ?? '-')
      .join(' ') ?? '';
  expect(row('1')).toBe('rook knight bishop queen king bishop knight rook');
  expect(row('5')).toBe('- - - - - - - -');
  expect(tables.attackMaps).toHaveLength(4);
  expect(await client.evaluate('board[d8]')).toMatch(/black queen/);
  const screen = await client.request<ScreenMessage>('gigatron/screen');
  expect(screen).toMatchObject({ badLines: 0, badFrames: 0 });
});

it('shows the plies of a search as frames with their moves, and steps out of one', async () => {
  await breakAt('mainLoop', 'cycle > 3000000');
  await client.evaluate('perftDepth = 4', 'repl');
  await client.evaluate('command = 2', 'repl');
  await breakAt('enterNode', 'plyPage == $52');
  const plies = async (): Promise<(string | undefined)[]> =>
    (await client.frames()).filter(({ presentationHint }) => presentationHint === 'label').map(({ name }) => name);
  const square = async (place: string): Promise<string> => /\((.*)\)/.exec(await client.evaluate(place))?.[1] ?? '';
  const root = `ply 0: ${await square('savedFrom[$50]')}${await square('savedTo[$50]')}`;
  const reply = `ply 1: ${await square('savedFrom[$51]')}${await square('savedTo[$51]')}`;
  expect(await plies()).toEqual([reply, root]);
  expect(root).toMatch(/^ply 0: [a-h][12][a-h][34]$/);
  expect(reply).toMatch(/^ply 1: [a-h][78][a-h][56]$/);
  await client.breakIn();
  expect((await client.move('stepOut')).reason).toBe('step');
  expect(await plies()).toEqual([root]);
  // The code that takes the node's cells from its frame has finished.
  const [frame] = await client.frames();
  expect(frame?.name).not.toMatch(/^pop/);
});

it('stops where values of the node being searched fulfil a condition', async () => {
  await breakAt('mainLoop', 'cycle > 3000000');
  for (const row of ['searchFrames', 'searchSoftFrames'])
    for (const byte of [0, 1, 2]) await client.evaluate(`${row}[${byte}] = 0`, 'repl');
  for (const cell of ['searchOptions', 'rootMoveCount', 'overlooks', 'searchNodes'])
    await client.evaluate(`${cell}[0] = 0`, 'repl');
  for (const byte of [1, 2, 3]) await client.evaluate(`searchNodes[${byte}] = 0`, 'repl');
  await client.evaluate('searchDepth[0] = 4', 'repl');
  await client.evaluate('command = COMMAND_SEARCH', 'repl');
  await breakAt('leaveSearchNode', 'ply == 3 && alpha > static + 64');
  const numbers = async (...names: string[]): Promise<number[]> =>
    Promise.all(names.map(async (name) => Number.parseInt(await client.evaluate(`${name},d`), 10)));
  const [ply, alpha, worth, depth] = await numbers('ply', 'alpha', 'static', 'depth');
  expect(ply).toBe(3);
  expect(alpha).toBeGreaterThan(worth! + 64);
  const { tables } = await client.request<TablesMessage>('gigatron/tables');
  const shown = new Map(tables.search?.plies.at(-1)?.values.map(({ name, value }) => [name, value]));
  expect([tables.search?.plies.length, shown.get('alpha'), shown.get('depth')]).toEqual([4, alpha, depth]);
  await client.breakIn();
  await client.move('stepOut');
  const [frame] = await client.frames();
  expect(frame?.name).not.toMatch(/^pop/);
  expect(await numbers('ply')).toEqual([2]);
});

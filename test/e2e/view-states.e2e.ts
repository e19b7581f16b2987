/**
 * What every view says in each of its states: no session, a program that is being loaded, one that runs, one that is
 * stopped, one that has nothing for the view, and tables that contradict each other. The golden file is the table.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TITLES, VIEWS } from '../../client/views/view-page.ts';
import type { HostMessage } from '../../client/webviews/messages.ts';
import { AdapterClient } from '#test/debugger/adapter-client.ts';
import { ViewAlone } from '#test/e2e/view-alone.ts';
import { GoldenFolder } from '#test/golden/golden.ts';
import { SourceFolder } from '#test/source-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const LOOKED_AT = ['loading', 'running', 'fault', 'nothing to show'];
/** 1.a4, and the machine's answer. */
const KEYS = ['a', '2', 'a', '4', 'm'].map((key, index) => ({ frame: 100 + 20 * index, key }));

const golden = new GoldenFolder(join(ROOT, 'test/golden/views'), ['states.json']);
const files = new SourceFolder({ 'keys.json': JSON.stringify(KEYS) });
let stopped: readonly HostMessage[];
let nothing: readonly HostMessage[];
let fault: readonly HostMessage[];

/** All that the views ask a stopped program for. */
async function answers(client: AdapterClient): Promise<HostMessage[]> {
  return [
    { type: 'screen', message: await client.request('gigatron/screen') },
    { type: 'tables', message: await client.request('gigatron/tables') },
    { type: 'frame', message: await client.request('gigatron/frame') },
    { type: 'timeline', message: await client.request('gigatron/timeline') },
  ];
}

/** A sentence without what changes with the engine: its figures and its moves. */
function withoutFigures(sentence: string): string {
  return sentence.replaceAll(/\b[a-h][1-8][a-h][1-8]\b/g, '(move)').replaceAll(/(?<!\w)[+-]?\d+(?:[.,]\d+)*/g, '(n)');
}

/** What is sent while the program runs. */
function running(messages: readonly HostMessage[]): HostMessage[] {
  return messages.flatMap((each): HostMessage[] => {
    if (each.type === 'screen') return [{ type: 'screen', message: { ...each.message, running: true } }];
    if (each.type === 'timeline') return [{ type: 'timeline', message: { ...each.message, running: true } }];
    return each.type === 'tables' ? [{ type: 'tables', message: { ...each.message, running: true } }] : [];
  });
}

beforeAll(async () => {
  const start = (): Promise<AdapterClient> => AdapterClient.start(join(ROOT, 'dist/debugger.js'));
  const engine = await start();
  await engine.launchStopped({
    program: join(ROOT, 'engine-asm/main.gtasm'),
    ...{ seed: 1, speed: 'unlimited', input: join(files.path, 'keys.json') },
  });
  await engine.breakIn({ name: 'enterChild', condition: 'ply == 3' });
  await engine.move('continue');
  stopped = await answers(engine);
  await engine.evaluate('board[e1] = $00', 'repl');
  fault = await answers(engine);
  await engine.stop();
  const sample = await start();
  await sample.launchStopped({ program: join(ROOT, 'samples/hello/main.gtasm'), seed: 1 });
  nothing = await answers(sample);
  await sample.stop();
});
afterAll(() => files.remove());

it('is said in words, and what is shown has names', async () => {
  const obstacles: string[] = [];
  const said: Record<string, Record<string, readonly string[]>> = {};
  for (const name of VIEWS) {
    const title = TITLES[name];
    const view = await ViewAlone.open(name);
    const states = {
      'no session': [{ type: 'idle', isStarting: false }],
      loading: [{ type: 'idle', isStarting: true }],
      running: running(stopped),
      stopped,
      fault,
      'nothing to show': [{ type: 'idle', isStarting: true }, ...nothing],
      'no session again': [{ type: 'idle', isStarting: false }],
    } as const satisfies Record<string, readonly HostMessage[]>;
    said[title] = {};
    for (const [state, messages] of Object.entries(states)) {
      await view.post(...messages);
      said[title][state] = (await view.said()).map(withoutFigures);
      if (!LOOKED_AT.includes(state)) continue;
      obstacles.push(...(await view.obstacles()).map((each) => `${title}, ${state}: ${each}`));
      await view.screenshot(`state-${name}-${state.replaceAll(' ', '-')}`);
    }
    await view.close();
    expect(said[title]['no session again']).toEqual(said[title]['no session']);
  }
  golden.compareJson('states.json', said);
  expect(obstacles).toEqual([]);
});

/** Panes in windows of 800 × 500 and of 1,280 × 800 at 200 %, and a wide and a high one: CSS pixels. */
const PANES = [
  { width: 285, height: 180 },
  { width: 220, height: 200 },
  { width: 700, height: 220 },
  { width: 240, height: 700 },
] as const;

it.each([
  ['screen', 'canvas', 0.5],
  ['board', '.board', 0.3],
] as const)('is small without being cut off: %s', async (name, content, share) => {
  const view = await ViewAlone.open(name);
  for (const pane of PANES) {
    await view.resize(pane);
    await view.post(...stopped);
    await view.screenshot(`pane-${name}-${pane.width}`);
    const { width, height, isInside } = await view.sizeOf(content);
    expect([pane, isInside]).toEqual([pane, true]);
    expect(Math.max(width / pane.width, height / pane.height)).toBeGreaterThan(share);
  }
  await view.close();
});

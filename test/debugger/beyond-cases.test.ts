/** Sessions that `cases/` cannot express: files of the project that may change, and cycles that differ each time. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { expect, it } from 'vitest';
import { clientForEachTest } from '#test/debugger/fixture.ts';
import { PROJECT } from '#test/project.ts';

const client = clientForEachTest();

it('stops at a line of a vCPU program in the source, and shows where it came from', async () => {
  const main = join(PROJECT, 'samples/system-rom/main.gtasm');
  const menu = join(PROJECT, 'samples/system-rom/menu.gtasm');
  const lines = readFileSync(menu, 'utf8').split('\n');
  const line = (text: string): number => lines.findIndex((each) => each.includes(text)) + 1;
  await client.launchStopped({ program: main });
  expect(await client.breakAt(menu, line('STW  chosen'))).toMatchObject([
    { verified: true, line: line('STW  chosen') },
  ]);
  expect(await client.move('continue')).toMatchObject({ reason: 'breakpoint' });
  expect(await client.evaluate('vPC')).toBe('$0302 (770)');
  const { stackFrames } = await client.request<DebugProtocol.StackTraceResponse['body']>('stackTrace', { threadId: 1 });
  const frames = stackFrames.filter(({ name }) => name.startsWith('vCPU'));
  expect(frames.map((frame) => [frame.name, frame.line])).toEqual([
    ['vCPU: choose+$2', line('STW  chosen')],
    ['vCPU: main.items+$30', line('CALL vAC')],
  ]);
  expect(frames[0]?.source?.path).toBe(menu);
});

const SAMPLES = readdirSync(join(PROJECT, 'samples'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

it.each(SAMPLES)('samples/%s reads no RAM that was not written', async (name) => {
  const program = join(PROJECT, 'samples', name, 'main.gtasm');
  await client.launchStopped({ program, speed: 'unlimited', seed: 11 });
  await client.filter('unwritten');
  const stops = (): number => client.events.filter(({ event }) => event === 'stopped').length;
  await client.request('continue', { threadId: 1 });
  while (stops() === 1 && (await client.cycle()) < 4_000_000);
  expect(await client.move('pause')).toMatchObject({ reason: 'pause' });
});

const HOT = 6;
const RARE = 11;
const program = join(import.meta.dirname, 'sample/loops.gtasm');

it('a long way back stops where it is when it is paused, and can go on from there', async () => {
  await client.launchStopped({ program, speed: 'unlimited' });
  await client.breakAt(program, { line: RARE, condition: 'cycle >= 60000000' });
  await client.move('continue');
  const begun = await client.cycle();
  // Nothing is found; after the progress of the launch comes that of the search.
  for (const event of ['progressStart', 'progressEnd']) await client.event(event);
  await client.breakAt(program, { line: HOT, condition: 'cycle < 0' });
  await client.request('reverseContinue', { threadId: 1 });
  await client.event('progressStart');
  expect(await client.move('pause')).toMatchObject({ reason: 'pause' });
  const paused = await client.cycle();
  expect(paused).toBeLessThan(begun);
  await client.breakAt(program, { line: RARE });
  await client.move('reverseContinue');
  expect(await client.cycle()).toBeLessThan(paused);
  expect(await client.cycle()).toBeGreaterThan(paused - 1900);
});

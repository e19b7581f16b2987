/** A program for the vCPU in a source: its lines in the debugger. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { ROOT } from '#test/cli/run-cli.ts';
import { clientForEachTest } from '#test/debugger/fixture.ts';

const client = clientForEachTest();

it('stops at a line of a program in the source, and shows where it came from', async () => {
  const main = join(ROOT, 'samples/system-rom/main.gtasm');
  const menu = join(ROOT, 'samples/system-rom/menu.gtasm');
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

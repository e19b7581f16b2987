/** "Look inside" of docs/getting-started.md in the debugger: a change, a step back, and the step again. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { clientForEachTest, folderForAllTests } from '#test/debugger/fixture.ts';

const PAGE = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'getting-started.md'), 'utf8');
const PROGRAM = [...PAGE.matchAll(/^```gtasm\n([^]*?)^```$/gm)].at(-1)![1]!;
const LINES = PROGRAM.split('\n');
const MOVE = LINES.findIndex((line) => line.startsWith('.move:'));
const LINE = LINES.findIndex((line, index) => index > MOVE && /st +\[column\]/.test(line)) + 1;

const folder = folderForAllTests({ 'main.gtasm': PROGRAM });

const client = clientForEachTest();

it('shows a change of AC in the variable, before and after a step back, and when the program goes on', async () => {
  const path = join(folder.path, 'main.gtasm');
  const column = async (): Promise<string> => client.evaluate('column');
  await client.launchStopped({ program: path });
  await client.runTo(path, LINE);
  expect(await client.line()).toBe(LINE);
  expect(await column()).toBe('$50 (80)');
  await client.request('setExpression', { expression: 'ac', value: '20' });
  await client.move('next');
  expect(await column()).toBe('$14 (20)');
  await client.move('stepBack');
  expect([await client.line(), await column()]).toEqual([LINE, '$50 (80)']);
  await client.move('next');
  expect(await column()).toBe('$14 (20)');
  await client.runTo(path, LINE);
  expect(await column()).toBe('$14 (20)');
});

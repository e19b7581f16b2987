/** "Look inside" of docs/getting-started.md: a changed register, a step back and the step again. */
import { expect, it } from 'vitest';
import { SourceFolder } from '#test/source-folder.ts';
import { clientForEachTest } from '#test/debugger/fixture.ts';
import { readPage } from '#test/documents/pages.ts';

const PROGRAM = readPage('docs/getting-started.md').blocks.findLast(({ language }) => language === 'gtasm')!.text;
const LINES = PROGRAM.split('\n');
const MOVE = LINES.findIndex((line) => line.startsWith('.move:'));
const LINE = LINES.findIndex((line, index) => index > MOVE && /st +\[column\]/.test(line)) + 1;

const folder = new SourceFolder({ 'main.gtasm': PROGRAM });
const client = clientForEachTest();

it('shows a change of AC in the variable, before and after a step back, and when the program goes on', async () => {
  const path = folder.place('main.gtasm');
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

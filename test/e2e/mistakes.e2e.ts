/** What cannot run says so once, in one clear message, where the user looks: the dialog that VS Code shows for a launch. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PATIENCE, Workbench } from '#test/e2e/workbench.ts';

const launch = (name: string, program: string, more = {}): object => ({
  type: 'gigatron',
  request: 'launch',
  name,
  program: `\${workspaceFolder}/${program}`,
  ...more,
});
const CONFIGURATIONS = [
  launch('wrong path', 'mian.gtasm'),
  launch('odd size', 'odd.rom'),
  launch('missing include', 'main.gtasm'),
  launch('another version', 'even.rom', { debugInfo: '${workspaceFolder}/old.json' }),
  launch('unknown kind', 'notes.txt'),
];

let vscode: Workbench;
beforeAll(async () => {
  vscode = await Workbench.open({
    files: {
      'main.gtasm': 'start:  nop\n        .include "none.gtasm"\n',
      'odd.rom': new Uint8Array(1001),
      'even.rom': new Uint8Array(1000),
      'old.json': '{"format":"gigatron-debug-info","version":99}',
      'notes.txt': 'No program.\n',
      '.vscode/launch.json': JSON.stringify({ version: '0.2.0', configurations: CONFIGURATIONS }),
    },
  });
});
afterEach(({ task }) => vscode.pictureOfFailure(task));
afterAll(() => vscode.close());

/** Starts a configuration and returns the text of the dialog, which it closes. */
async function refusal(name: string): Promise<string> {
  await vscode.quickInput.pick(`debug ${name}`, name);
  await expect.poll(() => vscode.dialog(), PATIENCE).not.toBe('');
  const text = await vscode.dialog();
  await vscode.screenshot(`mistakes-${name.replaceAll(' ', '-')}`);
  await vscode.page.keyboard.press('Escape');
  await expect.poll(() => vscode.dialog(), PATIENCE).toBe('');
  expect(await vscode.notifications()).toEqual([]);
  return text;
}

describe('a launch', () => {
  it.each([
    ['wrong path', /mian\.gtasm/],
    ['odd size', /odd\.rom.*1001|1001.*odd\.rom/],
    ['missing include', /main\.gtasm.*none\.gtasm/],
    ['another version', /old\.json.*version 99|version 99.*old\.json/],
    ['unknown kind', /notes\.txt/],
  ])('is refused with one sentence: %s', async (name, expected) => {
    const text = await refusal(name);
    expect(text).toMatch(expected);
    expect(text).not.toMatch(/\bat .*\.(js|ts):\d+|undefined|Error:/);
  });
});

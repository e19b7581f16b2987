/**
 * docs/getting-started.md as a beginner follows it in VS Code: its last program goes into main.gtasm and is run and
 * played. What all of its programs draw is in test/documents/getting-started.test.ts.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { Debugging } from '#test/e2e/debugging.ts';
import { coloursOf, PATIENCE, workbenchForTests } from '#test/e2e/workbench.ts';

const PAGE = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'getting-started.md'), 'utf8');
const STEPS = [...PAGE.matchAll(/^```gtasm\n([^]*?)^```$/gm)].map(([, text = '']) => text);
const PROGRAM = STEPS.at(-1)!;
/** The colours of the page: the ground, and the dot. */
const GROUND = '0,85,170';
const DOT = '255,255,0';
/** Frames after which the picture is filled. */
const FILLED = 40;

// Text that is inserted as a whole is not indented again, like pasted text.
const vscode = workbenchForTests({ files: { 'main.gtasm': '' } }, { 'editor.autoIndent': 'none' });
const debug = new Debugging(vscode);
// At this width, the picture has all its rows, and no averaged colours.
beforeAll(() => vscode.widenSideBar(720));

/** Replaces the content of main.gtasm with a program. */
async function write(text: string): Promise<void> {
  const { page } = vscode;
  await vscode.openFile('main.gtasm');
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+s');
  await expect.poll(() => readFileSync(join(vscode.folder, 'main.gtasm'), 'utf8'), PATIENCE).toBe(text);
}

/** Column of the dot's left edge, in columns of the canvas. */
async function dotColumn(canvas: Locator): Promise<number> {
  return canvas.evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement;
    const { data } = (element as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, width, height);
    for (let at = 0; at < data.length; at += 4) if (data[at] === 255 && data[at + 1] === 255) return (at / 4) % width;
    return -1;
  });
}

describe('the page', () => {
  it('has a program that F5 runs, whose dot moves', async () => {
    await write(PROGRAM);
    await expect.poll(() => vscode.problems(), PATIENCE).toEqual([]);
    await vscode.openFile('main.gtasm');
    await debug.start();
    const canvas = await vscode.picture(FILLED);
    await expect.poll(() => coloursOf(canvas), PATIENCE).toEqual([GROUND, DOT]);
    await vscode.screenshot('getting-started');
    const from = await dotColumn(canvas);
    await canvas.focus();
    await vscode.page.keyboard.down('ArrowRight');
    // Beyond the right edge, it is not visible for a while.
    await expect
      .poll(async () => [-1, from].includes(await dotColumn(canvas)), { ...PATIENCE, interval: 20 })
      .toBe(false);
    await vscode.page.keyboard.up('ArrowRight');
    await vscode.screenshot('getting-started-moved');
    await debug.stop();
  });

  it('tells what the editor says when the last nop is left out', async () => {
    await write(STEPS[0]!.replace('        nop\n', ''));
    await expect.poll(() => vscode.problems(), PATIENCE).toEqual([expect.stringMatching(/delay slot/)]);
    await vscode.screenshot('getting-started-slot');
  });
});

describe('"Look inside"', () => {
  const [before = ''] = /^[^]*^\.move: {2}\.check \.show\n[^]*?st +\[column\]/m.exec(PROGRAM) ?? [];
  const line = before.split('\n').length;

  it('stops at a breakpoint, shows the value of the column in the source, and goes forward and back', async () => {
    await write(PROGRAM);
    await vscode.goTo(line);
    await debug.clickGutter(line);
    await debug.start();
    await debug.standsAt(`main.gtasm:${line}`);
    await vscode.screenshot('getting-started-stopped');
    const shown = (text: string): Promise<number> => vscode.page.locator('.view-line', { hasText: text }).count();
    await expect.poll(() => shown('column = $50 (80)'), PATIENCE).toBeGreaterThan(0);
    await debug.press('Step Over');
    await debug.standsAt(`main.gtasm:${line + 1}`);
    await debug.press('Step Back');
    await debug.standsAt(`main.gtasm:${line}`);
    await vscode.screenshot('getting-started-look-inside');
    await debug.stop();
  });
});

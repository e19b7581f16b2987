/**
 * Real VS Code with the packed extension in headless Chromium, and what a user does in it.
 *
 * Elements are found as assistive technology or VS Code's own tests find them; nothing waits for a fixed time.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Frame, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { standIn } from '../stand-in.ts';
import { openWindow, picturePath, takePicture, WINDOW_SIZE, writeServer, writeSettings } from './editor-window.ts';
import type { EditorWindow, Project } from './editor-window.ts';
import { bePatient, PATIENCE } from './patience.ts';
import { QuickInput } from './quick-input.ts';

export type { Project } from './editor-window.ts';
export { PATIENCE } from './patience.ts';

/** Our views, by their titles. */
const VIEWS = ['Screen', 'Board', 'Attack maps', 'Piece lists', 'Game'];

/** Opens a project before the tests of a file or `describe`, takes pictures of failures, and then closes the window. */
export function workbenchForTests(project: Project, settings = {}): Workbench {
  let vscode: Workbench;
  beforeAll(async () => {
    vscode = await Workbench.open(project, settings);
  });
  afterEach(({ task }) => vscode.pictureOfFailure(task));
  afterAll(() => vscode.close());
  return standIn(() => vscode);
}

export class Workbench {
  readonly quickInput: QuickInput;

  readonly page: Page;
  readonly folder: string;
  /** The pages of our views, by title, where they were found last. */
  private readonly views = new Map<string, Frame>();

  private constructor(private readonly window: EditorWindow) {
    this.page = window.page;
    this.folder = window.folder;
    this.quickInput = new QuickInput(this.page);
  }

  /** Opens the project's folder, with further settings; resolves when VS Code shows its files. */
  static async open(project: Project, settings = {}): Promise<Workbench> {
    return new Workbench(await openWindow(project, settings));
  }

  /** Replaces the further settings; VS Code notices. */
  async changeSettings(settings: Readonly<Record<string, unknown>>): Promise<void> {
    writeSettings(this.window.data, settings);
    const theme = settings['workbench.colorTheme'];
    if (typeof theme !== 'string') return;
    const name = theme.includes('Contrast') ? 'hc-black' : theme.includes('Dark') ? 'vs-dark' : 'vs';
    await this.page.locator(`.monaco-workbench.${name}`).waitFor();
  }

  /** Replaces the script of the language server; the extension runs it when it next starts the server. */
  changeServer(script: string): void {
    writeServer(this.window.data, script);
  }

  close(): Promise<void> {
    return this.window.close();
  }

  /** Makes way for another program: no session, no breakpoints, no editors, and the window as large as it was. */
  async tidyUp(): Promise<void> {
    const toolbar = this.page.locator('.debug-toolbar');
    if (await toolbar.isVisible()) await this.runCommand('Debug: Stop');
    await toolbar.waitFor({ state: 'hidden' });
    await this.runCommand('Remove All Breakpoints');
    await this.runCommand('File: Save All Files');
    await this.runCommand('View: Close All Editors');
    await this.page.locator('.tabs-container .tab').first().waitFor({ state: 'detached' });
    await this.page.setViewportSize(WINDOW_SIZE);
  }

  screenshot(name: string): Promise<void> {
    return takePicture(this.page, name);
  }

  /** Makes the side bar this wide, by its edge. */
  async widenSideBar(width: number): Promise<void> {
    const box = await this.page.locator('.part.sidebar').boundingBox();
    if (box === null) throw new Error('there is no side bar');
    await this.page.mouse.move(box.x + box.width, box.y + box.height / 2);
    await this.page.mouse.down();
    await this.page.mouse.move(box.x + width, box.y + box.height / 2, { steps: 10 });
    await this.page.mouse.up();
  }

  /** Expands these views of the side bar, and collapses all others. */
  async unfoldOnly(...titles: readonly string[]): Promise<void> {
    for (const header of await this.page.locator('.part.sidebar .pane-header').all()) {
      const isWanted = titles.includes(((await header.locator('.title').textContent()) ?? '').trim());
      if (((await header.getAttribute('aria-expanded')) === 'true') !== isWanted) await header.click();
    }
  }

  /**
   * Saves a picture of the window after a failed test, with its notifications. The tests after it may build upon it, so
   * from then on they wait less for the window; one that no longer gives a picture is closed, so that they fail at
   * once.
   */
  async pictureOfFailure(task: {
    readonly name: string;
    readonly result?: { readonly state: string } | undefined;
  }): Promise<void> {
    if (task.result?.state !== 'fail') return;
    bePatient(this.page, false);
    const bell = this.page.locator('[id="status.notifications"] a');
    await bell.click().catch(() => undefined);
    const path = picturePath(`failed-${task.name.replaceAll(/\W+/g, '-')}`);
    await this.page.screenshot({ path }).catch(() => this.page.close());
    await bell.click().catch(() => undefined);
  }

  /** Opens one of our views as an editor tab; resolves with its page, once that has some content. */
  async openViewTab(title: string, content: string): Promise<Frame> {
    await this.quickInput.choose(title, () => this.runCommand('Gigatron: Open View as Editor Tab'));
    return this.frameWith(content, isInSight);
  }

  /** The frame of the window that has some content, once one has; the first that a test accepts. */
  async frameWith(content: string, accepts = async (_: Frame): Promise<boolean> => true): Promise<Frame> {
    const find = async (): Promise<Frame | undefined> => {
      const frames = this.page.frames();
      const fits = async (frame: Frame): Promise<boolean> =>
        (await frame.locator(content).count()) > 0 && (await accepts(frame));
      const fitting = await Promise.all(frames.map((frame) => fits(frame).catch(() => false)));
      return frames[fitting.indexOf(true)];
    };
    const deadline = Date.now() + PATIENCE.timeout;
    while (Date.now() < deadline) {
      const found = await find();
      if (found !== undefined) return found;
      await this.page.waitForTimeout(PATIENCE.interval);
    }
    throw new Error(`no view shows "${content}"`);
  }

  async runCommand(title: string): Promise<void> {
    await this.quickInput.pick(`>${title}`, title);
  }

  async openFile(name: string): Promise<void> {
    await this.quickInput.enter(name, name);
    await this.page.locator('.tab.active', { hasText: name }).waitFor();
    await this.page.locator('.editor-instance .view-line').first().waitFor();
  }

  /** Puts the cursor on a line and column, both counted from 1. */
  async goTo(line: number, column = 1): Promise<void> {
    await this.quickInput.enter(`:${line}:${column}`, `${line}`);
  }

  /** Replaces a line of a file. */
  async writeLine(file: string, line: number, text: string): Promise<void> {
    await this.openFile(file);
    await this.goTo(line);
    await this.page.keyboard.press('Home');
    await this.page.keyboard.press('Home');
    await this.page.keyboard.press('Shift+End');
    await this.page.keyboard.insertText(text);
    await this.page.keyboard.press('Escape');
  }

  /** The first line, from 1 on, of a file of the project that matches. */
  lineOf(file: string, pattern: RegExp): number {
    const lines = readFileSync(join(this.folder, file), 'utf8').split('\n');
    const line = lines.findIndex((text) => pattern.test(text));
    if (line < 0) throw new Error(`${file} has no line ${pattern.source}`);
    return line + 1;
  }

  async activeEditor(): Promise<string> {
    return (await this.page.locator('.tabs-container .tab.active .label-name').first().textContent()) ?? '';
  }

  /** Line and column of the cursor, as the status bar says them. */
  async cursor(): Promise<{ line: number; column: number }> {
    const text = (await this.page.locator('#status\\.editor\\.selection').textContent()) ?? '';
    const [, line = '0', column = '0'] = /Ln (\d+), Col (\d+)/.exec(text) ?? [];
    return { line: Number(line), column: Number(column) };
  }

  /**
   * Presses F12 at a place until it leads to a file; a server that has just started does not know definitions yet. The
   * cursor is set only once: on a busy machine, the definition may come up while it is set again, in the wrong file.
   */
  async goToDefinition(line: number, column: number): Promise<string> {
    const from = await this.activeEditor();
    await this.goTo(line, column);
    for (let patience = 4000; patience < PATIENCE.timeout; patience *= 2) {
      await this.page.keyboard.press('F12');
      if (await this.hasLeft(from, patience)) break;
    }
    return this.activeEditor();
  }

  /** Whether another editor becomes active within some milliseconds; a busy machine takes seconds to open it. */
  private async hasLeft(editor: string, patience: number): Promise<boolean> {
    for (let waited = 0; waited < patience; waited += PATIENCE.interval) {
      if ((await this.activeEditor()) !== editor) return true;
      await this.page.waitForTimeout(PATIENCE.interval);
    }
    return false;
  }

  /** The lines of the Problems panel that name a problem, not a file. */
  async problems(): Promise<string[]> {
    const panel = this.page.locator('.markers-panel');
    // A task or a session that starts at the same moment puts its own panel in front.
    for (let attempt = 0; attempt < 6 && !(await panel.isVisible()); attempt++) {
      await this.runCommand('Problems: Focus on Problems View');
      await panel.waitFor({ timeout: 5000 }).catch(() => undefined);
    }
    const rows = await panel.locator('.monaco-list-row .marker-message-details-container').allTextContents();
    return rows.map((text) => text.replaceAll('\u00a0', ' '));
  }

  notifications(): Promise<string[]> {
    return this.page.locator('.notifications-toasts .notification-list-item-message').allTextContents();
  }

  /** The text of the modal dialog on screen, or nothing. */
  async dialog(): Promise<string> {
    const dialog = this.page.locator('.monaco-dialog-box');
    return (await dialog.isVisible()) ? ((await dialog.locator('.dialog-message-container').textContent()) ?? '') : '';
  }

  async openContainer(name: string): Promise<void> {
    const item = this.page.locator('.activitybar .action-item', { has: this.page.locator(`[aria-label^="${name}"]`) });
    // Only the heading: beside it, Run and Debug lists launch configurations, which may have any name.
    const heading = this.page.locator('.sidebar .composite.title .title-label h2', { hasText: new RegExp(name, 'i') });
    // A click closes what a launch opens at the same moment; then click again.
    for (let clicks = 0; clicks < 4 && !(await heading.isVisible()); clicks++) {
      if ((await item.getAttribute('aria-expanded')) !== 'true') await item.click();
      await heading.waitFor({ timeout: 5000 }).catch(() => undefined);
    }
    await heading.waitFor();
  }

  /** Opens the Gigatron container; resolves when all its views have come up. */
  async openViews(): Promise<void> {
    await this.openContainer('Gigatron');
    for (const title of VIEWS) await this.view(title);
    // One that was loaded earlier may have been reopened in the meantime.
    for (const title of VIEWS) await this.view(title);
  }

  /** The page of one of our web views, once it has loaded; if the view is folded, it is unfolded first. */
  async view(title: string): Promise<Frame> {
    const deadline = Date.now() + PATIENCE.timeout;
    const folded = this.page
      .locator('.part.sidebar .pane-header[aria-expanded=false]', { hasText: new RegExp(`^${title}`, 'i') })
      .first();
    for (;;) {
      const frame = await this.loadedView(title);
      if (frame !== undefined) return frame;
      if (await folded.isVisible()) await folded.click();
      if (Date.now() > deadline) throw new Error(`no view "${title}" has loaded`);
      await this.page.waitForTimeout(100);
    }
  }

  /** The page of a view that has loaded. A window has dozens of frames, so the one where it was last is asked first. */
  private async loadedView(title: string): Promise<Frame | undefined> {
    const before = this.views.get(title);
    for (const frame of before === undefined ? this.page.frames() : [before, ...this.page.frames()]) {
      if (frame.isDetached() || !(await isPageOf(frame, title))) continue;
      this.views.set(title, frame);
      return frame;
    }
    return undefined;
  }

  /** The headings that are in sight in a preview of Markdown. */
  async shownHeadings(): Promise<string[]> {
    for (const frame of this.page.frames()) {
      const headings = await frame
        .evaluate(() =>
          [...document.querySelectorAll('.markdown-body h1, .markdown-body h2, .markdown-body h3')]
            .filter((heading) => {
              const { top, bottom } = heading.getBoundingClientRect();
              return bottom > 0 && top < innerHeight;
            })
            .map((heading) => heading.textContent ?? ''),
        )
        .catch(() => []);
      if (headings.length > 0) return headings;
    }
    return [];
  }

  /** Takes the name and the folder that *New Project* offers, and confirms them; resolves when the source is open. */
  async acceptProject(confirm = (): Promise<void> => this.page.keyboard.press('Enter')): Promise<void> {
    const input = this.page.locator('.quick-input-widget input');
    await expect.poll(() => input.inputValue(), PATIENCE).toBe('hello-gigatron');
    await this.page.keyboard.press('Enter');
    await expect.poll(() => input.inputValue(), PATIENCE).toBe(`${dirname(this.folder)}/`);
    await confirm();
    await this.page.locator('.explorer-folders-view [aria-label*="hello-gigatron"]').first().waitFor();
    await this.page.locator('.tab', { hasText: 'main.gtasm' }).waitFor();
  }

  /** The canvas of the Screen view, once it has shown more than some frames, without a fault. */
  async picture(frames: number): Promise<Locator> {
    // A slow view is opened again, in another frame.
    const shown = async (): Promise<number> =>
      Number(await (await this.view('Screen')).locator('canvas').getAttribute('data-frames', { timeout: 1000 }));
    await expect.poll(shown, PATIENCE).toBeGreaterThan(frames);
    const canvas = (await this.view('Screen')).locator('canvas');
    expect(await canvas.getAttribute('data-bad-lines')).toBe('0');
    expect(await canvas.getAttribute('data-bad-frames')).toBe('0');
    return canvas;
  }

  row(list: string, text: string | RegExp): Locator {
    return this.page.locator(`${list} .monaco-list-row`, { hasText: text });
  }
}

/** The different colours of a canvas, as `red,green,blue`. */
export function coloursOf(canvas: Locator): Promise<readonly string[]> {
  return canvas.evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement;
    const { data } = (element as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, width, height);
    const seen = new Uint32Array(new Set(new Uint32Array(data.buffer)));
    return Array.from(seen, (pixel) => new Uint8Array(Uint32Array.of(pixel).buffer, 0, 3).join()).sort();
  });
}

/** Whether a frame is the page of a view, and has content. */
function isPageOf(frame: Frame, title: string): Promise<boolean> {
  return frame
    .evaluate((wanted) => document.title === wanted && document.querySelector('main') !== null, title)
    .catch(() => false);
}

/** Whether the user sees a frame: VS Code keeps the pages of views in a side bar that shows something else. */
async function isInSight(frame: Frame): Promise<boolean> {
  const parent = frame.parentFrame();
  if (parent === null) return true;
  return (await (await frame.frameElement()).isVisible()) && (await isInSight(parent));
}

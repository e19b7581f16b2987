/** A page made by `gigatron page`, opened from the disk in headless Chromium, and what its visitor does. */
import type { Locator, Page, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { tabTo } from './tab-to.ts';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sharedBrowser, takePicture } from './editor-window.ts';
import { bePatient, PATIENCE } from './patience.ts';
import { PROJECT } from '../project.ts';

/** Runs the command line as it is packed. @throws if it fails */
export function gigatronFromPackage(...words: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, [join(PROJECT, 'dist', 'cli.js'), ...words], {
    cwd: PROJECT,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`gigatron ${words.join(' ')}: ${stderr}`);
}

export class PlayedPage {
  /** Addresses that were requested, except for what the page itself contains. */
  readonly requests: string[] = [];
  /** Errors and warnings of the browser. */
  readonly complaints: string[] = [];
  readonly canvas: Locator;

  private constructor(
    private readonly context: BrowserContext,
    readonly page: Page,
  ) {
    this.canvas = page.locator('canvas');
    page.on('request', (request) => {
      if (!/^(blob|data):/.test(request.url())) this.requests.push(request.url());
    });
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.complaints.push(message.text());
    });
    page.on('pageerror', (error) => this.complaints.push(error.message));
  }

  /** Opens a file; resolves when there is a picture. */
  static async open(file: string, options: BrowserContextOptions = {}): Promise<PlayedPage> {
    const context = await (await sharedBrowser()).newContext({ viewport: { width: 1280, height: 800 }, ...options });
    const page = await context.newPage();
    bePatient(page, true);
    const played = new PlayedPage(context, page);
    await page.goto(pathToFileURL(file).href);
    await page.locator('canvas[data-frames]').waitFor();
    return played;
  }

  close(): Promise<void> {
    return this.context.close();
  }

  screenshot(name: string): Promise<void> {
    return takePicture(this.page, name);
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  square(name: string): Locator {
    return this.page.locator(`.board [data-square="${name}"]`);
  }

  /** What is on a square, such as `white king`; empty for nothing. */
  async piece(square: string): Promise<string> {
    return (await this.square(square).getAttribute('data-piece')) ?? '';
  }

  fen(): Promise<string> {
    return this.page.locator('.fen').innerText();
  }

  /** The position once it stays: while the program makes a move, pieces are missing. */
  async settledFen(): Promise<string> {
    let fen = await this.fen();
    for (let before = ''; before !== fen; fen = await this.fen()) {
      before = fen;
      await this.page.waitForTimeout(PATIENCE.interval);
    }
    return fen;
  }

  /** The number of the cycle at which the picture was sent. */
  async cycle(): Promise<number> {
    return Number(await this.canvas.getAttribute('data-cycle'));
  }

  async download(button: string): Promise<Buffer> {
    const [download] = await Promise.all([this.page.waitForEvent('download'), this.button(button).click()]);
    return readFileSync(await download.path());
  }

  /** Presses Tab until something has the focus. */
  tabTo(target: Locator): Promise<void> {
    return tabTo(this.page, () => Promise.resolve(target));
  }
}

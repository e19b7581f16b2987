/** Pages made by `gigatron page`, opened from the disk: picture, keys, clicks, states, and a game to its end. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { inflateSync } from 'node:zlib';
import { Chess } from 'chess.js';
import type { Locator } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PROGRAM_ELEMENT, unpackPage } from '#page';
import { PATIENCE } from '#test/e2e/patience.ts';
import { gigatronFromPackage, PlayedPage } from '#test/e2e/played-page.ts';
import { findProgram } from '../../scripts/processes.mjs';

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

/** An answer: type, number of its request, error, result. */
type Answer = readonly [number, number, { readonly message: string } | null, { readonly value: unknown }];

/** A page in headless Firefox, driven by Marionette, Firefox's own protocol for remote control: JSON over a socket. */
class Firefox {
  private number = 0;
  private received = Buffer.alloc(0);
  private readonly waiting = new Map<number, (answer: Answer) => void>();

  private constructor(
    private readonly process: ChildProcess,
    private readonly home: string,
    private readonly socket: Socket,
  ) {
    socket.on('data', (data) => this.receive(data));
  }

  /** Starts a browser of its own. @param program path of Firefox */
  static async start(program: string): Promise<Firefox> {
    const home = mkdtempSync(join(tmpdir(), 'gigatron-firefox-'));
    const port = await freePort();
    writeFileSync(join(home, 'user.js'), `user_pref("marionette.port", ${port});\n`);
    const words = ['--headless', '--marionette', '--no-remote', '--profile', home];
    const process_ = spawn(program, words, { env: { ...process.env, HOME: home }, stdio: 'ignore' });
    const firefox = new Firefox(process_, home, await connected(port));
    await firefox.ask('WebDriver:NewSession', {});
    return firefox;
  }

  async open(url: string): Promise<void> {
    await this.ask('WebDriver:Navigate', { url });
  }

  evaluate(expression: string): Promise<unknown> {
    return this.ask('WebDriver:ExecuteScript', { script: `return ${expression};`, args: [] });
  }

  async close(): Promise<void> {
    this.socket.destroy();
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill();
    await ended;
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5 });
  }

  private async ask(command: string, parameters: object): Promise<unknown> {
    const number = ++this.number;
    const text = JSON.stringify([0, number, command, parameters]);
    const answer = new Promise<Answer>((resolve) => this.waiting.set(number, resolve));
    this.socket.write(`${Buffer.byteLength(text)}:${text}`);
    const [, , error, result] = await answer;
    if (error !== null) throw new Error(`${command}: ${error.message}`);
    return result.value;
  }

  /** A message is its length, a colon, and JSON. The first one is a greeting. */
  private receive(data: Buffer): void {
    this.received = Buffer.concat([this.received, data]);
    for (;;) {
      const colon = this.received.indexOf(':');
      const end = colon + 1 + Number(this.received.subarray(0, Math.max(0, colon)));
      if (colon < 0 || this.received.length < end) return;
      const message = JSON.parse(this.received.subarray(colon + 1, end).toString()) as Answer | object;
      this.received = this.received.subarray(end);
      if (Array.isArray(message)) this.waiting.get((message as unknown as Answer)[1])?.(message as unknown as Answer);
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A connection, as soon as the browser takes one. */
async function connected(port: number): Promise<Socket> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    if (isOpen) return socket;
    await setTimeout(100);
  }
}

const folder = mkdtempSync(join(tmpdir(), 'gigatron-page-'));
const CHESS = join(folder, 'chess.html');
/** Frame at which the chess computer waits for a move. */
const START = 90;

let page: PlayedPage | undefined;

async function open(file: string, options = {}): Promise<PlayedPage> {
  page = await PlayedPage.open(file, options);
  return page;
}

/** The ROM image in a page. */
async function romOf(file: string): Promise<Uint8Array> {
  const [, packed = ''] = new RegExp(`id="${PROGRAM_ELEMENT}">([^<]*)`).exec(readFileSync(file, 'utf8')) ?? [];
  return unpackPage(new Uint8Array(inflateSync(Buffer.from(packed, 'base64')))).program.rom;
}

beforeAll(() => {
  gigatronFromPackage('page', 'engine-asm/main.gtasm', '-o', CHESS, '--keys', 'typed', '--start', String(START));
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await page?.screenshot(`failed-${task.name.replaceAll(/\W+/g, '-')}`);
  await page?.close();
  page = undefined;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the page of the chess computer', () => {
  it('is small, requests nothing, and causes no complaint of the browser', async () => {
    const played = await open(CHESS);
    await played.button('Sound').click();
    await expect.poll(() => played.cycle(), PATIENCE).toBeGreaterThan((START + 30) * 104_200);
    expect(played.requests).toEqual([pathToFileURL(CHESS).href]);
    expect(played.complaints).toEqual([]);
    expect(statSync(CHESS).size).toBeLessThan(350 * 1024);
    expect(await played.canvas.getAttribute('data-bad-lines')).toBe('0');
    await played.screenshot('page-chess');
  });

  it('shows the picture that `run --screenshot` gives at the same cycle', async () => {
    const played = await open(CHESS);
    await played.button('Pause').click();
    await played.button('Go on').waitFor();
    const shown = PNG.sync.read(await played.download('Save picture'));
    const file = join(folder, 'run.png');
    const cycles = String(await played.cycle());
    const rom = join(folder, 'chess.rom');
    writeFileSync(rom, await romOf(CHESS));
    gigatronFromPackage('run', rom, '--cycles', cycles, '--screenshot', file);
    const wanted = PNG.sync.read(readFileSync(file));
    expect([shown.width, shown.height]).toEqual([wanted.width, wanted.height]);
    expect(shown.data.equals(wanted.data)).toBe(true);
  });

  it('is played by the keyboard alone, with labels', async () => {
    const played = await open(CHESS);
    const { keyboard } = played.page;
    await played.tabTo(played.canvas);
    await keyboard.type('e2e4', { delay: 100 });
    await expect.poll(() => played.piece('e4'), PATIENCE).toBe('white pawn');
    await played.tabTo(played.page.locator('.board [tabindex="0"]'));
    for (const key of ['ArrowDown', ...Array<string>(4).fill('ArrowRight'), 'Enter']) await keyboard.press(key);
    await expect.poll(() => played.square('e7').getAttribute('aria-label'), PATIENCE).toContain('cursor');
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await keyboard.press(key);
    await expect.poll(() => played.piece('e5'), PATIENCE).toBe('black pawn');
    expect(await played.page.getByRole('status').allInnerTexts()).toContainEqual('1. e2e4 e7e5');
    const names = await played.page
      .locator('button, select, textarea, input:not([hidden])')
      .evaluateAll((all) => all.map((each) => each.textContent || each.getAttribute('aria-label') || ''));
    expect(names.filter((name) => name.trim() === '')).toEqual([]);
  });

  it('fits into 360 × 640, in which no row of the picture is left out', async () => {
    const played = await open(CHESS, { viewport: { width: 360, height: 640 }, colorScheme: 'dark', hasTouch: true });
    const sizes = await played.canvas.evaluate((canvas: HTMLCanvasElement) => [
      document.documentElement.scrollWidth,
      canvas.clientWidth,
      canvas.height,
    ]);
    expect(sizes).toEqual([360, 320, 240]);
    const { y, height } = (await played.page.locator('[data-button="down"]').boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(640);
    const right = played.page.locator('[data-button="right"]');
    expect((await right.boundingBox())!.height).toBeGreaterThanOrEqual(40);
    await right.tap();
    await expect.poll(() => played.square('f2').getAttribute('aria-label'), PATIENCE).toContain('cursor');
    await played.screenshot('page-narrow');
  });

  it('has the whole pad below the picture in windows of laptops', async () => {
    const played = await open(CHESS);
    const bottom = async (): Promise<number> => {
      const box = (await played.page.locator('.pad').boundingBox())!;
      return box.y + box.height;
    };
    const sizes = [
      [1280, 800],
      [1280, 720],
      [1366, 650],
      [1920, 950],
    ] as const;
    for (const [width, height] of sizes) {
      await played.page.setViewportSize({ width, height });
      await expect.poll(bottom, PATIENCE).toBeLessThanOrEqual(height);
      expect(await played.canvas.evaluate((canvas) => canvas.clientWidth)).toBeGreaterThanOrEqual(480);
    }
  });

  it.each([
    [640, 360],
    [844, 390],
    [932, 430],
  ])('has its pad on both sides of the picture on a phone that is held sideways, %i × %i', async (width, height) => {
    const played = await open(CHESS, { viewport: { width, height }, isMobile: true, hasTouch: true });
    const boxOf = async (selector: string): Promise<Box> => (await played.page.locator(selector).boundingBox())!;
    const picture = await boxOf('canvas');
    for (const name of ['left', 'right', 'up', 'down', 'a', 'b', 'select', 'start']) {
      const button = await boxOf(`[data-button="${name}"]`);
      const isLeft = button.x + button.width <= picture.x;
      expect(isLeft || button.x >= picture.x + picture.width, name).toBe(true);
      expect(button.y + button.height, name).toBeLessThanOrEqual(height);
      expect(Math.min(button.width, button.height), name).toBeGreaterThanOrEqual(44);
    }
    expect(picture.y + picture.height).toBeLessThanOrEqual(height);
    expect(await played.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await played.page.locator('[data-button="right"]').tap();
    await expect.poll(() => played.square('f2').getAttribute('aria-label'), PATIENCE).toContain('cursor');
    await played.screenshot(`page-sideways-${width}`);
  });

  it('takes a button of the pad that the mouse holds, and leaves the keys to the picture', async () => {
    const played = await open(CHESS);
    await played.canvas.focus();
    await played.page.locator('[data-button="up"]').hover();
    await played.page.mouse.down();
    await expect.poll(() => played.square('e8').getAttribute('aria-label'), PATIENCE).toContain('cursor');
    await played.page.mouse.up();
    expect(await played.canvas.evaluate((canvas) => canvas === document.activeElement)).toBe(true);
  });

  it('keeps a state in the browser, and gives it as a file that another page takes', async () => {
    const played = await open(CHESS);
    await played.button('Keep').click();
    const file = join(folder, 'kept.gtstate');
    await played.page.locator('.fen').waitFor();
    const [before, state] = [await played.fen(), await played.download('Save…')];
    expect(state.toString()).toContain('gigatron-state');
    await played.canvas.focus();
    await played.page.keyboard.type('d2d4', { delay: 100 });
    await expect.poll(() => played.piece('d4'), PATIENCE).toBe('white pawn');
    await played.button('Go back').click();
    await expect.poll(() => played.fen(), PATIENCE).toBe(before);
    await played.page
      .locator('input[type=file]')
      .setInputFiles({ name: file, mimeType: '', buffer: Buffer.from('{}') });
    await expect.poll(() => played.page.locator('.said').innerText(), PATIENCE).toMatch(/^This state cannot be loaded/);
  });

  it('plays a game against the machine to its end, by clicks', async () => {
    const played = await open(CHESS);
    const position = played.page.getByLabel('Position as FEN');
    await position.fill('4k3/8/8/8/3K4/8/8/7q');
    await played.button('Set up').click();
    const said = played.page.locator('.said');
    await expect.poll(() => said.innerText(), PATIENCE).toMatch(/names the side to move/);
    await position.fill('4k3/8/8/8/3K4/8/8/7q b - - 0 1');
    await played.button('Set up').click();
    await expect.poll(() => said.innerText(), PATIENCE).toBe('');
    await expect.poll(() => played.piece('d4'), PATIENCE).toBe('white king');
    await expect.poll(() => played.fen(), PATIENCE).toContain(' b ');
    await played.page.getByLabel('Level').selectOption('4: 1 s a move');
    await played.page.locator('select.speed').selectOption('unlimited');
    await expect.poll(() => played.page.getByLabel('Level').inputValue(), PATIENCE).toBe('4');
    await played.canvas.focus();
    await played.page.keyboard.press('m');
    let moves = 0;
    for (;;) {
      await expect.poll(() => played.fen(), PATIENCE).toContain(' w ');
      await expect
        .poll(() => played.page.locator('[data-thinking]').getAttribute('data-thinking'), PATIENCE)
        .toBe('false');
      const game = new Chess(await played.settledFen());
      // The first move was Black's.
      expect(game.moveNumber()).toBe(moves + 2);
      const [move] = game.moves({ verbose: true });
      if (move === undefined) {
        expect(game.isCheckmate()).toBe(true);
        break;
      }
      await played.square(move.from).click();
      await expect.poll(() => played.square(move.from).getAttribute('aria-label'), PATIENCE).toContain('cursor');
      await played.square(move.to).click();
      await expect.poll(() => played.piece(move.from), PATIENCE).toBe('');
      moves++;
    }
    expect(moves).toBeGreaterThan(2);
    await played.screenshot('page-mate');
    expect(played.requests).toHaveLength(1);
    expect(played.complaints).toEqual([]);
  });
});

describe('the page of Octad', () => {
  it('has its board, too, and names for whoever looks inside', async () => {
    const file = join(folder, 'octad.html');
    gigatronFromPackage('page', 'samples/octad/main.gtasm', '-o', file, '--debug', '--start', '120');
    const played = await open(file);
    expect(await played.fen()).toBe('ppkn/4/4/NKPP w NCFncf - 0 1');
    await played.button('Copy OFEN').waitFor();
    await played.square('c1').click();
    await expect.poll(() => played.square('c1').getAttribute('aria-label'), PATIENCE).toContain('cursor');
    await played.square('c2').click();
    await expect.poll(() => played.piece('c2'), PATIENCE).toBe('white pawn');
    await played.page.getByText('Look inside').click();
    await expect.poll(() => played.page.locator('.inside').innerText(), PATIENCE).toMatch(/\.gtasm:\d+[^]*quietPlies/);
    await played.screenshot('page-octad');
  });
});

const firefox = findProgram('firefox-esr');
if (firefox === undefined) console.log('Firefox: left out, there is no firefox-esr.');
else
  it('draws its picture and takes moves in Firefox, too', async () => {
    const browser = await Firefox.start(firefox);
    const frames = "Number(document.querySelector('canvas')?.dataset.frames ?? 0)";
    const pixel = "[...document.querySelector('canvas').getContext('2d').getImageData(8, 190, 1, 1).data].join()";
    const piece = (square: string): string => `document.querySelector('.board [data-square=${square}]').dataset.piece`;
    try {
      await browser.open(pathToFileURL(CHESS).href);
      await expect.poll(() => browser.evaluate(frames), PATIENCE).toBeGreaterThan(START);
      expect(await browser.evaluate(pixel)).toMatch(/^(255,170,85|170,85,0),255$/);
      for (const square of ['e2', 'e4'])
        await browser.evaluate(`document.querySelector('.board [data-square=${square}]').click()`);
      await expect.poll(() => browser.evaluate(piece('e4')), PATIENCE).toBe('white pawn');
    } finally {
      await browser.close();
    }
  });

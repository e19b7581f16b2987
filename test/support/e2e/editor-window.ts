/**
 * A window of real VS Code with the packed extension, in headless Chromium.
 *
 * The windows of a process of tests are opened one after the other, with one browser and one server, so that VS Code's
 * own code is loaded once. What a window leaves behind is removed before the next one: its copy of the project, its
 * settings and all that VS Code has stored, so that no test sees another's traces. A window whose extension is changed
 * has a server of its own.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { findChromium } from '../../../scripts/chromium.mjs';
import { addressOf, startWebServer } from '../../../scripts/vscode-web.mjs';
import { bePatient } from './patience.ts';
import { EXTENSIONS, type Server } from './servers.ts';
import { PROJECT } from '../project.ts';

const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
export const WINDOW_SIZE = { width: 1500, height: 1000 };
const SETTINGS = {
  'workbench.startupEditor': 'none',
  'files.simpleDialog.enable': true,
  'editor.minimap.enabled': false,
  'editor.stickyScroll.enabled': false,
  'window.confirmBeforeClose': 'never',
  // Without a GPU, the processor would draw animations while tests wait.
  'workbench.reduceMotion': 'on',
  'editor.cursorBlinking': 'solid',
  // Most tests look at the views of the side bar, and at the Debug Console.
  'gigatron.views.place': 'sideBar',
  'debug.internalConsoleOptions': 'openOnFirstSessionStart',
};

/** The contents of a test's project: a folder to copy, and files by path. */
export interface Project {
  readonly copyOf?: string;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** A script that the extension starts instead of its language server. */
  readonly server?: string;
}

export interface EditorWindow {
  readonly page: Page;
  readonly folder: string;
  /** The server's folder. */
  readonly data: string;
  /** Closes the window and removes its files. */
  readonly close: () => Promise<void>;
}

interface Place extends Server {
  readonly context: BrowserContext;
  readonly close: (page: Page) => Promise<void>;
}

let browser: Promise<Browser> | undefined;
let shared: Promise<Place> | undefined;

/** Where the picture of a page with this name is saved. */
export function picturePath(name: string): string {
  return join(PROJECT, 'artifacts', 'e2e', `${name}.png`);
}

/** Saves a picture of a page. playwright's own takes twice as long: it prepares each frame, and packs the file well. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { optimizeForSpeed: true });
  await session.detach();
  mkdirSync(dirname(picturePath(name)), { recursive: true });
  writeFileSync(picturePath(name), data, 'base64');
}

/** The browser of all windows of this process; it ends with it. */
export function sharedBrowser(): Promise<Browser> {
  browser ??= chromium.launch({ executablePath: findChromium(), headless: true, args: CHROMIUM_FLAGS });
  return browser;
}

/** Opens the project's folder, with further settings; resolves when VS Code shows its files and knows the settings. */
export async function openWindow({ copyOf, files = {}, server }: Project, settings = {}): Promise<EditorWindow> {
  const home = mkdtempSync(join(tmpdir(), 'gigatron-e2e-'));
  const folder = join(home, 'project');
  mkdirSync(folder);
  if (copyOf !== undefined) cpSync(join(PROJECT, copyOf), folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const place = await (server === undefined ? (shared ??= sharedPlace()) : placeWith(server, join(home, 'server')));
  writeSettings(place.data, settings);
  const page = await place.context.newPage();
  bePatient(page, true);
  await page.goto(addressOf(place.address, folder));
  await page.locator('.explorer-folders-view .monaco-list-row').first().waitFor();
  // VS Code shows the files before it has read the settings, of which this is one.
  await page.locator('.monaco-workbench.reduce-motion').waitFor();
  const close = async (): Promise<void> => {
    await place.close(page);
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  return { page, folder, data: place.data, close };
}

/** The place of all windows that leave the extension as it is. */
async function sharedPlace(): Promise<Place> {
  const server = inject('servers')[Number(process.env['VITEST_POOL_ID']) - 1];
  if (server === undefined) throw new Error('there is no server for this process of tests');
  const context = await newContext();
  const close = (page: Page): Promise<void> =>
    removeTraces(page, server).catch(() => {
      // It no longer answers; the next window is opened elsewhere.
      shared = undefined;
      return context.close();
    });
  return { ...server, context, close };
}

/** Closes a window, so that the next one finds nothing of it. */
async function removeTraces(page: Page, { address, data }: Server): Promise<void> {
  const session = await page.context().newCDPSession(page);
  // VS Code takes its leave of the server, which then ends the extension host.
  await page.goto('about:blank');
  const storageTypes = 'cookies,local_storage,indexeddb,cache_storage';
  await session.send('Storage.clearDataForOrigin', { origin: new URL(address).origin, storageTypes });
  await page.close();
  rmSync(join(data, 'data', 'User'), { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

/** A place for one window, whose extension starts a script instead of its language server. */
async function placeWith(script: string, data: string): Promise<Place> {
  cpSync(EXTENSIONS, join(data, 'extensions'), { recursive: true });
  writeServer(data, script);
  const { address, stop } = await startWebServer(data);
  const context = await newContext();
  const close = async (): Promise<void> => {
    await context.close();
    stop();
  };
  return { address, data, context, close };
}

async function newContext(): Promise<BrowserContext> {
  const permissions = ['clipboard-read', 'clipboard-write'];
  return (await sharedBrowser()).newContext({ viewport: WINDOW_SIZE, permissions });
}

/** Writes the settings of a window into its server's folder: those of every window, and further ones. */
export function writeSettings(data: string, settings: Readonly<Record<string, unknown>>): void {
  const folder = join(data, 'data', 'Machine');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ ...SETTINGS, ...settings }));
}

/** Replaces the script that the extension starts as its language server, in the server's folder of such a window. */
export function writeServer(data: string, script: string): void {
  const extensions = join(data, 'extensions');
  const ours = readdirSync(extensions).find((name) => name.startsWith('gigatron-asm.'));
  if (ours === undefined) throw new Error(`the extension is not in ${extensions}`);
  writeFileSync(join(extensions, ours, 'dist', 'server.js'), script);
}

/**
 * A window of real VS Code with the packed extension, in headless Chromium.
 *
 * Every window has a server of its own with its own settings, a copy of its project and a browser context of its own, so
 * that no test sees another's traces. Browser and installed extension are the same for all files of tests.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { findChromium } from '../../../scripts/chromium.mjs';
import { addressOf, startWebServer } from '../../../scripts/vscode-web.mjs';
import { installInto, SHARED_EXTENSIONS } from './installed-extension.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** Settings of every window. */
const SETTINGS = {
  'workbench.startupEditor': 'none',
  'files.simpleDialog.enable': true,
  'editor.minimap.enabled': false,
  'editor.stickyScroll.enabled': false,
  'window.confirmBeforeClose': 'never',
  // Most tests look at the views of the side bar, and at the Debug Console.
  'gigatron.views.place': 'sideBar',
  'debug.internalConsoleOptions': 'openOnFirstSessionStart',
};

/** For how many milliseconds a page is waited for: on a slow machine, VS Code takes many seconds for a click. */
const PATIENT = 60_000;
/** The same after a failure, when what is waited for may never come. */
const IMPATIENT = 5000;

/** How long a test waits for something, in milliseconds. */
export const PATIENCE = { timeout: PATIENT, interval: 100 };

/** Sets how long a page is waited for from now on. */
export function bePatient(page: Page, isPatient: boolean): void {
  PATIENCE.timeout = isPatient ? PATIENT : IMPATIENT;
  page.setDefaultTimeout(PATIENCE.timeout);
}

/** The contents of a test's project: a folder to copy, and files by path. */
export interface Project {
  readonly copyOf?: string;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** A script that the extension starts instead of its language server. */
  readonly server?: string;
}

export interface EditorWindow {
  readonly page: Page;
  /** The project's folder. */
  readonly folder: string;
  /** Folder of everything that belongs to the window. */
  readonly home: string;
  readonly context: BrowserContext;
  readonly stopServer: () => void;
}

let browser: Promise<Browser> | undefined;

/** The browser of all windows of this process; it ends with it. */
export function sharedBrowser(): Promise<Browser> {
  browser ??= chromium.launch({ executablePath: findChromium(), headless: true, args: CHROMIUM_FLAGS });
  return browser;
}

/** Opens the project's folder, with further settings; resolves when VS Code shows its files. */
export async function openWindow(
  { copyOf, files = {}, server: script }: Project,
  settings = {},
): Promise<EditorWindow> {
  const home = mkdtempSync(join(tmpdir(), 'gigatron-e2e-'));
  const folder = join(home, 'project');
  mkdirSync(folder);
  if (copyOf !== undefined) cpSync(join(ROOT, copyOf), folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  writeSettings(home, settings);
  const data = serverFolder(home);
  const extensions = script === undefined ? SHARED_EXTENSIONS : await installInto(data);
  if (script !== undefined) writeServer(home, script);
  const server = await startWebServer(data, extensions);
  const context = await (
    await sharedBrowser()
  ).newContext({ viewport: { width: 1500, height: 1000 }, permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  bePatient(page, true);
  await page.goto(addressOf(server.address, folder));
  await page.locator('.explorer-folders-view .monaco-list-row').first().waitFor();
  return { page, folder, home, context, stopServer: server.stop };
}

/** Writes the settings of a window: those of every window, and further ones. */
export function writeSettings(home: string, settings: Readonly<Record<string, unknown>>): void {
  const folder = join(serverFolder(home), 'data', 'Machine');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ ...SETTINGS, ...settings }));
}

/** Replaces the script that the extension starts as its language server, in a window that began with such a script. */
export function writeServer(home: string, script: string): void {
  const extensions = join(serverFolder(home), 'extensions');
  const ours = readdirSync(extensions).find((name) => name.startsWith('gigatron-asm.'));
  if (ours === undefined) throw new Error(`the extension is not in ${extensions}`);
  writeFileSync(join(extensions, ours, 'dist', 'server.js'), script);
}

/** Closes a window, stops its server and removes its files. */
export async function closeWindow({ context, stopServer, home }: EditorWindow): Promise<void> {
  await context.close();
  stopServer();
  rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

function serverFolder(home: string): string {
  return join(home, 'server');
}

/**
 * VS Code's web server from npm, without a native build: for `npm start` without VS Code, and for the end-to-end
 * tests.
 *
 * The package is code-server's; what runs is the VS Code server inside it. Install scripts do not run;
 * the two programs that they would compile or download (terminal, search) come from packages with
 * ready-made binaries instead. The address must say `localhost`: browsers give web views what they
 * need only there or over https.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { end, endOf, npm, runQuietly, start } from './processes.mjs';
import { ROOT, step } from './set-up.mjs';
import { withSharedServiceWorker } from './shared-service-worker.mjs';

const VERSION = '4.100.3';
const BINARIES = ['node-pty@npm:@lydell/node-pty@1.1.0', '@vscode/ripgrep@1.18.0'];
const FOLDER = join(ROOT, '.cache', `vscode-web-${VERSION}`);
const SERVER = join(FOLDER, 'node_modules', 'code-server', 'lib', 'vscode');
const MAIN = join(SERVER, 'out', 'server-main.js');
const WEB_VIEWS = join(SERVER, 'out', 'vs', 'workbench', 'contrib', 'webview', 'browser', 'pre');
const DONE = join(FOLDER, 'done-one-worker');
/** Settings so that a first start does not ask or show anything; what the user sets later stays. */
const SETTINGS = { 'workbench.startupEditor': 'none', 'git.openRepositoryInParentFolders': 'never' };
const INSTALL = ['install', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund'];

/** Installs the server unless it is installed. Returns whether it works. */
export async function installWebServer() {
  if (existsSync(DONE)) return true;
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'package.json'), '{ "private": true }\n');
  const inFolder = (/** @type {string} */ cwd, /** @type {string[]} */ ...args) => {
    const [program, all, options] = npm([...INSTALL, ...args]);
    return /** @type {[string, string[], object]} */ ([program, all, { ...options, cwd }]);
  };
  const installed =
    (await step("Installing VS Code's web server (once)", inFolder(FOLDER, `code-server@${VERSION}`))) &&
    (await step('Installing its dependencies', inFolder(SERVER))) &&
    (await step('Installing terminal and search', inFolder(SERVER, '--no-save', ...BINARIES)));
  if (!installed) return false;
  // The server looks for its modules under both names.
  symlinkSync(join(SERVER, 'node_modules'), join(SERVER, 'node_modules.asar'), 'junction');
  for (const page of ['index.html', 'index-no-csp.html']) shareServiceWorker(join(WEB_VIEWS, page));
  writeFileSync(DONE, `${VERSION}\n`);
  return true;
}

/** @param {string} page */
function shareServiceWorker(page) {
  try {
    writeFileSync(page, withSharedServiceWorker(readFileSync(page, 'utf8')));
  } catch (error) {
    throw new Error(`${page} cannot be changed: ${/** @type {Error} */ (error).message}`, { cause: error });
  }
}

/**
 * Installs a packed extension for a server, as a user does.
 * @param {string} vsix
 * @param {string} dataFolder
 * @param {string} [extensions] folder of extensions, if it is not the server's own
 */
export async function installExtension(vsix, dataFolder, extensions) {
  // The server creates folders, but not the folders above them.
  mkdirSync(dataFolder, { recursive: true });
  const args = [MAIN, '--install-extension', vsix, '--force', ...folders(dataFolder, extensions)];
  const { status, output } = await runQuietly(process.execPath, args, { env: environment() });
  if (status !== 0) console.error(endOf(output));
  return status === 0;
}

/**
 * Starts the server with everything that it keeps under one folder.
 * @param {string} dataFolder
 * @param {string} [extensions] folder of extensions, if it is not the server's own
 * @returns {Promise<{ address: string, stop: () => void, ended: Promise<void> }>}
 */
export async function startWebServer(dataFolder, extensions) {
  const port = await freePort();
  writeSettings(dataFolder);
  const args = [
    ...['--host', 'localhost', '--port', String(port), '--without-connection-token', '--accept-server-license-terms'],
    ...['--telemetry-level', 'off', '--disable-workspace-trust', ...folders(dataFolder, extensions)],
  ];
  const child = start(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env: environment() });
  const ended = new Promise((/** @type {(value: void) => void} */ resolve) => child.on('close', () => resolve()));
  let output = '';
  const listening = new Promise((/** @type {(value: void) => void} */ resolve) => {
    const onText = (/** @type {Buffer} */ text) => {
      if (output.length < 100_000) output += text;
      if (output.includes('Extension host agent listening')) resolve();
    };
    child.stdout?.on('data', onText);
    child.stderr?.on('data', onText);
  });
  await Promise.race([
    listening,
    ended.then(() => Promise.reject(new Error(`VS Code's web server ended:\n${endOf(output)}`))),
  ]);
  return { address: `http://localhost:${port}/`, stop: () => end(child), ended };
}

/**
 * The address that opens a folder, and a file in it.
 * @param {string} address
 * @param {string} folder
 * @param {string} [file]
 */
export function addressOf(address, folder, file) {
  const path = (/** @type {string} */ name) => encodeURI(`/${name.replaceAll('\\', '/')}`.replace(/^\/+/, '/'));
  const payload = file === undefined ? [] : [['openFile', `vscode-remote://${new URL(address).host}${path(file)}`]];
  const query = payload.length ? `&payload=${encodeURIComponent(JSON.stringify(payload))}` : '';
  return `${address}?folder=${path(folder)}${query}`;
}

/**
 * @param {string} dataFolder
 * @param {string} [extensions]
 */
function folders(dataFolder, extensions = join(dataFolder, 'extensions')) {
  return ['--server-data-dir', dataFolder, '--extensions-dir', extensions];
}

/** The server mistakes a variable of the caller's VS Code, in whose terminal we may run, for its own. */
function environment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VSCODE_')));
}

/** @param {string} dataFolder */
function writeSettings(dataFolder) {
  const folder = join(dataFolder, 'data', 'Machine');
  const file = join(folder, 'settings.json');
  const settings = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, JSON.stringify({ ...SETTINGS, ...settings }, null, 2));
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, 'localhost', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/**
 * `npm start`: from a fresh clone to VS Code with the extension and the chess engine's folder.
 *
 * Uses VS Code if there is one, with separate folders so that nothing of the user's is touched; otherwise VS Code's web
 * server from npm, in the browser. `--no-open` always uses the web server and only prints the address. Ctrl-C ends
 * everything. It only uses Node's built-ins, since nothing is installed yet.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endAllWithUs, findProgram, run, runQuietly } from './processes.mjs';
import { build, installDependencies, pack, ROOT } from './set-up.mjs';
import { addressOf, installExtension, installWebServer, startWebServer } from './vscode-web.mjs';

const VSIX = join(ROOT, 'build', 'gigatron-asm.vsix');
const FOLDER = join(ROOT, 'engine-asm');
const MAIN = join(FOLDER, 'main.gtasm');
const CACHE = join(ROOT, '.cache', 'start');
const MAC_CODE = '/Applications/Visual Studio Code.app/Contents/Resources/app/bin/code';

/** VS Code's command, if there is one and a screen to show it on. */
function findCode() {
  if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) return undefined;
  return findProgram('code') ?? (existsSync(MAC_CODE) ? MAC_CODE : undefined);
}

/** @param {string} code */
async function openDesktop(code) {
  const userData = join(CACHE, 'desktop');
  const folders = ['--user-data-dir', userData, '--extensions-dir', join(CACHE, 'desktop-extensions')];
  const shell = process.platform === 'win32';
  const quoted = (/** @type {string[]} */ args) => (shell ? args.map((arg) => `"${arg}"`) : args);
  const program = shell ? `"${code}"` : code;
  console.log('Installing the extension …');
  const installed = await runQuietly(program, quoted([...folders, '--install-extension', VSIX, '--force']), { shell });
  if (installed.status !== 0) return false;
  console.log('VS Code opens. Ctrl-C here, or closing its window, ends it.');
  let isOpen = true;
  process.on('exit', () => isOpen && endDesktop(userData));
  const open = ['--new-window', '--wait', '--disable-workspace-trust', FOLDER, MAIN];
  const status = await run(program, quoted([...folders, ...open]), { shell });
  isOpen = false;
  return status === 0;
}

/**
 * VS Code's command starts the editor as a separate process, which leaves its process id in a file.
 * @param {string} userData
 */
function endDesktop(userData) {
  try {
    process.kill(Number(readFileSync(join(userData, 'code.lock'), 'utf8')));
  } catch {
    // It has ended.
  }
}

/** @param {boolean} open */
async function openWeb(open) {
  if (!(await installWebServer())) return false;
  console.log('Installing the extension …');
  const data = join(CACHE, 'web');
  if (!(await installExtension(VSIX, data))) return false;
  const server = await startWebServer(data);
  const address = addressOf(server.address, FOLDER, MAIN);
  console.log(`VS Code is at ${address}\nCtrl-C ends it.`);
  if (open) openBrowser(address);
  await server.ended;
  return true;
}

/** @param {string} address */
function openBrowser(address) {
  const [program, ...args] =
    process.platform === 'win32'
      ? ['rundll32', 'url.dll,FileProtocolHandler', address]
      : [process.platform === 'darwin' ? 'open' : 'xdg-open', address];
  // Not ours to end: the user may continue to browse in it.
  spawn(/** @type {string} */ (program), args, { stdio: 'ignore', detached: true })
    .on('error', () => console.log('Open the address in a browser.'))
    .unref();
}

endAllWithUs();
const noOpen = process.argv.includes('--no-open');
const ready = (await installDependencies()) && (await build()) && (await pack());
const code = noOpen ? undefined : findCode();
if (!ready || !((code !== undefined && (await openDesktop(code))) || (await openWeb(!noOpen)))) process.exitCode = 1;

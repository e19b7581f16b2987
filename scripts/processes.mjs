/**
 * Starting and ending other programs the same way on Linux, macOS and Windows.
 *
 * It only uses Node's built-ins, since `npm start` needs it before anything is installed.
 */
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const WINDOWS = process.platform === 'win32';

/** Running child processes; all end with this process. */
const running = new Set();

/**
 * Starts a program in a process group of its own, so that it can be ended together with all that it starts.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function start(command, args, options = {}) {
  const child = spawn(command, args, { stdio: 'inherit', detached: !WINDOWS, ...options });
  running.add(child);
  child.on('close', () => running.delete(child));
  child.on('error', () => running.delete(child));
  return child;
}

/**
 * Runs a program to its end and returns its exit status; 127 if it cannot be started.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, options) {
  return new Promise((resolve) => {
    const child = start(command, args, options);
    child.on('error', () => resolve(127));
    child.on('close', (status) => resolve(status ?? 1));
  });
}

/**
 * Runs a program to its end and returns what it printed; its output is shown only if it fails.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<{ status: number, output: string }>}
 */
export function runQuietly(command, args, options) {
  return new Promise((resolve) => {
    let output = '';
    const child = start(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout?.on('data', (text) => (output += text));
    child.stderr?.on('data', (text) => (output += text));
    child.on('error', (error) => resolve({ status: 127, output: error.message }));
    child.on('close', (status) => resolve({ status: status ?? 1, output }));
  });
}

/**
 * The last lines that a program printed, with long ones cut.
 * @param {string} output
 */
export function endOf(output) {
  const lines = output.trimEnd().split('\n').slice(-60);
  return lines.map((line) => (line.length > 300 ? `${line.slice(0, 300)} …` : line)).join('\n');
}

/**
 * The command that runs npm: the npm that started us, otherwise the one on the path.
 * @param {readonly string[]} args
 * @returns {[string, string[], import('node:child_process').SpawnOptions]}
 */
export function npm(args) {
  const script = process.env['npm_execpath'];
  if (script !== undefined && /\.c?js$/.test(script)) return [process.execPath, [script, ...args], {}];
  // Windows starts npm.cmd only through a shell; our arguments need no quoting there.
  return ['npm', [...args], { shell: WINDOWS }];
}

/**
 * The full path of a program on the path, or undefined.
 * @param {string} name
 */
export function findProgram(name) {
  const endings = WINDOWS ? ['.exe', '.cmd'] : [''];
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const ending of endings) {
      const file = join(folder, name + ending);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        // Not in this folder.
      }
    }
  }
  return undefined;
}

/**
 * Ends a child and everything that it started.
 * @param {import('node:child_process').ChildProcess} child
 */
export function end(child) {
  if (child.pid === undefined || child.exitCode !== null) return;
  try {
    if (WINDOWS) spawn('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore' });
    else process.kill(-child.pid, 'SIGTERM');
  } catch {
    // It has already ended.
  }
}

/** Ends everything that still runs; for Ctrl-C and the end of this process. */
function endAll() {
  running.forEach(end);
}

/** From now on, Ctrl-C, a termination signal and a closed terminal end everything that was started here. */
export function endAllWithUs() {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      endAll();
      process.exit(130);
    });
  }
  process.on('exit', endAll);
}

/**
 * What `npm start` and `npm test` do first: install dependencies if they are missing or differ from
 * package-lock.json, build, pack. It only uses Node's built-ins.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endOf, npm, runQuietly } from './processes.mjs';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** What `npm test` leaves of each run of vitest. */
export const REPORTS = join(ROOT, 'build', 'test-reports');

/**
 * Announces and runs one long step; its output is shown only if it fails.
 * @param {string} title
 * @param {[string, readonly string[], import('node:child_process').SpawnOptions?]} command
 * @returns {Promise<boolean>} whether it worked
 */
export async function step(title, [program, args, options]) {
  console.log(`${title} …`);
  const { status, output } = await runQuietly(program, args, { cwd: ROOT, ...options });
  if (status !== 0) console.error(`${endOf(output)}\n${title}: failed.`);
  return status === 0;
}

/** Installs dependencies if need be. */
export async function installDependencies() {
  if (dependenciesAreCurrent()) return true;
  // No package's install script is needed: nothing is compiled here.
  return step('Installing dependencies', npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund']));
}

export async function build() {
  return step('Building', [process.execPath, ['scripts/build.mjs']]);
}

export async function pack() {
  return step('Packing the extension', [process.execPath, ['scripts/package.mjs']]);
}

/** Whether node_modules holds the versions that package-lock.json names. */
function dependenciesAreCurrent() {
  const wanted = readPackages(join(ROOT, 'package-lock.json'));
  const installed = readPackages(join(ROOT, 'node_modules', '.package-lock.json'));
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === '' || optional === true || installed[path]?.version === version,
  );
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return {};
  }
}

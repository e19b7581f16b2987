/**
 * Plants each known fault of the timing proof again, in a copy of the sources, and checks whether the comparison of random
 * programs with the emulator finds it: `node scripts/plant-timing-faults.mjs [number …]`. TEST_TIMES multiplies how
 * many programs are drawn for each. Exit status 1 if fewer than 14 of the 16 are found.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { FAULTS } from './timing-faults/faults.mjs';

const ROOT = join(import.meta.dirname, '..');
/** Folders that are not sources. */
const NOT_COPIED = new Set(['node_modules', 'build', 'dist']);
const COMPARISON = 'test/timing/declared-programs.test.ts';
const WANTED = 14;

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');

/**
 * Whether the comparison finds a program that is called exact but is not.
 * @param {string} folder
 */
function findsFault(folder) {
  const env = { ...process.env, TEST_TIMES: process.env['TEST_TIMES'] ?? '10' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [vitest, 'run', COMPARISON], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  const said = `${stdout}${stderr}`;
  const isFound = status !== 0 && /is called exact, and the emulator counts otherwise/.test(said);
  if (status !== 0 && !isFound) throw new Error(said);
  return { isFound, tests: /Property failed after (\d+) tests/.exec(said)?.[1] ?? '-' };
}

/**
 * Replaces texts in a folder's sources.
 * @param {string} folder
 * @param {readonly import('./timing-faults/faults.mjs').Edit[]} edits
 * @returns a function that undoes them
 */
function plant(folder, edits) {
  /** @type {Map<string, string>} */
  const before = new Map();
  for (const { file, from, to } of edits) {
    const path = join(folder, 'assembler', 'timing', file);
    const text = readFileSync(path, 'utf8');
    if (!text.includes(from)) throw new Error(`${file} has no such text: ${from}`);
    if (!before.has(path)) before.set(path, text);
    writeFileSync(
      path,
      text.replace(from, () => to),
    );
  }
  return () => {
    for (const [path, text] of before) writeFileSync(path, text);
  };
}

const chosen = process.argv.slice(2).map(Number);
const numbers = chosen.length > 0 ? chosen : FAULTS.map((_, index) => index + 1);
const folder = mkdtempSync(join(tmpdir(), 'timing-faults-'));
let found = 0;
try {
  for (const name of readdirSync(ROOT)) {
    const isSource = !NOT_COPIED.has(name) && !name.startsWith('.');
    if (isSource) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const number of numbers) {
    const fault = FAULTS[number - 1];
    if (fault === undefined) throw new Error(`There is no fault ${number}`);
    const restore = plant(folder, fault.edits);
    const { isFound, tests } = findsFault(folder);
    restore();
    if (isFound) found++;
    process.stdout.write(`${number}\t${isFound ? `found after ${tests} programs` : 'NOT FOUND'}\t${fault.title}\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`${found} of ${numbers.length} found\n`);
if (chosen.length === 0 && found < WANTED) process.exitCode = 1;

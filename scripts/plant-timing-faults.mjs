/**
 * Plants each known fault of the timing proof again, in a copy of the sources, and counts how many random programs it
 * takes to show it: to the verifier, which refuses a false claim without running a program, and to the comparison with
 * runs. What finds nothing draws more and more. In the end, nothing may be found in the sources as they are.
 *
 * `node scripts/plant-timing-faults.mjs [number …]`. Exit status 1 if either finds fewer than it should.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { COMPARISONS, FAULTS, FOLDER } from './timing-faults/faults.mjs';

const ROOT = join(import.meta.dirname, '..');
/** Folders that are not sources. */
const NOT_COPIED = new Set(['node_modules', 'build', 'dist']);
/** How many of all faults each must find. */
const WANTED = { verifier: 33, run: 33 };
/** How often a test draws what `npm test` draws, until it finds something. */
const TIMES = [1, 8, 40];
/** What a test says when it has found a fault. */
const FOUND =
  /is called exact, and the emulator counts otherwise|the verifier refuses what is called|the proof says other values|a run differs from what is called proven|a kept proof differs from a fresh one/;
/** The proof finds by itself that its parts do not agree. */
const NONE_PROVEN = /no handler is proven any more/;

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');

/** @typedef {readonly string[]} Test a file, and perhaps a name in it */
/** @typedef {{ readonly test: Test, readonly times: number, readonly told: string }} Find */

/**
 * Whether a test finds a fault.
 * @param {string} folder
 * @param {Test} test
 * @param {number} times
 * @returns {Promise<string | undefined>} with which draw
 */
function findWith(folder, [file, name], times) {
  const chosen = [`${FOLDER}/${file}.test.ts`, ...(name === undefined ? [] : ['-t', name])];
  const options = { cwd: folder, env: { ...process.env, TEST_TIMES: `${times}` }, maxBuffer: 2 ** 26 };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [vitest, 'run', ...chosen], options, (error, stdout, stderr) => {
      const said = `${stdout}${stderr}`;
      // The message may also be in the lines of the test that vitest shows around a failure.
      const draws = /Property failed after (\d+) tests/.exec(said)?.[1];
      if (error === null) resolve(undefined);
      else if (draws === undefined && NONE_PROVEN.test(said)) resolve('no handler is proven any more');
      else if (draws !== undefined && FOUND.test(said)) resolve(`draw ${draws} of ${file}`);
      else reject(new Error(said));
    });
  });
}

/**
 * Has tests draw more and more until one finds a fault.
 * @param {string} folder
 * @param {readonly Test[]} tests
 * @returns {Promise<Find | undefined>}
 */
async function findBy(folder, tests) {
  for (const times of TIMES) {
    for (const test of tests) {
      const told = await findWith(folder, test, times);
      if (told !== undefined) return { test, times, told };
    }
  }
  return undefined;
}

/**
 * Replaces a text in a file, where it first occurs.
 * @param {string} path
 * @param {string} from
 * @param {string} to
 * @returns what the file held
 */
function edit(path, from, to) {
  const text = readFileSync(path, 'utf8');
  if (!text.includes(from)) throw new Error(`${path} has no such text: ${from}`);
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
  return text;
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
    const path = join(folder, 'proof', file);
    const text = edit(path, from, to);
    if (!before.has(path)) before.set(path, text);
  }
  return () => {
    for (const [path, text] of before) writeFileSync(path, text);
  };
}

const named = process.argv.slice(2).map(Number);
const numbers = named.length > 0 ? named : FAULTS.map((_, index) => index + 1);
const faults = numbers.map((number) => {
  const fault = FAULTS[number - 1];
  if (fault === undefined) throw new Error(`There is no fault ${number}`);
  return { number, fault };
});
const folder = mkdtempSync(join(tmpdir(), 'timing-faults-'));
/** @type {Record<'verifier' | 'run', Find[]>} */
const found = { verifier: [], run: [] };
try {
  for (const name of readdirSync(ROOT)) {
    const isSource = !NOT_COPIED.has(name) && !name.startsWith('.');
    if (isSource) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  // The first program that shows a fault is enough: a smaller one takes longer to find than the first.
  edit(join(folder, 'test/support/set-up.ts'), '{ seed: SEED }', '{ seed: SEED, endOnFailure: true }');
  for (const { number, fault } of faults) {
    const restore = plant(folder, fault.edits);
    const tests = COMPARISONS[fault.kind ?? 'checks'];
    const [verifier, run] = await Promise.all([
      fault.unseen === undefined ? findBy(folder, tests.verifier) : undefined,
      findBy(folder, tests.run),
    ]);
    restore();
    if (verifier !== undefined) found.verifier.push(verifier);
    if (run !== undefined) found.run.push(run);
    const each = `verifier: ${verifier?.told ?? fault.unseen ?? 'NOT FOUND'}\truns: ${run?.told ?? 'NOT FOUND'}`;
    process.stdout.write(`${number}\t${each}\t${fault.title}\n`);
  }
  // A test that finds something in the sources as they are would find it with every fault.
  const most = new Map(
    [...found.verifier, ...found.run].sort((a, b) => a.times - b.times).map((find) => [find.test, find]),
  );
  for (const { test, times } of most.values()) {
    const told = await findWith(folder, test, times);
    if (told !== undefined) throw new Error(`Without a fault, something is found: ${told}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`of ${numbers.length}, the verifier finds ${found.verifier.length}, runs ${found.run.length}\n`);
const isTooFew = found.verifier.length < WANTED.verifier || found.run.length < WANTED.run;
if (named.length === 0 && isTooFew) process.exitCode = 1;

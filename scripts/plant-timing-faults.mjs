/**
 * Plants each known fault of the timing proof again, in a copy of the sources, and checks whether random programs show
 * it: to the verifier, which refuses a false claim without running a program, and to the comparison with runs. Neither
 * may find anything in the sources as they are.
 *
 * `node scripts/plant-timing-faults.mjs [number …]`; TEST_TIMES multiplies how many programs are drawn for each. Exit
 * status 1 if either finds fewer than it should.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { COMPARISONS, FAULTS, FOLDER } from './timing-faults/faults.mjs';

const ROOT = join(import.meta.dirname, '..');
/** Folders that are not sources. */
const NOT_COPIED = new Set(['node_modules', 'build', 'dist']);
/** How many faults each must find. */
const WANTED = { verifier: 33, run: 33 };
/** What a test says when it has found a fault. */
const FOUND =
  /is called exact, and the emulator counts otherwise|the verifier refuses what is called|the proof says other values|a run differs from what is called proven|a kept proof differs from a fresh one/;
/** The proof finds by itself that its parts do not agree. */
const NONE_PROVEN = /no handler is proven any more/;

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');

/**
 * Whether one of some tests finds a fault.
 * @param {string} folder
 * @param {readonly (readonly string[])[]} tests
 * @returns the file, and after how many programs it did; undefined if none does
 */
function programsUntilFound(folder, tests) {
  const env = { ...process.env, TEST_TIMES: process.env['TEST_TIMES'] ?? '40' };
  for (const [file, name] of tests) {
    const chosen = [`${FOLDER}/${file}.test.ts`, ...(name === undefined ? [] : ['-t', name])];
    const { status, stdout, stderr } = spawnSync(process.execPath, [vitest, 'run', ...chosen], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    const said = `${stdout}${stderr}`;
    if (status === 0) continue;
    // The message may also be in the lines of the test that vitest shows around a failure.
    const draws = /Property failed after (\d+) tests/.exec(said)?.[1];
    if (draws === undefined && NONE_PROVEN.test(said)) return 'the proof itself, which proves no handler any more';
    if (!FOUND.test(said)) throw new Error(said);
    return `${file} after ${draws ?? '-'}`;
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
const chosen = numbers.map((number) => {
  const fault = FAULTS[number - 1];
  if (fault === undefined) throw new Error(`There is no fault ${number}`);
  return { number, fault };
});
const folder = mkdtempSync(join(tmpdir(), 'timing-faults-'));
const found = { verifier: 0, run: 0 };
try {
  for (const name of readdirSync(ROOT)) {
    const isSource = !NOT_COPIED.has(name) && !name.startsWith('.');
    if (isSource) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  // The first program that shows a fault is enough: a smaller one takes longer to find than the first.
  edit(join(folder, 'test/support/set-up.ts'), '{ seed: SEED }', '{ seed: SEED, endOnFailure: true }');
  // A judge that finds something in the sources as they are would find it with every fault.
  for (const kind of new Set(chosen.map(({ fault }) => fault.kind ?? 'checks'))) {
    for (const tests of Object.values(COMPARISONS[kind])) {
      const alarm = programsUntilFound(folder, tests);
      if (alarm !== undefined) throw new Error(`Without a fault, something is found: ${alarm}`);
    }
  }
  for (const { number, fault } of chosen) {
    const restore = plant(folder, fault.edits);
    const comparisons = COMPARISONS[fault.kind ?? 'checks'];
    const verifier = fault.unseen === undefined ? programsUntilFound(folder, comparisons.verifier) : undefined;
    const run = programsUntilFound(folder, comparisons.run);
    restore();
    if (verifier !== undefined) found.verifier++;
    if (run !== undefined) found.run++;
    const each = `verifier: ${verifier ?? fault.unseen ?? 'NOT FOUND'}\trun: ${run ?? 'NOT FOUND'}`;
    process.stdout.write(`${number}\t${each}\t${fault.title}\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`of ${numbers.length}, the verifier finds ${found.verifier}, runs ${found.run}\n`);
if (named.length === 0 && (found.verifier < WANTED.verifier || found.run < WANTED.run)) process.exitCode = 1;

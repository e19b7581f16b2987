/**
 * `npm test`: sets everything up, then builds, checks types, rules and format, and runs every test.
 *
 * Ends with the names of what failed, then one line, `N passed, N failed`, over everything: each check and each test
 * counts as one. The end-to-end tests run if there is a Chromium, and must run with `E2E=1`; `E2E=0` leaves them out.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findChromium } from './chromium.mjs';
import { ERRORS_FILE } from './error-reporter.mjs';
import { endAllWithUs, run } from './processes.mjs';
import { build, installDependencies, pack, REPORTS, ROOT, step } from './set-up.mjs';
import { failuresByName, outsideOfTests, withSecondRun } from './test-results.mjs';
import { installWebServer } from './vscode-web.mjs';

const MODULES = join(ROOT, 'node_modules');
const PROGRAMS = {
  tsc: join(MODULES, '@typescript', 'native', 'bin', 'tsc'),
  eslint: join(MODULES, 'eslint', 'bin', 'eslint.js'),
  prettier: join(MODULES, 'prettier', 'bin', 'prettier.cjs'),
  vitest: join(MODULES, 'vitest', 'vitest.mjs'),
};

const counts = { passed: 0, failed: 0 };
/** A line for each check or test that failed. @type {string[]} */
const failures = [];

/**
 * @param {boolean} passed
 * @param {string} title
 */
function count(passed, title) {
  if (passed) counts.passed += 1;
  else {
    counts.failed += 1;
    failures.push(title);
  }
  return passed;
}

/** @param {{ passed: number, failed: number, failures: readonly string[] }} result */
function add(result) {
  counts.passed += result.passed;
  counts.failed += result.failed;
  failures.push(...result.failures);
}

/**
 * @param {string} title
 * @param {keyof typeof PROGRAMS} program
 * @param {string[]} args
 */
async function check(title, program, args) {
  return count(await step(title, [process.execPath, [PROGRAMS[program], ...args]]), title);
}

/**
 * Runs vitest. Returns what its report says; a run without a report is one failure.
 * @param {string} title
 * @param {string} name
 * @param {string[]} args
 * @returns {Promise<import('./test-results.mjs').Results>}
 */
async function tests(title, name, args) {
  console.log(`${title} …`);
  const report = join(REPORTS, `${name}.json`);
  const errorReporter = join(import.meta.dirname, 'error-reporter.mjs');
  const reporters = [
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    `--reporter=${errorReporter}`,
  ];
  rmSync(ERRORS_FILE, { force: true });
  const status = await run(process.execPath, [PROGRAMS.vitest, 'run', ...args, ...reporters], { cwd: ROOT });
  try {
    const { numPassedTests, numFailedTests, numFailedTestSuites, testResults } = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    // A file that does not load fails without a failing test.
    const failed = Math.max(numFailedTests, numFailedTests === 0 ? numFailedTestSuites : 0, status === 0 ? 0 : 1);
    const errors = JSON.parse(readFileSync(ERRORS_FILE, 'utf8'));
    const failures = [...failuresByName(testResults, (path) => relative(ROOT, path)), ...outsideOfTests(title, errors)];
    if (failed > 0 && failures.length === 0) failures.push(`${title}: the run ended with status ${status}`);
    return { passed: numPassedTests, failed, errors, files: testResults.map(fileResult), failures };
  } catch {
    return { passed: 0, failed: 1, errors: [], files: [], failures: [`${title}: the run left no report`] };
  }
}

/** @param {{ name: string, status: string, assertionResults: { status: string }[] }} result */
function fileResult({ name, status, assertionResults }) {
  const passedTests = assertionResults.filter((test) => test.status === 'passed').length;
  return { name, passed: status === 'passed', passedTests };
}

/**
 * Runs the end-to-end tests; files that fail run once more, each in a new VS Code, and both runs are reported. On a
 * busy machine, VS Code itself loses a key or a list now and then; real faults of the extension fail again.
 */
async function endToEndTests() {
  const config = ['--config', 'test/e2e/vitest.config.mts'];
  const first = await tests('End-to-end tests in VS Code', 'e2e', config);
  const failed = first.files.filter(({ passed }) => !passed);
  if (first.failed === 0 || failed.length === 0) return first;
  const names = failed.map(({ name }) => relative(ROOT, name));
  const second = await tests(`Again in a new VS Code: ${names.join(', ')}`, 'e2e-again', [...names, ...config]);
  if (second.failed === 0) console.log(`Passed only when run again: ${names.join(', ')}`);
  return withSecondRun(first, second);
}

/** Whether to run the end-to-end tests; says so if not. */
function wantsEndToEnd() {
  const wish = process.env['E2E'];
  const chromium = findChromium() !== '';
  if (wish === '0' || (wish === undefined && !chromium)) {
    console.log('End-to-end tests: left out' + (chromium ? '.' : ' (no Chromium found).'));
    return false;
  }
  if (!chromium) {
    console.error('End-to-end tests: no Chromium found; install it, or name it in CHROMIUM.');
    count(false, 'End-to-end tests: no Chromium');
  }
  return chromium;
}

/** Installs VS Code's web server; mostly that waits for the network, so all else goes on meanwhile. */
async function webServer() {
  try {
    return await installWebServer();
  } catch (error) {
    console.error(/** @type {Error} */ (error).message);
    return false;
  }
}

async function everything() {
  const endToEnd = wantsEndToEnd();
  const serverInstalled = endToEnd ? webServer() : undefined;
  if (!count(await installDependencies(), 'Dependencies')) return;
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  const built = count(await build(), 'Build');
  await Promise.all([
    check('Types', 'tsc', ['-b']),
    check('Lint rules', 'eslint', ['.', '--max-warnings', '0']),
    check('Format', 'prettier', ['--check', '.', '--log-level', 'warn']),
  ]);
  add(await tests('Tests', 'unit', []));
  if (!endToEnd || !built) return;
  const prepared = (await pack()) && (await serverInstalled) === true;
  if (count(prepared, 'Extension packed, web server installed')) add(await endToEndTests());
}

endAllWithUs();
await everything();
for (const line of failures) console.log(`Failed: ${line}`);
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;

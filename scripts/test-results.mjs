/**
 * Counts of a test run and of a second run with its failed files; the names of what failed.
 *
 * @typedef {{ name: string, passed: boolean, passedTests: number }} FileResult
 * @typedef {{ passed: number, failed: number, errors: readonly string[], files: readonly FileResult[],
 *   failures: readonly string[] }} Results
 *   `errors`: messages of what occurred outside of all tests; `failed` is at least 1 if there is one
 */

/**
 * The result of a run whose failed files were run again. What passed the second time has passed. An error outside of
 * all tests in the first run stays a failure: no file says where it came from, so none can make up for it.
 * @param {Results} first
 * @param {Results} second
 * @returns {{ passed: number, failed: number, failures: string[] }}
 */
export function withSecondRun(first, second) {
  const again = first.files.reduce((sum, { passed, passedTests }) => sum + (passed ? 0 : passedTests), 0);
  return {
    passed: first.passed - again + second.passed,
    failed: second.failed + first.errors.length,
    failures: [...second.failures, ...outsideOfTests('in the first run', first.errors)],
  };
}

/**
 * A line for each test that failed, and for each file that failed without one: the file, the test's name and the first
 * line of the message.
 * @param {readonly VitestFile[]} files vitest's JSON report, `testResults`
 * @param {(path: string) => string} shorten of a file's path
 * @returns {string[]}
 *
 * @typedef {{ name: string, status: string, message?: string, assertionResults: readonly VitestTest[] }} VitestFile
 * @typedef {{ fullName: string, status: string, failureMessages?: readonly string[] | null }} VitestTest
 */
export function failuresByName(files, shorten) {
  return files.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed');
    if (tests.length > 0) {
      return tests.map((test) => failure(`${shorten(name)}: ${test.fullName}`, test.failureMessages?.[0]));
    }
    return status === 'failed' ? [failure(shorten(name), message)] : [];
  });
}

/**
 * A line for each error that no test is to blame for.
 * @param {string} run
 * @param {readonly string[]} errors
 */
export function outsideOfTests(run, errors) {
  return errors.map((message) => failure(`${run}, outside of every test`, message));
}

/**
 * @param {string} what
 * @param {string | undefined} message
 */
function failure(what, message = '') {
  const [firstLine = ''] = message.trim().split('\n');
  return firstLine === '' ? what : `${what} – ${firstLine}`;
}

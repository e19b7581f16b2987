/**
 * Counts of a test run, and of a run with its failed files once more.
 *
 * @typedef {{ name: string, passed: boolean, passedTests: number }} FileResult
 * @typedef {{ passed: number, failed: number, errors: number, files: readonly FileResult[] }} Results
 *   `errors` came up outside of every test; `failed` is at least 1 if there is one
 */

/**
 * The result of a run of which the failed files were run again. What passed the second time has passed. An error
 * outside of every test in the first run stays a failure: no file tells where it came from, so none makes it good.
 * @param {Results} first
 * @param {Results} second
 * @returns {{ passed: number, failed: number }}
 */
export function withSecondRun(first, second) {
  const again = first.files.reduce((sum, { passed, passedTests }) => sum + (passed ? 0 : passedTests), 0);
  return { passed: first.passed - again + second.passed, failed: second.failed + first.errors };
}

/**
 * What shared code does after each test, and after each file of tests.
 *
 * A worker runs many files and loads shared code once. Hooks registered while that code is loaded would only apply to the
 * first file, so it hands in actions instead, and set-up.ts registers the hooks for every file.
 */
type Action = () => void;

const afterTest: Action[] = [];
const afterFile: Action[] = [];
let inTest = false;

/** Whether a test, or code before or after each test, is running; not while files load, nor before all tests. */
export function isInTest(): boolean {
  return inTest;
}

/** Runs something after each test of every file; if it throws, the test fails. */
export function doAfterTest(action: Action): void {
  afterTest.push(action);
}

/** Runs something after the last test of every file. */
export function doAfterFile(action: Action): void {
  afterFile.push(action);
}

export function startTest(): void {
  inTest = true;
}

export function endTest(): void {
  inTest = false;
  for (const action of afterTest) action();
}

export function endFile(): void {
  for (const action of afterFile) action();
}

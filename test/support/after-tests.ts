/**
 * What shared code does after each test, and after each test file.
 *
 * A worker runs many files but loads shared code only once, so hooks that shared code registered would only apply to
 * the first file. It hands in actions instead, and set-up.ts registers the hooks for every file.
 */
type Action = () => void;

const afterTest: Action[] = [];
const afterFile: Action[] = [];
let inTest = false;

/** Whether a test or its `beforeEach` and `afterEach` hooks are running; not while files load or in `beforeAll`. */
export function isInTest(): boolean {
  return inTest;
}

/** Runs an action after each test of every file; if it throws, the test fails. */
export function doAfterTest(action: Action): void {
  afterTest.push(action);
}

/** Runs an action after the last test of every file. */
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

/**
 * What shared code does after each test, and after each file of tests.
 *
 * A worker runs many files and loads shared code once, so that hooks which this code registers while it is loaded would be
 * hooks of the first file alone. It hands in actions instead, and set-up.ts registers the hooks for every file.
 */
type Action = () => void;

const afterTest: Action[] = [];
const afterFile: Action[] = [];
let inTest = false;

/** Whether a test runs, or what is before or after each one; not while files are loaded and in what is before all. */
export function isInTest(): boolean {
  return inTest;
}

/** Has something done after each test of every file; where it throws, the test fails. */
export function doAfterTest(action: Action): void {
  afterTest.push(action);
}

/** Has something done after the last test of every file. */
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

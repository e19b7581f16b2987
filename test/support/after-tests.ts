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

/**
 * Makes a function that has objects checked: those made in a test after that test, all others after each test of the
 * file. If a check throws, the test fails.
 */
export function checkedAfterTest<T>(check: (made: T) => void): (made: T) => T {
  const [ofTest, ofFile] = [new Set<T>(), new Set<T>()];
  doAfterTest(() => {
    const all = [...ofTest, ...ofFile];
    ofTest.clear();
    all.forEach(check);
  });
  doAfterFile(() => ofFile.clear());
  return (made) => {
    (inTest ? ofTest : ofFile).add(made);
    return made;
  };
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

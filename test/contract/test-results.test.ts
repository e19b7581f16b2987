/** How `npm test` counts a run of which the failed files were run again. */
import { describe, expect, it } from 'vitest';
import { withSecondRun } from '../../scripts/test-results.mjs';

const file = (name: string, passed: boolean, passedTests: number) => ({ name, passed, passedTests });

describe('a second run of the failed files', () => {
  const files = [file('a', true, 5), file('b', false, 2)];

  it('makes good what failed', () => {
    const second = { passed: 3, failed: 0, errors: 0, files: [file('b', true, 3)] };
    expect(withSecondRun({ passed: 7, failed: 1, errors: 0, files }, second)).toEqual({ passed: 8, failed: 0 });
  });

  it('does not forget an error outside of every test', () => {
    const second = { passed: 3, failed: 0, errors: 0, files: [file('b', true, 3)] };
    expect(withSecondRun({ passed: 7, failed: 1, errors: 1, files }, second)).toEqual({ passed: 8, failed: 1 });
  });
});

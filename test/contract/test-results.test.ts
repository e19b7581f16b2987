/** How `npm test` counts a second run of the failed files, and names what failed. */
import { describe, expect, it } from 'vitest';
import { failuresByName, withSecondRun } from '../../scripts/test-results.mjs';

const file = (name: string, passed: boolean, passedTests: number) => ({ name, passed, passedTests });

describe('a second run of the failed files', () => {
  const files = [file('a', true, 5), file('b', false, 2)];

  it('makes good what failed', () => {
    const second = { passed: 3, failed: 0, errors: [], files: [file('b', true, 3)], failures: [] };
    expect(withSecondRun({ passed: 7, failed: 1, errors: [], files, failures: ['b: is lost'] }, second)).toEqual({
      passed: 8,
      failed: 0,
      failures: [],
    });
  });

  it('does not forget an error outside of every test', () => {
    const second = { passed: 3, failed: 0, errors: [], files: [file('b', true, 3)], failures: [] };
    expect(
      withSecondRun(
        { passed: 7, failed: 1, errors: ['Error: out of memory\n  at heap.ts:1'], files, failures: [] },
        second,
      ),
    ).toEqual({
      passed: 8,
      failed: 1,
      failures: ['in the first run, outside of every test – Error: out of memory'],
    });
  });
});

describe('what failed', () => {
  const name = (path: string) => path.replace('/project/', '');

  it('is named by its file, its test and the first line of its message', () => {
    const tests = [
      { fullName: 'a knight moves', status: 'passed', failureMessages: [] },
      { fullName: 'a rook castles', status: 'failed', failureMessages: ['Error: 1 is not 2\n    at rook.ts:3'] },
    ];
    const files = [{ name: '/project/rook.test.ts', status: 'failed', message: '', assertionResults: tests }];
    expect(failuresByName(files, name)).toEqual(['rook.test.ts: a rook castles – Error: 1 is not 2']);
  });

  it('is the file, where it does not load', () => {
    const files = [
      { name: '/project/pawn.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ];
    expect(failuresByName(files, name)).toEqual(['pawn.test.ts – no such module']);
  });

  it('is nothing, where all passed', () => {
    const files = [{ name: '/project/king.test.ts', status: 'passed', assertionResults: [] }];
    expect(failuresByName(files, name)).toEqual([]);
  });
});

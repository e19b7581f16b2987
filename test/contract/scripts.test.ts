/** Scripts: how `npm test` counts a second run of failed files and names failures, and the change to VS Code's page. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { failuresByName, withSecondRun } from '../../scripts/test-results.mjs';
import { withSharedServiceWorker } from '../../scripts/shared-service-worker.mjs';

const file = (name: string, passed: boolean, passedTests: number) => ({ name, passed, passedTests });

describe('a second run of the failed files', () => {
  const files = [file('a', true, 5), file('b', false, 2)];

  it('replaces the results of the first', () => {
    const second = { passed: 3, failed: 0, errors: [], files: [file('b', true, 3)], failures: [] };
    expect(withSecondRun({ passed: 7, failed: 1, errors: [], files, failures: ['b: is lost'] }, second)).toEqual({
      passed: 8,
      failed: 0,
      failures: [],
    });
  });

  it('does not hide an error outside of all tests', () => {
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

  it('is the file if it does not load', () => {
    const files = [
      { name: '/project/pawn.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ];
    expect(failuresByName(files, name)).toEqual(['pawn.test.ts – no such module']);
  });

  it('is nothing if all passed', () => {
    const files = [{ name: '/project/king.test.ts', status: 'passed', assertionResults: [] }];
    expect(failuresByName(files, name)).toEqual([]);
  });
});

const OWN = 'register(`service-worker.js?v=4&id=${ID}&remoteAuthority=${host}`); ';
const SHARED = 'register(`service-worker.js?v=4&remoteAuthority=${host}`); ';

const hashOf = (script: string) => createHash('sha256').update(script).digest('base64');
const pageOf = (script: string, policyFor?: string) => {
  const policy = `<meta http-equiv="Content-Security-Policy" content="script-src 'sha256-${hashOf(policyFor ?? '')}'">`;
  return `<head>${policyFor === undefined ? '' : policy}</head><script async type="module">${script}</script>`;
};

/** VS Code has two kinds of these pages, one without a policy. */
describe('a page around web views', () => {
  it('registers one worker for all, with a policy that allows the changed script', () => {
    expect(withSharedServiceWorker(pageOf(OWN, OWN))).toBe(pageOf(SHARED, SHARED));
  });

  it('needs no hash if it has no policy, even if its script mentions one', () => {
    const speaking = `document.querySelector('meta[http-equiv="Content-Security-Policy"]'); `;
    expect(withSharedServiceWorker(pageOf(speaking + OWN))).toBe(pageOf(speaking + SHARED));
  });

  it('is refused if it has other lines', () => {
    expect(() => withSharedServiceWorker(pageOf('register(); ', ''))).toThrow('does not register its service worker');
    expect(() => withSharedServiceWorker(pageOf(OWN, 'another'))).toThrow('does not hold the hash');
  });
});

/** The change to VS Code's page around web views, on pages of the two kinds that it has. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { withSharedServiceWorker } from '../../scripts/shared-service-worker.mjs';

const OWN = 'register(`service-worker.js?v=4&id=${ID}&remoteAuthority=${host}`); ';
const SHARED = 'register(`service-worker.js?v=4&remoteAuthority=${host}`); ';

const hashOf = (script: string) => createHash('sha256').update(script).digest('base64');
const pageOf = (script: string, policyFor?: string) => {
  const policy = `<meta http-equiv="Content-Security-Policy" content="script-src 'sha256-${hashOf(policyFor ?? '')}'">`;
  return `<head>${policyFor === undefined ? '' : policy}</head><script async type="module">${script}</script>`;
};

describe('a page around web views', () => {
  it('registers one worker for all, and its policy allows the changed script', () => {
    expect(withSharedServiceWorker(pageOf(OWN, OWN))).toBe(pageOf(SHARED, SHARED));
  });

  it('needs no hash where it has no policy, though its script may speak of one', () => {
    const speaking = `document.querySelector('meta[http-equiv="Content-Security-Policy"]'); `;
    expect(withSharedServiceWorker(pageOf(speaking + OWN))).toBe(pageOf(speaking + SHARED));
  });

  it('is refused where its lines are other ones', () => {
    expect(() => withSharedServiceWorker(pageOf('register(); ', ''))).toThrow('does not register its service worker');
    expect(() => withSharedServiceWorker(pageOf(OWN, 'another'))).toThrow('does not hold the hash');
  });
});

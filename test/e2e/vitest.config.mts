/**
 * End-to-end tests: two VS Codes at a time, since each waits more than it works; a window for each file, and a browser for
 * each of the two. `npm run e2e` prepares them.
 */
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: join(import.meta.dirname, '..', '..'),
    include: ['test/e2e/**/*.e2e.ts'],
    globalSetup: ['test/support/e2e/installed-extension.ts'],
    maxWorkers: 2,
    isolate: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});

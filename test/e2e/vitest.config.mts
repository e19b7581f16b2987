/**
 * End-to-end tests: two VS Codes at a time; a window for each file, and a browser and a server for each of the two.
 * `npm run e2e` prepares them.
 */
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: join(import.meta.dirname, '..', '..'),
    include: ['test/e2e/**/*.e2e.ts'],
    setupFiles: ['test/support/set-up.ts'],
    globalSetup: ['test/support/e2e/servers.ts'],
    update: 'none',
    maxWorkers: 2,
    isolate: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});

/** End-to-end tests: one VS Code at a time, a window for each file, one browser for all; `npm run e2e` prepares them. */
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: join(import.meta.dirname, '..', '..'),
    include: ['test/e2e/**/*.e2e.ts'],
    globalSetup: ['test/support/e2e/installed-extension.ts'],
    fileParallelism: false,
    isolate: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});

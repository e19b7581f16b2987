/** `npm run pictures`: draws the README's pictures in VS Code. */
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: join(import.meta.dirname, '..', '..'),
    include: ['test/pictures/*.e2e.ts'],
    globalSetup: ['test/support/e2e/servers.ts'],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});

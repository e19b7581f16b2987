import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      '{basics,isa,files,chess,assembler,emulator,instruments,engine-driver,testing,server,debugger,cli,client}/**/*.test.ts',
      'test/**/*.test.ts',
    ],
    exclude: ['test/e2e/**', 'node_modules/**'],
    // Not one core less, which vitest keeps for itself: on a machine with two that is half of them.
    maxWorkers: availableParallelism(),
    globalSetup: ['test/support/programs.ts'],
    setupFiles: ['test/support/drawn-values.ts', 'test/support/after-tests/set-up.ts'],
    // A process runs one file after the other: what they import is loaded and compiled once, engines are booted once.
    pool: 'forks',
    isolate: false,
    // Only what hangs ends here. Machines differ by a factor of four, and other work may run on them besides.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});

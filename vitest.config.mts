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
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

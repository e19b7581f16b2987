import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      '{basics,isa,files,chess,assembler,emulator,engine-driver,server,debugger,cli,client}/**/*.test.ts',
      'test/**/*.test.ts',
    ],
    exclude: ['test/e2e/**', 'node_modules/**'],
    globalSetup: ['test/support/programs.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

import { register } from 'node:module';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.mts';

// For what is loaded into this process: the global set-up.
register('./scripts/modules/typescript.mjs', import.meta.url);

export default defineConfig({
  test: {
    include: [
      '{basics,isa,proof,verifier,certifier,files,chess,assembler,emulator,instruments,engine-driver,testing,python,server,debugger,page,cli,client}/**/*.test.ts',
      'test/**/*.test.ts',
    ],
    exclude: ['test/e2e/**', 'node_modules/**'],
    // Not one core less, which vitest keeps for itself: on a machine with two that is half of them.
    maxWorkers: availableParallelism(),
    globalSetup: ['test/support/programs.ts'],
    setupFiles: ['test/support/set-up.ts'],
    // A golden file that is missing fails; only the option -u writes it.
    update: 'none',
    // A process runs one file after the other: what they import is loaded and compiled once, engines are booted once.
    pool: 'forks',
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Node loads the modules, not vitest's runner: see scripts/modules/typescript.mjs. Assemblies that stay for a while
    // would be copied again and again in a space for new objects of the usual size; and collecting them with several
    // threads takes time from the other workers.
    execArgv: [
      '--import',
      './scripts/modules/register.mjs',
      '--min-semi-space-size=64',
      '--max-semi-space-size=64',
      '--single-threaded-gc',
    ],
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Only what hangs ends here. Machines differ by a factor of four, and other work may run on them besides.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});

/** The long tests of the engine: perft of every position of the suite at every listed depth. Each test is reported at once. */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', 'test/engine', '--testTimeout', '1200000', '--reporter', 'verbose'],
  {
    stdio: 'inherit',
    env: { ...process.env, ENGINE_PERFT_NODES: String(Number.MAX_SAFE_INTEGER) },
  },
);
process.exitCode = status ?? 1;
